import type { JournaledDatabase } from '../audit/journal.ts'
import { standingQueries } from './standingQueries.ts'

/** How many accounts want somebody to look at them. */
export interface AccountStanding {
  readonly waiting: number
  /** Of those that may log in: without a login on record. */
  readonly neverUsed: number
  /** Of these, too: somebody else gave them their password, and they have not changed it yet. */
  readonly mustChangePassword: number
  /** Of these, too: the role came with an upgrade, and no administrator has confirmed it. */
  readonly toCheck: number
}

/** What 安全状况 says of the accounts, counted anew each time. */
export function createStandingReads({ database }: { readonly database: JournaledDatabase }) {
  return { standing: (): Promise<AccountStanding> => standingQueries(database.read).standing() }
}
