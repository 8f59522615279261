import { AsyncLocalStorage } from 'node:async_hooks'
import type { User } from '#shared/features/account/contract.ts'
import type { Db } from '../database/schema.ts'
import { allEstates, type EstateScope } from '../scope/estateScope.ts'
import type { NamedIds } from '../scope/scoping.ts'
import type { NumberMatch } from '../search/numberMatch.ts'

/** Who calls, and from where; handed to every handler. */
export interface Caller {
  /** The database's key of the user; 0 for a public call. */
  readonly userKey: number
  readonly user: User | null
  /** Phones and ID numbers are masked in what this caller is answered (`trust.md` section 5). */
  readonly seesMasks: boolean
  /** By what this caller finds phones and ID numbers. */
  readonly numberMatch: NumberMatch
  /** The estates that this caller meets; of all others nothing is there. */
  readonly scope: EstateScope
  /** The session's token as it was sent; `''` for a public call. */
  readonly token: string
  /** Somebody else knows the password: until it is changed, next to nothing is answered. */
  readonly mustChangePassword: boolean
  readonly address: string
  /** The call came from the program that started this server, and carried its key. */
  readonly isOwnProgram: boolean
  /** What the calling computer says its name is, as people may read it; `''` if it says none. */
  readonly desk: string
  /** What the calling program says it is (User-Agent). */
  readonly agent: string
  /** Aborts when the client goes away before it is answered. */
  readonly signal: AbortSignal
}

/** The call that is being answered. */
interface CallUnderWay {
  /**
   * Judges once more, inside a transaction, whether it may be made; throws the refusal. All that a call writes is judged by it
   * first (`withJournal`): whoever was let in may have been disabled, lowered, logged out or confined since.
   */
  readonly judge: (tx: Db) => Promise<void>
  /** What it names that belongs to an estate. */
  readonly named: () => NamedIds
}
export const callUnderWay = new AsyncLocalStorage<CallUnderWay>()

/** The caller of what the program does without being asked. */
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
