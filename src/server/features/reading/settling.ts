import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Difference, SettleRequest } from '#shared/features/reading/contract.ts'
import { Decision, decisionNames, differingSlots, isOpenDifference, ReadingKind, standingReadings } from '#shared/features/reading/rules.ts'
import { ScanState } from '#shared/features/reading/scanRules.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { AccountService } from '../account/service.ts'
import type { ActivityRecord, ActivityService } from '../activity/service.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { VotingService } from '../voting/service.ts'
import { picturesIn, votedScans } from './scans.ts'
import { about, placeOf, standingVotes } from './standing.ts'
import { readingStore, unsettled, type VoteOnPaper } from './store.ts'

export interface SettlingDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly accounts: Pick<AccountService, 'hasOther'>
  readonly activities: Pick<ActivityService, 'require' | 'requireStep' | 'ofKey'>
  readonly voting: Pick<VotingService, 'answersOf' | 'correct'>
}

/** The role that may decide on a difference. */
const SETTLER = 'manager'

type FoundReading = NonNullable<Awaited<ReturnType<ReturnType<typeof readingStore>['find']>>>

/** A reading pending a decision, with its vote. */
interface OpenReading {
  readonly kind: ReadingKind
  readonly vote: VoteOnPaper
  readonly reading: { readonly id: string; readonly by: number; readonly at: number; readonly answers: string }
  /** The users who sent a scan's pages, by key. */
  readonly senders: readonly number[]
  readonly pageIds: readonly string[]
  /** The slots that differ. */
  readonly places: readonly number[]
}

/** The readings of an activity pending a decision: second entries and scans in the order of places, then those of samples. */
async function openReadings(db: Kysely<Schema>, activityKey: number): Promise<OpenReading[]> {
  const store = readingStore(db)
  const none = { senders: [], pageIds: [] }
  const entries = (await standingVotes(db, activityKey)).flatMap(({ vote, open, scan }): OpenReading[] => {
    const entered = open.map((reading) => ({ ...none, kind: ReadingKind.secondEntry, vote, reading, places: differingSlots(vote.answers, reading.answers) }))
    if (scan?.state !== ScanState.different) return entered
    const { row, pictures, reading, differs } = scan
    const scanned = { id: row.readingId, by: row.readBy, at: row.readAt, answers: reading.answers }
    const of = { senders: pictures.map(({ by }) => by), pageIds: pictures.map(({ id }) => id) }
    return [...entered, { ...of, kind: ReadingKind.scan, vote, reading: scanned, places: differs }]
  })
  const drawn = await store.openOfSamples(activityKey)
  const votes = new Map((await store.votesOf(drawn.map(({ recordId }) => recordId))).map((vote) => [vote.id, vote]))
  const ofSamples = drawn.flatMap((reading): OpenReading[] => {
    const vote = votes.get(reading.recordId)
    return vote ? [{ ...none, kind: ReadingKind.sample, vote, reading, places: differingSlots(vote.answers, reading.answers) }] : []
  })
  return [...entries, ...ofSamples]
}

/** Returns the difference with its vote if it is pending a decision; else throws Refusal 409. */
async function requireOpen(tx: Transaction<Schema>, reading: FoundReading): Promise<VoteOnPaper> {
  const { public_id: readingId, activity_id, record_public_id: recordId } = reading
  const store = readingStore(tx)
  if (reading.kind === ReadingKind.scan) {
    const scan = [...(await votedScans(tx, activity_id)).values()].find(({ row, state }) => row.readingId === readingId && state === ScanState.different)
    const scanned = scan && (await store.vote(scan.row.recordId ?? ''))
    if (!scanned) throw new Refusal('reading.settled')
    return scanned
  }
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

/**
 * The reading to store the decision in. A scan's reading outlives its voided vote: a second decision is stored in a copy,
 * so that the first stays unchanged.
 */
async function toSettle(tx: Transaction<Schema>, reading: FoundReading): Promise<{ readonly key: number; readonly id: string }> {
  if (reading.decision === null) return { key: reading.id, id: reading.public_id }
  const { id: _key, ...copied } = reading
  const store = readingStore(tx)
  const id = newId()
  await store.insert({ ...copied, ...unsettled, public_id: id, record_public_id: '' })
  const copy = await store.find(id)
  return { key: copy?.id ?? 0, id }
}

/** Decisions of a third person on readings that differ from the recorded votes. */
export function createSettling({ database, clock, accounts, activities, voting }: SettlingDeps) {
  /** Whether an author of the record or the reading may not decide, as somebody else can. */
  const isForOthers = async (
    db: Parameters<AccountService['hasOther']>[0],
    { estate_id: estateKey }: Pick<ActivityRecord, 'estate_id'>,
    makers: readonly (number | null)[],
    { userKey }: Caller,
  ): Promise<boolean> =>
    makers.includes(userKey) &&
    (await accounts.hasOther(db, { lowest: SETTLER, exceptKeys: [userKey, ...makers.filter((maker) => maker !== null)], estateKey }))

  return {
    /**
     * The differing readings of an activity pending a decision: second entries and scans in the order of places, then those of samples.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async differences(activityId: string, caller: Caller): Promise<Difference[]> {
      const db = database.read
      const activity = await activities.require(db, activityId)
      const { slots } = await voting.answersOf(db, activityId, [])
      const open = await openReadings(db, activity.id)
      const names = await readingStore(db).names([...new Set(open.flatMap(({ vote, reading }) => [reading.by, vote.by ?? reading.by]))])
      const found: Difference[] = []
      for (const { kind, vote, reading, senders, pageIds, places } of open) {
        found.push({
          readingId: reading.id,
          kind,
          code: vote.code,
          place: placeOf(vote),
          record: { recordId: vote.id, answers: vote.answers, by: names.get(vote.by ?? 0) ?? '', at: vote.at },
          reading: { answers: reading.answers, by: names.get(reading.by) ?? '', at: reading.at },
          differs: slots.filter((_, place) => places.includes(place)).map(({ topicId, optionId }) => ({ topicId, optionId })),
          pageIds: [...pageIds],
          needsOther: await isForOthers(db, activity, [vote.by, reading.by, ...senders], caller),
        })
      }
      return found
    },

    /**
     * Decides on a difference: confirms the record, or voids it and enters it with other answers.
     *
     * @throws Refusal `reading.needlessAnswers`, `voting.otherTopics` (400), `reading.notFound` (404); 409 with `activity.wrongStatus`,
     * `reading.settled`, also if the vote was voided meanwhile, or `reading.notThird`; and as voiding and entering a vote
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
        // Records do not change after the end, but a sample's difference may still be decided in favour of the record.
        const isOfSample = reading.kind === ReadingKind.sample && !isCorrection
        const activity = await activities.requireStep(tx, activityId, isOfSample ? 'sample' : 'settleReading', caller)
        const vote = await requireOpen(tx, reading)
        const makers = [vote.by, reading.read_by, ...picturesIn(reading.pages).map(({ by }) => by)]
        if (await isForOthers(tx, activity, makers, caller)) throw new Refusal('reading.notThird')
        const isSelfSettled = makers.includes(caller.userKey)
        const correctedId = isCorrection ? await voting.correct(write, { activityId, recordId: vote.id, reason, choices }, caller) : ''
        const settled = await toSettle(tx, reading)
        await store.settle(settled.key, {
          record_public_id: vote.id,
          decision,
          corrected_public_id: correctedId,
          settled_by: caller.userKey,
          settled_at: clock.now(),
          settle_reason: reason,
          is_self_settled: isSelfSettled ? 1 : 0,
        })
        const before = { ...about(activity, vote), answers: reading.answers }
        const after = { ...before, decision: decisionNames[decision], reason, ...(isSelfSettled ? { selfsettled: true } : {}) }
        const state = await stateOf(tx, { readings: [settled.id] })
        journal.record({ caller, action: 'reading.settle', subject: settled.id, before, after, state })
      })
      return null
    },
  }
}
