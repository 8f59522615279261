import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { answerSlots } from '#shared/features/activity/rules.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import { proxyStatus, ProxyStatus } from '#shared/features/proxy/rules.ts'
import type { ReadSlot } from '#shared/features/reading/pageContract.ts'
import { ReadingKind } from '#shared/features/reading/rules.ts'
import {
  missingPages,
  paperReading,
  scanDiffers,
  scanState,
  withProxy,
  type PaperReading,
  type ScannedPlace,
  type ScanState,
  type SlotDoubt,
} from '#shared/features/reading/scanRules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Schema } from '../../database/schema.ts'
import { newId } from '../../kernel/ids.ts'
import type { ActivityRecord, ActivityService } from '../activity/service.ts'
import type { State } from '../journal/replay/state.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { scanStore, type ScanRow } from './scanStore.ts'
import { readingStore, unsettled } from './store.ts'

/** A picture used in a reading. */
export interface PictureOf {
  readonly id: string
  readonly page: number
  readonly count: number
  readonly sha256: string
  /** Key of the sender, and time. */
  readonly by: number
  readonly at: number
}

/** A scanned paper with its state. */
export interface ScannedBallot {
  readonly row: ScanRow
  readonly state: ScanState
  readonly isLate: boolean
  readonly hasProxy: boolean
  readonly pictures: readonly PictureOf[]
  readonly missing: readonly number[]
  readonly reading: PaperReading
  /** The slots at which its vote differs from an undoubted reading. */
  readonly differs: readonly number[]
}

export const placeOfScan = ({ period, zone, building, unit, room }: ScanRow): string =>
  placeInWords({ period: period ?? '', zone: zone ?? '', building: building ?? '', unit: unit ?? '', room: room ?? '' })

export const picturesIn = (pages: string): PictureOf[] => (pages === '' ? [] : (JSON.parse(pages) as PictureOf[])) // the program wrote it

/**
 * The scanned papers of an activity, or those with some codes, each with its state.
 *
 * @param now the time for expiry of proxies of ballots without a vote; otherwise the time of the vote counts
 */
export async function scannedBallots(
  db: Kysely<Schema>,
  activity: { readonly key: number; readonly endsAt: number },
  now: number,
  codes: readonly string[] | null = null,
): Promise<ScannedBallot[]> {
  const store = scanStore(db)
  const rows = await store.papers(activity.key, codes)
  const proxies = Map.groupBy(rows.length === 0 ? [] : await store.proxies(activity.key), ({ ballotKey }) => ballotKey)
  return rows.map((row) => {
    const at = row.recordId === null ? now : (row.votedAt ?? now)
    const hasProxy = (proxies.get(row.ballotKey) ?? []).some((proxy) => proxyStatus(proxy, at) === ProxyStatus.live)
    const pictures = picturesIn(row.pages)
    const missing = missingPages(pictures.map(({ page, count }) => ({ page, pageCount: count })))
    const read: PaperReading = { answers: row.answers, states: row.states, doubts: JSON.parse(row.doubts) as SlotDoubt[] } // the program wrote it
    const reading = hasProxy ? withProxy(read) : read
    const isLate = row.receivedAt !== null && row.receivedAt > activity.endsAt
    const decision = row.decidedRecordId === row.recordId ? row.decision : null
    const vote = row.recordId === null ? null : { answers: row.recordAnswers ?? '', decision }
    const state = scanState({ isDead: row.paperState === PaperState.spoiled, isLate, missing, reading, vote })
    return { row, state, isLate, hasProxy, pictures, missing, reading, differs: vote === null ? [] : scanDiffers(vote.answers, reading) }
  })
}

/** The same for those with a vote, by record id. */
export async function votedScans(db: Kysely<Schema>, activityKey: number): Promise<ReadonlyMap<string, ScannedBallot>> {
  const scans = await scannedBallots(db, { key: activityKey, endsAt: Infinity }, 0)
  return new Map(scans.flatMap((scan) => (scan.row.recordId === null ? [] : [[scan.row.recordId, scan] as const])))
}

/** The slots of an activity's answers, in order. */
export async function placesOf(activities: Pick<ActivityService, 'whole'>, db: Kysely<Schema>, activityId: string): Promise<ScannedPlace[]> {
  const { topics } = await activities.whole(db, activityId)
  return answerSlots(topics).map(({ topic, option }) => ({ topicId: topic.id, optionId: option?.id ?? '', seats: topic.seats }))
}

/** Combines the current pages of a paper into a reading; returns the state written to the tables. */
export async function readPaper(
  tx: Transaction<Schema>,
  activities: Pick<ActivityService, 'whole'>,
  activity: ActivityRecord,
  code: string,
  now: number,
): Promise<State> {
  const store = scanStore(tx)
  const found = code === '' ? [] : await store.pictures(activity.id, code)
  const ballot = found.length === 0 ? undefined : await store.ballotOf(activity.id, code)
  const newest = found.at(-1)
  if (!ballot || !newest) return {}
  const places = await placesOf(activities, tx, activity.public_id)
  const read = paperReading(
    places,
    found.map(({ page, pageCount, slots }) => ({ page, pageCount, slots: JSON.parse(slots) as ReadSlot[] })), // the program wrote it
  )
  const pictures: PictureOf[] = found.map(({ id, page, pageCount, sha256, by, at }) => ({ id, page, count: pageCount, sha256, by, at }))
  const id = newId()
  await readingStore(tx).insert({
    public_id: id,
    activity_id: activity.id,
    kind: ReadingKind.scan,
    ballot_id: ballot.key,
    record_public_id: '',
    code,
    answers: read.answers,
    read_by: newest.by,
    read_at: now,
    sample_id: null,
    asked: null,
    way: null,
    remark: '',
    ...unsettled,
    pages: JSON.stringify(pictures),
    states: read.states,
    doubts: JSON.stringify(read.doubts),
  })
  return stateOf(tx, { readings: [id] })
}

/**
 * Deletes the readings based on a page that is deleted.
 *
 * @returns their ids
 * @throws Refusal `reading.counted` (409) if any vote, even a void one, was confirmed from one of them
 */
export async function removeReadingsOf(
  tx: Transaction<Schema>,
  activityKey: number,
  page: { readonly public_id: string; readonly code: string },
): Promise<string[]> {
  const store = scanStore(tx)
  const resting = (await store.readingsOf(activityKey, page.code)).filter(({ pages }) => picturesIn(pages).some(({ id }) => id === page.public_id))
  const ids = resting.map(({ public_id }) => public_id)
  if (await store.isConfirmed(ids)) throw new Refusal('reading.counted')
  await store.remove(resting.map(({ id }) => id))
  return ids
}
