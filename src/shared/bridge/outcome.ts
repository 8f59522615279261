import type { RefusalCode } from '../contract/envelope.ts'

/**
 * Why a call did not succeed, in words for the user.
 *
 * `refused`: the server said no, with its code. `unreachable`: it could not be asked; whether it acted is unknown.
 * `local`: this computer could not (a file in use, a full disk).
 */
export type Failure =
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string; readonly data: unknown }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'local'; readonly message: string }

/** A result that survives structured clone, which a thrown Error does not. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }
