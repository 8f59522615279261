import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { DrawnSample, Sample } from '#shared/features/sample/contract.ts'
import { SampleMode, SampleState } from '#shared/features/sample/rules.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActivityRecord, ActivityService } from '../activity/service.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import type { JournalService } from '../journal/service.ts'
import type { ResultService } from '../result/service.ts'
import { codeKey } from '../voting/codeSpelling.ts'
import type { SampleReadings } from './readings.ts'
import { countedAs, createStandings, drawnSampleOf, sampleOf, type Standing } from './standing.ts'
import { sampleStore } from './store.ts'

export interface SampleDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly activities: ActivityService
  readonly journalService: Pick<JournalService, 'newestCode'>
  readonly results: Pick<ResultService, 'results'>
  readonly readings: SampleReadings
}

/** Lookups of samples with their current state. */
export function createFinding({ activities, results, readings }: Pick<SampleDeps, 'activities' | 'results' | 'readings'>) {
  const standingOf = createStandings<ActivityRecord>({ results, readings })

  /** @throws Refusal `sample.notFound` (404), `activity.wrongStatus` (409) */
  async function require(db: Kysely<Schema>, id: string, caller: Caller): Promise<{ activity: ActivityRecord; standing: Standing }> {
    const row = await sampleStore(db).find(id)
    if (!row) throw new Refusal('sample.notFound')
    const { public_id: activityId } = await activities.ofKey(db, row.activity_id)
    const activity = await activities.requireStep(db, activityId, 'sample', caller)
    return { activity, standing: await standingOf(db, activity, row) }
  }

  async function answerOf(db: Kysely<Schema>, activity: ActivityRecord, id: string, caller: Caller): Promise<DrawnSample> {
    const row = await sampleStore(db).find(id)
    if (!row) throw new Refusal('sample.notFound')
    return drawnSampleOf(db, await standingOf(db, activity, row), caller)
  }

  return { standingOf, require, answerOf }
}
export type Finding = ReturnType<typeof createFinding>

/** Queries on samples, for screens and other features. */
export function createSampleReads({ database, activities }: SampleDeps, { standingOf, require, answerOf }: Finding) {
  return {
    /** @throws Refusal `sample.notFound` (404) */
    get: async ({ id }: { readonly id: string }, caller: Caller): Promise<DrawnSample> => {
      const row = await sampleStore(database.read).find(id)
      if (!row) throw new Refusal('sample.notFound')
      return answerOf(database.read, await activities.ofKey(database.read, row.activity_id), id, caller)
    },

    /**
     * All samples of an activity, in the order of opening.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    list: async ({ activityId }: { readonly activityId: string }): Promise<Sample[]> => {
      const activity = await activities.require(database.read, activityId)
      const found: Sample[] = []
      for (const row of await sampleStore(database.read).ofActivity(activity.id)) found.push(sampleOf(await standingOf(database.read, activity, row)))
      return found
    },

    /** All samples of an activity for its bundle. */
    async bundled(db: Kysely<Schema>, activity: ActivityRecord): Promise<BundledSample[]> {
      const found: BundledSample[] = []
      for (const row of await sampleStore(db).ofActivity(activity.id)) {
        const standing = await standingOf(db, activity, row)
        const { id, digest, digits, state, isStale, items, closeReason } = sampleOf(standing)
        const readings = standing.drawn.flatMap((vote) => {
          const reading = standing.readings.get(vote.recordId)
          return reading ? [{ recordId: vote.recordId, answers: countedAs(reading, vote) }] : []
        })
        found.push({ id, list: row.list, digest, digits, draws: standing.draws, readings, items, state, isStale, reason: closeReason })
      }
      return found
    },

    /**
     * The vote with a code, if a sample drew it and its paper was not read yet.
     *
     * @throws Refusal `sample.notFound`, `sample.notDrawn` (404), 409 with `sample.otherMode`, `sample.ended`,
     * `sample.alreadyRead`, `activity.wrongStatus`
     */
    async requireDrawn(tx: Transaction<Schema>, { id, activityKey, code }: DrawnPaper, caller: Caller): Promise<DrawnVote> {
      const { standing } = await require(tx, id, caller)
      const { row, state, drawn, readings: read } = standing
      if (row.activity_id !== activityKey) throw new Refusal('sample.notFound')
      if (row.mode !== SampleMode.papers) throw new Refusal('sample.otherMode')
      const vote = drawn.find((each) => each.code !== '' && codeKey(each.code) === codeKey(code))
      if (!vote) throw new Refusal('sample.notDrawn')
      if (read.has(vote.recordId)) throw new Refusal('sample.alreadyRead')
      if (state === SampleState.closed) throw new Refusal('sample.ended')
      const [record] = await sampleStore(tx).records(activityKey, [vote.recordId])
      if (!record) throw new Refusal('sample.notDrawn')
      return { sampleKey: row.id, recordId: vote.recordId, ballotKey: record.ballot_id, code: vote.code, makerKey: record.voted_by }
    },
  }
}

/** A paper to look up in a sample. */
export interface DrawnPaper {
  readonly id: string
  readonly activityKey: number
  readonly code: string
}
/** A vote drawn by a sample, with the user who entered it. */
export interface DrawnVote {
  readonly sampleKey: number
  readonly recordId: string
  readonly ballotKey: number
  readonly code: string
  readonly makerKey: number | null
}

/** A sample with everything needed to redraw it. */
export interface BundledSample extends Pick<Sample, 'id' | 'digest' | 'digits' | 'items' | 'state' | 'isStale'> {
  readonly list: string
  readonly draws: Standing['draws']
  /** What each record read counts as; null: there is no paper. */
  readonly readings: readonly { readonly recordId: string; readonly answers: string | null }[]
  readonly reason: string
}
