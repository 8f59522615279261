import type { Kysely, Transaction } from 'kysely'
import type { Page } from '#shared/contract/page.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Difference, DuePaper, Entered, EnterRequest, SecondEntries, SettleRequest } from '#shared/features/reading/contract.ts'
import { Decision, decisionNames, differingSlots, isOpenDifference, ReadingKind, standingReadings } from '#shared/features/reading/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { AccountService } from '../account/service.ts'
import { inJournal, type ActivityRecord, type ActivityService } from '../activity/service.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import { stateOf } from '../audit/replay/stateStore.ts'
import type { SampleService } from '../sample/service.ts'
import type { VotingService } from '../voting/service.ts'
import { sampleReadings, unsettled } from './ofSamples.ts'
import { secondEntrySums, standingVotes } from './standing.ts'
import { readingStore, type VoteOnPaper } from './store.ts'

export interface SecondEntryDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly accounts: Pick<AccountService, 'hasOther'>
  readonly activities: ActivityService
  readonly voting: Pick<VotingService, 'answersOf' | 'ballotOfCode' | 'correct'>
  readonly samples: Pick<SampleService, 'requireDrawn'>
}

/** Who may decide on a difference. */
const SETTLER = 'manager'

const placeOf = ({ period, zone, building, unit, room }: VoteOnPaper): string =>
  placeInWords({ period: period ?? '', zone: zone ?? '', building: building ?? '', unit: unit ?? '', room: room ?? '' })

/** Which activity and vote an entry of the journal is about. */
const about = (activity: ActivityRecord, vote: VoteOnPaper) => ({
  ...inJournal(activity),
  place: placeOf(vote),
  ownerName: vote.ownerName ?? '',
  ballotId: vote.ballotId,
  ballotAreaHundredths: vote.areaHundredths,
  markedCode: vote.code,
})

/** 双人复录 (`reading.md` section 4): a second person reads a paper, a third one settles what differs. */
export function createSecondEntries(deps: SecondEntryDeps) {
  return { ...createEntering(deps), ...createSettling(deps) }
}
export type SecondEntryService = ReturnType<typeof createSecondEntries>

type FoundReading = NonNullable<Awaited<ReturnType<ReturnType<typeof readingStore>['find']>>>

function createEntering({ database, clock, activities, voting, samples }: SecondEntryDeps) {
  /** The same of a paper that a sample drew: compared with the frozen list, and neither is told. */
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
     * Keeps what a second person read from a paper, and says where its vote on record differs.
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
        })
        const places = differingSlots(vote.answers, answers)
        const isSame = places.length === 0
        const after = { ...about(activity, vote), answers, isSame }
        const state = await stateOf(tx, { readings: [readingId] })
        journal.record({ caller, action: 'reading.enter', subject: readingId, before: null, after, state })
        return { readingId, isSame, differs: slots.filter((_, place) => places.includes(place)).map(({ topicId, optionId }) => ({ topicId, optionId })) }
      })
    },

    /**
     * The papers that wait for a second entry, but for those that the caller entered first; none where nobody asked for any.
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
     * How far the second entries are.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async summary(activityId: string): Promise<{ second: SecondEntries }> {
      const activity = await activities.require(database.read, activityId)
      return { second: secondEntrySums(await standingVotes(database.read, activity.id), activity.second_entry === 1) }
    },
  }
}

/** The readings of an activity that wait for a decision, each with its vote: second entries in the order of places, then those of samples. */
async function openReadings(db: Kysely<Schema>, activityKey: number) {
  const store = readingStore(db)
  const entries = (await standingVotes(db, activityKey)).flatMap(({ vote, open }) => open.map((reading) => ({ kind: ReadingKind.secondEntry, vote, reading })))
  const drawn = await store.openOfSamples(activityKey)
  const votes = new Map((await store.votesOf(drawn.map(({ recordId }) => recordId))).map((vote) => [vote.id, vote]))
  const ofSamples = drawn.flatMap((reading) => {
    const vote = votes.get(reading.recordId)
    return vote ? [{ kind: ReadingKind.sample, vote, reading }] : []
  })
  return [...entries, ...ofSamples]
}

function createSettling({ database, clock, accounts, activities, voting }: SecondEntryDeps) {
  /** Whether one who made record or reading may not decide, for somebody else may. */
  const isForOthers = async (db: Parameters<AccountService['hasOther']>[0], makers: readonly (number | null)[], { userKey }: Caller): Promise<boolean> =>
    makers.includes(userKey) && (await accounts.hasOther(db, SETTLER, [userKey, ...makers.filter((maker) => maker !== null)]))

  /** The difference with its vote, where it waits for a decision; else a refusal 409. */
  async function requireOpen(tx: Transaction<Schema>, reading: FoundReading): Promise<VoteOnPaper> {
    const { public_id: readingId, activity_id, record_public_id: recordId } = reading
    const store = readingStore(tx)
    const vote = await store.vote(recordId)
    if (reading.kind === ReadingKind.sample) {
      if (!vote || !isOpenDifference(vote.answers, reading)) throw new Refusal('reading.settled')
      return vote
    }
    const standing = standingReadings(await store.secondEntriesOf(activity_id, recordId))
    const entry = standing.find(({ id }) => id === readingId)
    if (!vote || !entry || !isOpenDifference(vote.answers, entry)) throw new Refusal('reading.settled')
    return vote
  }

  return {
    /**
     * The readings of an activity that differ and wait for a decision: second entries in the order of places, then those of samples.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async differences(activityId: string, caller: Caller): Promise<Difference[]> {
      const db = database.read
      const activity = await activities.require(db, activityId)
      const open = await openReadings(db, activity.id)
      const names = await readingStore(db).names([...new Set(open.flatMap(({ vote, reading }) => [reading.by, vote.by ?? reading.by]))])
      const found: Difference[] = []
      for (const { kind, vote, reading } of open) {
        found.push({
          readingId: reading.id,
          kind,
          code: vote.code,
          place: placeOf(vote),
          record: { recordId: vote.id, answers: vote.answers, by: names.get(vote.by ?? 0) ?? '', at: vote.at },
          reading: { answers: reading.answers, by: names.get(reading.by) ?? '', at: reading.at },
          pageIds: [],
          needsOther: await isForOthers(db, [vote.by, reading.by], caller),
        })
      }
      return found
    },

    /**
     * Decides on a difference: the record is right, or it is voided and entered anew.
     *
     * @throws Refusal `reading.needlessAnswers`, `voting.otherTopics` (400), `reading.notFound` (404); 409 with `activity.wrongStatus`,
     * `reading.settled`, also where the vote was voided meanwhile, or `reading.notThird`; and as a vote that is voided and entered
     */
    async settle({ readingId, decision, choices, reason }: SettleRequest, caller: Caller): Promise<null> {
      const isCorrection = decision === Decision.recordIsCorrected
      if (!isCorrection && choices.length > 0) throw new Refusal('reading.needlessAnswers')
      await database.write(async (write) => {
        const { tx, journal } = write
        const store = readingStore(tx)
        const reading = await store.find(readingId)
        if (!reading) throw new Refusal('reading.notFound')
        const { public_id: activityId } = await activities.ofKey(tx, reading.activity_id)
        if (isCorrection) await voting.answersOf(tx, activityId, choices)
        // After the end nothing of a record changes, but what a sample found may still be found right.
        const isOfSample = reading.kind === ReadingKind.sample && !isCorrection
        const activity = await activities.requireStep(tx, activityId, isOfSample ? 'sample' : 'settleReading', caller)
        const vote = await requireOpen(tx, reading)
        const makers = [vote.by, reading.read_by]
        if (await isForOthers(tx, makers, caller)) throw new Refusal('reading.notThird')
        const isSelfSettled = makers.includes(caller.userKey)
        const correctedId = isCorrection ? await voting.correct(write, { activityId, recordId: vote.id, reason, choices }, caller) : ''
        await store.settle(reading.id, {
          decision,
          corrected_public_id: correctedId,
          settled_by: caller.userKey,
          settled_at: clock.now(),
          settle_reason: reason,
          is_self_settled: isSelfSettled ? 1 : 0,
        })
        const before = { ...about(activity, vote), answers: reading.answers }
        const after = { ...before, decision: decisionNames[decision], reason, ...(isSelfSettled ? { selfsettled: true } : {}) }
        const state = await stateOf(tx, { readings: [readingId] })
        journal.record({ caller, action: 'reading.settle', subject: readingId, before, after, state })
      })
      return null
    },
  }
}
