import type { RefusedAnswer } from '../contract/refusals.ts'

/**
 * Why a call failed, for the user.
 *
 * `refused`: the server refused, with a reason, the only thing a screen decides by. `unreachable`: it could not be reached;
 * whether it acted is unknown. `local`: a failure on this computer (a file in use, a full disk).
 */
export type Failure =
  | ({ readonly kind: 'refused' } & RefusedAnswer)
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'local'; readonly message: string }

/** A result that survives structured clone, unlike a thrown Error. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }
