import { z } from 'zod'

export const APP_ID = 'community-vote-console'
export const APP_ID_HEADER = 'x-app-id'
export const AUTH_ID_HEADER = 'x-auth-id'
/** What a program's own server knows its program by; a random text of each start. */
export const PROGRAM_KEY_HEADER = 'x-program-key'
/** The name of the computer that calls, percent-encoded; a client may leave it out. */
export const DESK_HEADER = 'x-desk-name'
/** The {@link CONTRACT} of the program that calls; a client may leave it out. */
export const CONTRACT_HEADER = 'x-contract'
/**
 * The number of the contract between programs and servers (`trust.md` section 9). It is raised by whatever a program or server
 * of the version before could not read or call; additions do not raise it.
 */
export const CONTRACT = 1
export const API_BASE = '/api'

/** `reason` is why a call was refused (`refusals.ts`); an older server gives none. */
export const Envelope = z.object({ code: z.number(), reason: z.string().optional(), message: z.string(), data: z.unknown() })
export type Envelope = z.infer<typeof Envelope>

/** What is wrong with one field, in a sentence for its form. */
export interface FieldError {
  /** The wire's name of the field. */
  readonly field: string
  readonly message: string
}
