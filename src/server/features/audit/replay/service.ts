import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { differenceInWords, MAX_DIFFERENCES, type Checked, type KnownDifferences } from '#shared/features/audit/replay.ts'
import { stateFieldName } from '#shared/features/audit/stateFields.ts'
import { maskIdNumber, maskPhone } from '#shared/owner/masking.ts'
import { readSnapshot } from '../../../database/open.ts'
import type { Schema } from '../../../database/schema.ts'
import type { Caller } from '../../../http/context.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { canonical } from '../canonical.ts'
import { contentOf } from '../entryContent.ts'
import type { JournaledDatabase } from '../journal.ts'
import { auditStore } from '../store.ts'
import { checkActivity, type ReplayCheck } from './check.ts'
import type { Difference } from './replay.ts'
import { checkActivityInChain } from './whole.ts'

export interface ReplayDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
}

/** A check and when it was made. */
type CheckedAt = Checked & { readonly at: number }

/** An activity, as far as its entries name it. */
export interface Named {
  readonly activityId: string
  readonly activityTitle: string
}

/** By what an administrator's word holds: exactly these differences and no others. */
const digestOf = (differences: readonly Difference[]): string => createHash('sha256').update(canonical(differences)).digest('hex')

const masks: Readonly<Record<string, (whole: string) => string>> = {
  phone: maskPhone,
  voterPhone: maskPhone,
  idNumber: maskIdNumber,
  voterIdNumber: maskIdNumber,
}
function masked(difference: Difference): Difference {
  const mask = masks[difference.field]
  if (!mask) return difference
  const shown = (value: Difference['expected']) => (typeof value === 'string' ? mask(value) : value)
  return { ...difference, expected: shown(difference.expected), found: shown(difference.found) }
}

const named = (differences: readonly Difference[], names: ReadonlyMap<string, string>) =>
  [...new Set(differences.map(({ id }) => id))].map((id) => ({ id, name: names.get(id) ?? '' }))

/** An administrator's word, with its time. */
type Known = KnownDifferences & { readonly at: number }

/** Differences that are known, as a report prints them. */
export interface KnownInWords extends Known {
  readonly sentences: readonly string[]
}

/** The checks of what the tables hold against what the journal tells. */
export function createReplayChecks({ database, clock }: ReplayDeps) {
  const check = (activityId: string): Promise<ReplayCheck> => readSnapshot(database.location, (db) => checkActivity(db, activityId))

  /** An administrator's word on exactly these differences; null if none. */
  async function knownOf(activityId: string, differences: readonly Difference[]): Promise<Known | null> {
    if (differences.length === 0) return null
    const entry = await auditStore(database.read).newestOf('result.acceptDifferences', activityId)
    const after = entry ? (contentOf(entry).after as { readonly sha256: string; readonly reason: string } | null) : null // the journal wrote it
    if (!entry || after?.sha256 !== digestOf(differences)) return null
    return { at: entry.at, nickName: entry.nick_name, reason: after.reason }
  }

  async function verify(activityId: string): Promise<CheckedAt> {
    const { checked, differences, names } = await check(activityId)
    const known = await knownOf(activityId, differences)
    const shown = differences.slice(0, MAX_DIFFERENCES)
    return { at: clock.now(), checked, differences: shown, differenceCount: differences.length, known, names: named(shown, names) }
  }

  return {
    /** Compares an activity's tables with its entries, again. */
    async verify(activityId: string, caller: Caller): Promise<Checked> {
      const result = await verify(activityId)
      return caller.seesMasks ? { ...result, differences: result.differences.map(masked) } : result
    },

    /**
     * Checks the whole chain and the activity again, for what must not be done on data that were touched.
     *
     * @param snapshot where the caller reads of one moment: it is checked; else a snapshot of its own
     * @returns what an administrator knows of, for the report's first sheet; null if nothing differs
     * @throws Refusal `audit.broken`, or `audit.differs` where something differs that nobody has said is known (402)
     */
    async require(activityId: string, signal?: AbortSignal, snapshot?: Kysely<Schema>): Promise<KnownInWords | null> {
      const inChain = (db: Kysely<Schema>) => checkActivityInChain(db, activityId, signal ?? new AbortController().signal)
      const { differences, names } = await (snapshot ? inChain(snapshot) : readSnapshot(database.location, inChain))
      const known = await knownOf(activityId, differences)
      if (differences.length > 0 && !known) throw new Refusal('audit.differs', { count: differences.length })
      return known && { ...known, sentences: differences.map((each) => differenceInWords(masked(each), names.get(each.id) ?? '', stateFieldName)) }
    },

    /**
     * An administrator's word that exactly the present differences are known, with the reason.
     *
     * @throws Refusal `audit.nothingDiffers` (409)
     */
    async accept({ activityId, activityTitle }: Named, reason: string, caller: Caller): Promise<null> {
      const { differences } = await check(activityId)
      if (differences.length === 0) throw new Refusal('audit.nothingDiffers')
      const after = { activityId, activityTitle, reason, differenceCount: differences.length, sha256: digestOf(differences) }
      await database.write(async ({ journal }) => journal.record({ caller, action: 'result.acceptDifferences', subject: activityId, before: null, after }))
      return null
    },
  }
}
export type ReplayChecks = ReturnType<typeof createReplayChecks>
