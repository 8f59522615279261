import { AsyncLocalStorage } from 'node:async_hooks'
import type { User } from '#shared/features/account/contract.ts'
import type { Db } from '../database/schema.ts'
import { allEstates, type EstateScope } from '../scope/estateScope.ts'
import type { NamedIds } from '../scope/scoping.ts'
import type { NumberMatch } from '../search/numberMatch.ts'

/** The caller and their address; passed to every handler. */
export interface Caller {
  /** The database's key of the user; 0 for a public call. */
  readonly userKey: number
  readonly user: User | null
  /** Phones and ID numbers are masked in answers to this caller (`trust.md` section 5). */
  readonly seesMasks: boolean
  /** How this caller's searches match phones and ID numbers. */
  readonly numberMatch: NumberMatch
  /** The estates visible to this caller; all others do not exist for them. */
  readonly scope: EstateScope
  /** The session's token as it was sent; `''` for a public call. */
  readonly token: string
  /** The password was set by somebody else: until it is changed, almost every call is refused. */
  readonly mustChangePassword: boolean
  readonly address: string
  /** The call came from the program that started this server, with its key. */
  readonly isOwnProgram: boolean
  /** The calling computer's self-reported name, decoded; `''` if none. */
  readonly desk: string
  /** The calling program's User-Agent. */
  readonly agent: string
  /** Aborts if the client disconnects before the answer. */
  readonly signal: AbortSignal
}

/** The call being handled. */
interface CallUnderWay {
  /**
   * Re-checks inside a transaction that the call is still allowed; throws the refusal. Every write is checked by it first
   * (`withJournal`): since admission, the caller may have been disabled, demoted, logged out or confined.
   */
  readonly judge: (tx: Db) => Promise<void>
  /** The ids in the call that belong to estates. */
  readonly named: () => NamedIds
}
export const callUnderWay = new AsyncLocalStorage<CallUnderWay>()

/** The caller for the program's own unattended work. */
export const systemCaller: Caller = {
  userKey: 0,
  user: null,
  seesMasks: true,
  numberMatch: 'last',
  scope: allEstates,
  token: '',
  mustChangePassword: false,
  address: '',
  isOwnProgram: false,
  desk: '',
  agent: '',
  signal: new AbortController().signal,
}
