import { Refusal } from '#shared/contract/refusals.ts'
import { differenceInWords, MAX_DIFFERENCES, type Checked } from '#shared/features/journal/replay.ts'
import { stateFieldName } from '#shared/features/journal/stateFields.ts'
import { maskedKindOf } from '#shared/features/journal/maskedFields.ts'
import { maskOf } from '#shared/owner/masking.ts'
import { readSnapshot } from '../../../database/open.ts'
import type { Db } from '../../../database/schema.ts'
import type { Caller } from '../../../http/context.ts'
import type { ServiceDeps } from '../journal.ts'
import { digestOf, knownOf, type KnownInWords } from '../known.ts'
import type { SchemaChecks } from '../schema.ts'
import { checkActivity, type ReplayCheck } from './check.ts'
import type { Difference } from './replay.ts'
import { checkActivityInChain } from './whole.ts'

export interface ReplayDeps extends ServiceDeps {
  readonly schema: Pick<SchemaChecks, 'requireSchema'>
}

/** A check and its time. */
type CheckedAt = Checked & { readonly at: number }

/** An activity as named in its entries. */
export interface Named {
  readonly activityId: string
  readonly activityTitle: string
}

function masked<D extends Pick<Difference, 'field' | 'expected' | 'found'>>(difference: D): D {
  const kind = maskedKindOf(difference.field)
  if (!kind) return difference
  const shown = (value: Difference['expected']) => (typeof value === 'string' ? maskOf[kind](value) : value)
  return { ...difference, expected: shown(difference.expected), found: shown(difference.found) }
}

const named = (differences: readonly Difference[], names: ReadonlyMap<string, string>) =>
  [...new Set(differences.map(({ id }) => id))].map((id) => ({ id, name: names.get(id) ?? '' }))

/** Checks of the tables against the journal. */
export function createReplayChecks({ database, clock, schema }: ReplayDeps) {
  const check = (activityId: string): Promise<ReplayCheck> => readSnapshot(database.location, (db) => checkActivity(db, activityId))

  const known = (activityId: string, differences: readonly Difference[]) =>
    knownOf(database.read, { action: 'result.acceptDifferences', subject: activityId }, differences)

  async function verify(activityId: string): Promise<CheckedAt> {
    const { checked, differences, names } = await check(activityId)
    const shown = differences.slice(0, MAX_DIFFERENCES)
    return {
      at: clock.now(),
      checked,
      differences: shown,
      differenceCount: differences.length,
      known: await known(activityId, differences),
      names: named(shown, names),
    }
  }

  return {
    /** Compares an activity's tables with its entries again. */
    async verify(activityId: string, caller: Caller): Promise<Checked> {
      const result = await verify(activityId)
      return caller.seesMasks ? { ...result, differences: result.differences.map(masked) } : result
    },

    /**
     * Checks the whole chain and the activity again, before operations that require unaltered data.
     *
     * @param snapshot the caller's snapshot to check, if it reads from one; else a new one is used
     * @returns what an administrator has acknowledged, for the report's first sheet
     * @throws Refusal `audit.broken`, `audit.schemaDiffers`, or `audit.differs` if there are unacknowledged differences (402)
     */
    async require(activityId: string, signal?: AbortSignal, snapshot?: Db): Promise<readonly KnownInWords[]> {
      const inChain = (db: Db) => checkActivityInChain(db, activityId, signal ?? new AbortController().signal)
      const { differences, names } = await (snapshot ? inChain(snapshot) : readSnapshot(database.location, inChain))
      const word = await known(activityId, differences)
      if (differences.length > 0 && !word) throw new Refusal('audit.differs', { count: differences.length })
      const ofSchema = await schema.requireSchema()
      const ofRecords = word && {
        ...word,
        what: '投票记录与操作日志不一致',
        sentences: differences.map((each) => differenceInWords(masked(each), names.get(each.id) ?? '', stateFieldName)),
      }
      return [ofSchema, ofRecords].filter((each) => each !== null)
    },

    /**
     * Records an administrator's acknowledgement of exactly the current differences, with the reason.
     *
     * @throws Refusal `audit.nothingDiffers` (409)
     */
    async accept({ activityId, activityTitle }: Named, reason: string, caller: Caller): Promise<void> {
      const { differences } = await check(activityId)
      if (differences.length === 0) throw new Refusal('audit.nothingDiffers')
      const after = { activityId, activityTitle, reason, differenceCount: differences.length, sha256: digestOf(differences) }
      await database.write(async ({ journal }) => journal.record({ caller, action: 'result.acceptDifferences', subject: activityId, before: null, after }))
    },
  }
}
export type ReplayChecks = ReturnType<typeof createReplayChecks>
