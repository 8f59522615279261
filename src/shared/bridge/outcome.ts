import type { RefusedAnswer } from '../contract/refusals.ts'

/**
 * Why a call did not succeed, in words for the user.
 *
 * `refused`: the server said no, with its reason, by which alone a screen decides. `unreachable`: it could not be asked; whether it acted is unknown.
 * `local`: this computer could not (a file in use, a full disk).
 */
export type Failure =
  | ({ readonly kind: 'refused' } & RefusedAnswer)
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'local'; readonly message: string }

/** A result that survives structured clone, which a thrown Error does not. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }
