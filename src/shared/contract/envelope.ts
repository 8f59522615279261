import { z } from 'zod'

export const APP_ID = 'community-vote-console'
export const APP_ID_HEADER = 'x-app-id'
export const AUTH_ID_HEADER = 'x-auth-id'
/** Identifies the program to its embedded server; a random text per start. */
export const PROGRAM_KEY_HEADER = 'x-program-key'
/** The calling computer's name, percent-encoded; optional. */
export const DESK_HEADER = 'x-desk-name'
/** The calling program's {@link CONTRACT}; optional. */
export const CONTRACT_HEADER = 'x-contract'
/**
 * The version of the contract between programs and servers (`trust.md` section 9). Raised by any change that a program or
 * server of the previous version could not read or call; additions do not raise it.
 */
export const CONTRACT = 1
export const API_BASE = '/api'

/** `reason` is why a call was refused (`refusals.ts`); older servers give none. */
export const Envelope = z.object({ code: z.number(), reason: z.string().optional(), message: z.string(), data: z.unknown() })
export type Envelope = z.infer<typeof Envelope>

/** The message for one invalid field, for its form. */
export interface FieldError {
  /** The field's wire name. */
  readonly field: string
  readonly message: string
}
