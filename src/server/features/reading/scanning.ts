import type { Transaction } from 'kysely'
import { Refusal, sentenceFor } from '#shared/contract/refusals.ts'
import type { ConfirmRequest, PapersRequest, ScanCounts, ScannedPaper } from '#shared/features/reading/scanContract.ts'
import { doubtfulPlaces, doubtsByPlace, inScanOrder, isRead, ScanState, SCAN_STATES } from '#shared/features/reading/scanRules.ts'
import { SlotState } from '#shared/features/reading/pageRules.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import type { Schema } from '../../database/schema.ts'
import type { Choice } from '#shared/features/voting/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { WatchedSearch } from '../../search/watchedSearch.ts'
import { inJournal, type ActivityRecord, type ActivityService } from '../activity/service.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import type { PaperService } from '../paper/service.ts'
import type { VotingService } from '../voting/service.ts'
import { placeOfScan, placesOf, scannedBallots, type ScannedBallot } from './scans.ts'
import { scanStore, type ScanRow } from './scanStore.ts'
import { readingStore } from './store.ts'

export interface ScanDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly activities: ActivityService
  readonly papers: Pick<PaperService, 'deadSentence' | 'layoutOf'>
  readonly search: WatchedSearch
  readonly voting: Pick<VotingService, 'answersOf' | 'freeBallots' | 'confirm'>
}

/** 扫描唱票 (`reading.md` section 3): recognized papers, proposed as votes and compared with existing ones. */
export function createScanning(deps: ScanDeps) {
  return { ...createScanList(deps), ...createConfirming(deps) }
}

function createScanList({ database, clock, activities, papers, search }: ScanDeps) {
  /** The page of the paper with each slot. */
  async function pageOfPlaces(activity: ActivityRecord): Promise<ReadonlyMap<string, number>> {
    const layout = await papers.layoutOf(database.read, activity.id)
    const boxes = (layout?.layout.pages ?? []).flatMap((page, index) => page.boxes.map((box) => [`${box.topicId} ${box.optionId ?? ''}`, index + 1] as const))
    return new Map(boxes)
  }

  /** The filter of papers: with a property in the branch, and matching the condition by a property or a part of the code. */
  async function filterOf(activity: ActivityRecord, { path, condition }: Pick<PapersRequest, 'path' | 'condition'>, caller: Caller) {
    if (path === '' && condition === '') return () => true
    const properties = await scanStore(database.read).properties(activity.id)
    const parts = path === '' ? [] : path.split(PATH_SEPARATOR)
    const inBranch = new Set(
      properties
        .filter(({ period, zone, building, unit }) => parts.every((part, depth) => [period, zone, building, unit][depth] === part))
        .map(({ ballotKey }) => ballotKey),
    )
    if (condition === '') return ({ ballotKey }: ScanRow) => inBranch.has(ballotKey)
    const keys = new Set((await search.find(database.read, { kind: 'roster', key: activity.id }, { condition }, caller)).keys)
    const found = new Set(properties.filter(({ key }) => keys.has(key)).map(({ ballotKey }) => ballotKey))
    const code = condition.toUpperCase()
    return (row: ScanRow) => inBranch.has(row.ballotKey) && (found.has(row.ballotKey) || row.code.includes(code))
  }

  return {
    /**
     * Scanned papers with their states.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async papers({ activityId, state, path, condition, pageNo, pageSize }: PapersRequest, caller: Caller) {
      const db = database.read
      const activity = await activities.require(db, activityId)
      const isWanted = await filterOf(activity, { path, condition }, caller)
      const all = (await scannedBallots(db, { key: activity.id, endsAt: activity.ends_at }, clock.now())).filter(({ row }) => isWanted(row))
      const counts = Object.fromEntries(SCAN_STATES.map((each) => [each, all.filter((scan) => scan.state === each).length])) as ScanCounts // of all states
      const listed = all
        .filter((scan) => state === null || scan.state === state)
        .map((scan) => ({ scan, state: scan.state, answers: scan.reading.answers, code: scan.row.code }))
        .toSorted(inScanOrder)
      const shown = listed.slice((pageNo - 1) * pageSize, pageNo * pageSize).map(({ scan }) => scan)
      const keys = shown.flatMap(({ row, pictures }) => [row.votedBy ?? row.readBy, ...pictures.map(({ by }) => by)])
      const names = await readingStore(db).names([...new Set(keys)])
      const places = await placesOf(activities, db, activityId)
      const pageOf = await pageOfPlaces(activity)
      const rows = shown.map((scan) => toPaper(scan, { places, pageOf, names }))
      return { rows, total: listed.length, counts }
    },
  }
}

interface Shown {
  readonly places: Awaited<ReturnType<typeof placesOf>>
  readonly pageOf: ReadonlyMap<string, number>
  readonly names: ReadonlyMap<number, string>
}

function toPaper({ row, state, isLate, pictures, missing, reading, differs }: ScannedBallot, { places, pageOf, names }: Shown): ScannedPaper {
  const doubts = doubtsByPlace(reading)
  const slots = places.flatMap(({ topicId, optionId }, place) => {
    const read = reading.states[place]
    if (read === undefined || !isRead(read)) return []
    const slotState = read === '1' ? SlotState.clear : read === '2' ? SlotState.blank : SlotState.doubt
    const answer = slotState === SlotState.doubt ? null : Number(reading.answers[place])
    return [{ topicId, optionId, state: slotState, answer, why: doubts[place] ?? '', page: pageOf.get(`${topicId} ${optionId}`) ?? 0 }]
  })
  return {
    code: row.code,
    ballotId: row.ballotId,
    place: placeOfScan(row),
    ballotNumber: row.ballotNumber,
    areaHundredths: row.areaHundredths,
    paperState: row.paperState,
    isLate,
    state,
    readingId: row.readingId,
    pages: pictures.map(({ id, page, by, at }) => ({ id, page, by: names.get(by) ?? '', at })),
    missing: [...missing],
    slots,
    record:
      row.recordId === null
        ? null
        : {
            recordId: row.recordId,
            by: names.get(row.votedBy ?? 0) ?? '',
            at: row.votedAt,
            differs: places.flatMap(({ topicId, optionId }, place) => (differs.includes(place) ? [{ topicId, optionId }] : [])),
          },
  }
}

function createConfirming({ database, clock, activities, papers, voting }: ScanDeps) {
  /** Returns the papers if each is still offered, unchanged since the caller saw it. */
  async function requireOffered(tx: Transaction<Schema>, activity: ActivityRecord, asked: ConfirmRequest['papers']) {
    const codes = asked.map(({ code }) => code)
    const scans = await scannedBallots(tx, { key: activity.id, endsAt: activity.ends_at }, clock.now(), codes)
    const byCode = new Map(scans.map((scan) => [scan.row.code, scan]))
    for (const code of codes) {
      const sentence = await papers.deadSentence(tx, activity.id, code)
      if (sentence === null) throw new Refusal('voting.unknownCode')
      if (sentence !== '') throw new Refusal('reading.notCountable', { sentence })
    }
    const free = await voting.freeBallots(tx, activity.public_id, codes)
    const offered: ScannedBallot[] = []
    for (const { code, readingId } of asked) {
      const scan = byCode.get(code)
      if (!scan || scan.row.readingId !== readingId) throw new Refusal('reading.updated')
      if (scan.state === ScanState.dead) throw new Refusal('reading.notCountable', { sentence: sentenceFor('voting.receivedOutsideTime') })
      if (scan.state === ScanState.incomplete) throw new Refusal('reading.pageMissing', { pages: scan.missing })
      if (scan.hasProxy) throw new Refusal('reading.hasProxy')
      offered.push(scan)
    }
    return { free, offered }
  }

  /** The paper's answers: as recognized, overridden by a person's in any row. */
  async function answersOf(tx: Transaction<Schema>, activityId: string, { reading }: ScannedBallot, choices: readonly Choice[] | null): Promise<string> {
    if (choices === null && reading.doubts.length === 0) return reading.answers
    const { slots, answers } = await voting.answersOf(tx, activityId, choices ?? [])
    const named = new Set((choices ?? []).map(({ topicId, optionId }) => `${topicId} ${optionId}`))
    const isNamed = slots.map(({ topicId, optionId }) => named.has(`${topicId} ${optionId}`))
    if (doubtfulPlaces(reading.states).some((place) => isNamed[place] !== true)) throw new Refusal('voting.otherTopics')
    return Array.from(reading.answers, (answer, place) => (isNamed[place] === true ? (answers[place] ?? '0') : answer)).join('')
  }

  return {
    /**
     * Casts the recognized and reviewed papers, all or none, like the desk in 投票中 and a tally in 唱票中.
     *
     * @returns the records' ids, in the order of the papers
     * @throws Refusal `reading.samePaper`, `reading.oneByOne`, `voting.otherTopics` (400), `activity.notFound`,
     * `voting.unknownCode` (404); 402 with `reading.notCountable`, `reading.pageMissing`, `reading.hasProxy`; 409 with
     * `activity.wrongStatus`, `voting.alreadyVoted`, `reading.updated`; and as entering a vote
     */
    async confirm({ activityId, papers: asked, receivedAt, channel }: ConfirmRequest, caller: Caller): Promise<{ recordIds: string[] }> {
      if (new Set(asked.map(({ code }) => code)).size < asked.length) throw new Refusal('reading.samePaper')
      return database.write(async (write) => {
        const { tx, journal } = write
        const activity = await activities.requireStep(tx, activityId, 'readPages', caller)
        const { free, offered } = await requireOffered(tx, activity, asked)
        const votes: { code: string; answers: string; readingId: string }[] = []
        for (const [place, scan] of offered.entries()) {
          const choices = asked[place]?.choices ?? null
          if (asked.length > 1 && (choices !== null || scan.state !== ScanState.confirmable)) throw new Refusal('reading.oneByOne')
          const { code, readingId } = scan.row
          votes.push({ code, readingId, answers: await answersOf(tx, activityId, scan, choices) })
        }
        const recordIds = await voting.confirm(write, free, { votes, receivedAt, channel }, caller)
        for (const [place, { row, pictures }] of offered.entries()) {
          const after = {
            ...inJournal(activity),
            place: placeOfScan(row),
            ownerName: row.ownerName ?? '',
            ballotId: row.ballotId,
            ballotAreaHundredths: row.areaHundredths,
            markedCode: row.code,
            answers: votes[place]?.answers ?? '',
            recordId: recordIds[place] ?? '',
            scannedPages: pictures.map(({ page, sha256 }) => `${page} ${sha256}`),
          }
          journal.record({ caller, action: 'reading.confirm', subject: row.readingId, before: null, after })
        }
        return { recordIds }
      })
    },
  }
}
