import type { Kysely } from 'kysely'
import { sentenceFor } from '#shared/contract/refusals.ts'
import type { DrawnSample, Sample } from '#shared/features/sample/contract.ts'
import { sampleLists, type SampleList } from '#shared/features/sample/assertions.ts'
import { inSixPlaces } from '#shared/features/sample/martingale.ts'
import { AskedAnswer, sampleSentence, SampleState } from '#shared/features/sample/rules.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { ActivityRecord } from '../activity/service.ts'
import type { SlotResult } from '../result/results.ts'
import { listOf, type FrozenList, type ListedVote } from './frozenList.ts'
import { basisOf, isOutcomeKept, liveVotes } from './opening.ts'
import { differs, drawsOf, expectedPapers, missingDraws, neededDraws, progressOfItems, type ItemProgress } from './progress.ts'
import type { SampleReading, SampleReadings } from './readings.ts'
import { sampleStore, type FoundSample } from './store.ts'

type Sampled = Pick<ActivityRecord, 'id' | 'counting_rule'>
interface StandingDeps<A extends Sampled> {
  readonly results: { readonly results: (db: Kysely<Schema>, activity: A) => Promise<{ readonly slots: readonly SlotResult[] }> }
  readonly readings: Pick<SampleReadings, 'ofSample'>
}

/** A sample with its current state. */
export interface Standing {
  readonly row: FoundSample
  readonly list: FrozenList
  readonly items: readonly ItemProgress[]
  readonly draws: Readonly<Record<SampleList, readonly number[]>>
  /** The distinct votes drawn. */
  readonly drawn: readonly ListedVote[]
  readonly readings: ReadonlyMap<string, SampleReading>
  readonly unread: number
  readonly state: SampleState
  readonly isStale: boolean
  /** Further draws of each list that would suffice; null if none would. */
  readonly missing: Readonly<Record<SampleList, number | null>>
  readonly different: number
}

/** What a reading counts as: the record's answers if the record was decided to be right, or its owner confirmed having voted. */
export function countedAs(reading: SampleReading, { answers }: ListedVote): string | null {
  const isAsRecorded = reading.decision === 1 || reading.asked === AskedAnswer.voted
  return isAsRecorded ? answers : reading.answers
}

/** The current votes, with those corrected because of this sample as they were in the list. */
function withoutMended(votes: readonly ListedVote[], list: FrozenList, readings: readonly SampleReading[]): ListedVote[] {
  const listed = new Map(list.votes.map((vote) => [vote.recordId, vote]))
  const mended = new Map(readings.map(({ correctedId, recordId }) => [correctedId, listed.get(recordId)]))
  return votes.map((vote) => mended.get(vote.recordId) ?? vote)
}

/** The current state of an activity's samples. */
export function createStandings<A extends Sampled>({ results, readings: kept }: StandingDeps<A>) {
  return async function standingOf(db: Kysely<Schema>, activity: A, row: FoundSample): Promise<Standing> {
    const list = listOf(row.list)
    const current = await results.results(db, activity)
    const slotOf = ({ topicId, optionId }: { readonly topicId: string; readonly optionId: string }): number =>
      current.slots.findIndex(({ topic, option }) => topic.id === topicId && (option?.id ?? '') === optionId)
    const draws = drawsOf(list, row, { H: row.drawn_heads, A: row.drawn_area })
    const drawn = [...new Set(sampleLists.flatMap((name) => draws[name]))].flatMap((index) => list.votes[index] ?? [])
    const found = await kept.ofSample(db, row.id)
    const readings = new Map(found.map((reading) => [reading.recordId, reading]))
    const counted = new Map(
      drawn.flatMap((vote): [string, string | null][] => {
        const reading = readings.get(vote.recordId)
        return reading ? [[vote.recordId, countedAs(reading, vote)]] : []
      }),
    )
    const items = progressOfItems(list, { draws, readings: counted, slotOf })
    const unread = drawn.filter(({ recordId }) => !counted.has(recordId)).length
    const whole = current.slots[0]?.counted.whole ?? list.whole
    const basis = await basisOf(db, activity, withoutMended(await liveVotes(db, activity.id), list, found), whole)
    const isConfirmed = row.digits !== '' && unread === 0 && items.every(({ assertions }) => assertions.every(({ isReached }) => isReached))
    return {
      row,
      list,
      items,
      draws,
      drawn,
      readings,
      unread,
      state: stateIn(row, isConfirmed),
      isStale: basis !== row.basis || !isOutcomeKept(current.slots, list.items),
      missing: missingDraws(items),
      different: drawn.filter((vote) => counted.has(vote.recordId) && differs(list, vote, counted.get(vote.recordId) ?? null, slotOf)).length,
    }
  }
}

function stateIn({ closed_at: closedAt, digits }: FoundSample, isConfirmed: boolean): SampleState {
  if (closedAt !== null) return SampleState.closed
  if (digits === '') return SampleState.waiting
  return isConfirmed ? SampleState.confirmed : SampleState.reading
}

/** A sample in wire form. */
export function sampleOf(standing: Standing): Sample {
  const { row, list, items, draws, unread, drawn, state, isStale, different } = standing
  const needed = neededDraws(list)
  const expected = expectedPapers(list, needed)
  return {
    id: row.public_id,
    activityId: list.activityId,
    number: row.number,
    mode: row.mode,
    risk: row.risk,
    digest: row.digest,
    checkCode: row.check_code,
    count: list.votes.length,
    withoutPaper: row.without_paper,
    items: items.map(({ assertions, ...item }) => ({
      ...item,
      assertions: assertions.map(({ assertion, value, ...progress }) => ({ ...assertion, ...progress, value: inSixPlaces(value) })),
    })),
    needed,
    expected,
    advice: expected === null || expected * 2 > list.votes.length ? 'all' : 'sample',
    state,
    isStale,
    digits: row.digits,
    drawn: draws.H.length + draws.A.length,
    read: drawn.length - unread,
    different,
    sentence: sentenceOf(standing),
    openedBy: row.opener,
    openedAt: row.opened_at,
    closedBy: row.closer ?? '',
    closedAt: row.closed_at,
    closeReason: row.close_reason,
  }
}

function sentenceOf({ row, list, draws, drawn, unread, state, isStale, different }: Standing): string {
  if (isStale) return sentenceFor('sample.stale')
  if (state === SampleState.waiting || state === SampleState.reading) return ''
  return sampleSentence({
    mode: row.mode,
    risk: row.risk,
    number: row.number,
    outcomes: list.items.map(({ outcome }) => outcome),
    isConfirmed: state === SampleState.confirmed,
    drawn: draws.H.length + draws.A.length,
    read: drawn.length - unread,
    different,
    withoutPaper: row.without_paper,
  })
}

/** The same with the draws: each paper once, by its day of receipt, then by code. */
export async function drawnSampleOf(db: Kysely<Schema>, standing: Standing, { userKey }: Pick<Caller, 'userKey'>): Promise<DrawnSample> {
  const { row, draws, drawn, readings } = standing
  const store = sampleStore(db)
  const ids = drawn.map(({ recordId }) => recordId)
  const records = new Map((ids.length === 0 ? [] : await store.records(row.activity_id, ids)).map((record) => [record.recordId, record]))
  const places = await store.places([...records.values()].map((record) => record.ballot_id))
  const fetch = drawn.map(({ recordId, code }) => {
    const record = records.get(recordId)
    const reading = readings.get(recordId)
    const about = { place: places.get(record?.ballot_id ?? 0) ?? '', receivedAt: record?.received_at ?? null, isOwn: record?.voted_by === userKey }
    return { code, recordId, ...about, isRead: reading !== undefined, asked: reading?.asked ?? null }
  })
  const keyOf = (paper: (typeof fetch)[number]): string => `${paper.receivedAt === null ? '' : formatTime(paper.receivedAt).slice(0, 10)} ${paper.code}`
  const sorted = fetch.map((paper) => ({ paper, key: keyOf(paper) })).toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
  return { ...sampleOf(standing), draws: { H: [...draws.H], A: [...draws.A] }, fetch: sorted.map(({ paper }) => paper) }
}
