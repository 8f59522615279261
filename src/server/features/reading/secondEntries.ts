import type { Page } from '#shared/contract/page.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { DuePaper, Entered, EnterRequest, ReadingSummary } from '#shared/features/reading/contract.ts'
import { differingSlots, ReadingKind } from '#shared/features/reading/rules.ts'
import { ScanState } from '#shared/features/reading/scanRules.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { inJournal, type ActivityService } from '../activity/service.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { SampleService } from '../sample/service.ts'
import type { VotingService } from '../voting/service.ts'
import { sampleReadings } from './ofSamples.ts'
import { scannedBallots } from './scans.ts'
import { createScanning, type ScanDeps } from './scanning.ts'
import { scanStore } from './scanStore.ts'
import { createSettling, type SettlingDeps } from './settling.ts'
import { about, placeOf, secondEntrySums, standingVotes } from './standing.ts'
import { readingStore, unscanned, unsettled } from './store.ts'

export interface SecondEntryDeps extends SettlingDeps {
  readonly activities: ActivityService
  readonly voting: Pick<VotingService, 'answersOf' | 'ballotOfCode' | 'correct'>
  readonly samples: Pick<SampleService, 'requireDrawn'>
}

/** 票面读数 (`reading.md` sections 3 and 4): scanned papers, second readings by another person, and decisions of a third on differences. */
export function createReadings(deps: SecondEntryDeps & ScanDeps) {
  return { ...createEntering(deps), ...createProgress(deps), ...createSettling(deps), ...createScanning(deps) }
}
export type ReadingService = ReturnType<typeof createReadings>

function createEntering({ database, clock, activities, voting, samples }: SecondEntryDeps) {
  /** The same for a paper drawn by a sample: compared with the frozen list, without disclosing the result. */
  async function enterSampled({ activityId, sampleId, code, choices, hasNoPaper }: EnterRequest, caller: Caller): Promise<Entered> {
    return database.write(async ({ tx, journal }) => {
      const { answers } = await voting.answersOf(tx, activityId, choices)
      const activity = await activities.requireStep(tx, activityId, 'sample', caller)
      const drawn = await samples.requireDrawn(tx, { id: sampleId, activityKey: activity.id, code }, caller)
      if (drawn.makerKey === caller.userKey) throw new Refusal('reading.ownRecord')
      const vote = await readingStore(tx).vote(drawn.recordId)
      const readingId = newId()
      await sampleReadings.add(tx, {
        ...drawn,
        id: readingId,
        activityKey: activity.id,
        answers: hasNoPaper ? null : answers,
        asked: null,
        way: null,
        remark: '',
        by: caller.userKey,
        at: clock.now(),
      })
      const after = { ...(vote ? about(activity, vote) : inJournal(activity)), answers: hasNoPaper ? '' : answers }
      journal.record({ caller, action: 'reading.enter', subject: readingId, before: null, after, state: await stateOf(tx, { readings: [readingId] }) })
      return { readingId }
    })
  }

  return {
    /**
     * Stores a second person's reading of a paper, and returns where its recorded vote differs.
     *
     * @throws Refusal `activity.notFound` (404), `voting.otherTopics` (400), `activity.wrongStatus` (409), `voting.unknownCode` (404),
     * `paper.spoiled`, `paper.replaced` (409), `reading.noVote` (404), `reading.ownRecord` (409), in this order
     */
    async enter(request: EnterRequest, caller: Caller): Promise<Entered> {
      const { activityId, code, kind, choices } = request
      if (kind === ReadingKind.sample) return enterSampled(request, caller)
      return database.write(async ({ tx, journal }) => {
        const { activity: found, answers, slots } = await voting.answersOf(tx, activityId, choices)
        const activity = await activities.requireStep(tx, activityId, 'enterReading', caller)
        const ballot = await voting.ballotOfCode(tx, found, code)
        const store = readingStore(tx)
        const vote = ballot?.live?.status === BallotState.voted ? await store.vote(ballot.live.id) : undefined
        if (!ballot || !vote) throw new Refusal('reading.noVote')
        if (vote.by === caller.userKey) throw new Refusal('reading.ownRecord')
        const readingId = newId()
        await store.insert({
          public_id: readingId,
          activity_id: activity.id,
          kind,
          ballot_id: ballot.key,
          record_public_id: vote.id,
          code: vote.code,
          answers,
          read_by: caller.userKey,
          read_at: clock.now(),
          sample_id: null,
          asked: null,
          way: null,
          remark: '',
          ...unsettled,
          ...unscanned,
        })
        const places = differingSlots(vote.answers, answers)
        const isSame = places.length === 0
        const after = { ...about(activity, vote), answers, isSame }
        const state = await stateOf(tx, { readings: [readingId] })
        journal.record({ caller, action: 'reading.enter', subject: readingId, before: null, after, state })
        return { readingId, isSame, differs: slots.filter((_, place) => places.includes(place)).map(({ topicId, optionId }) => ({ topicId, optionId })) }
      })
    },
  }
}

function createProgress({ database, clock, activities }: Pick<SecondEntryDeps, 'database' | 'clock' | 'activities'>) {
  return {
    /**
     * The papers due for a second entry, except those first entered by the caller; empty if none are required.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async due(
      { activityId, pageNo, pageSize }: { readonly activityId: string; readonly pageNo: number; readonly pageSize: number },
      { userKey }: Caller,
    ): Promise<Page<DuePaper>> {
      const activity = await activities.require(database.read, activityId)
      if (activity.second_entry !== 1) return { rows: [], total: 0 }
      const due = (await standingVotes(database.read, activity.id)).filter(({ vote, state }) => state === 'due' && vote.by !== userKey)
      const shown = due.slice((pageNo - 1) * pageSize, pageNo * pageSize)
      return { rows: shown.map(({ vote }) => ({ code: vote.code, place: placeOf(vote) })), total: due.length }
    },

    /**
     * The progress of second entries, and the scanned papers by state.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async summary(activityId: string): Promise<ReadingSummary> {
      const db = database.read
      const activity = await activities.require(db, activityId)
      const scans = await scannedBallots(db, { key: activity.id, endsAt: activity.ends_at }, clock.now())
      const countOf = (state: ScanState): number => scans.filter((scan) => scan.state === state).length
      return {
        ...(await scanStore(db).counts(activity.id)),
        scanned: scans.length,
        confirmable: countOf(ScanState.confirmable),
        open: countOf(ScanState.open),
        incomplete: countOf(ScanState.incomplete),
        same: countOf(ScanState.same),
        different: countOf(ScanState.different),
        settled: countOf(ScanState.settled),
        dead: countOf(ScanState.dead),
        second: secondEntrySums(await standingVotes(db, activity.id), activity.second_entry === 1),
      }
    },
  }
}
