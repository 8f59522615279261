import { Refusal, type PlainReason, type ValuesOf } from '#shared/contract/refusals.ts'
import type { Kysely, Transaction } from 'kysely'
import { chinaMidnight } from '#shared/contract/values.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { BallotCounts, DeskCounts, MarkRequest, TallyRequest, VoteRecord, VoteRequest } from '#shared/features/voting/contract.ts'
import { NO_REASON } from '#shared/features/voting/rules.ts'
import type { JournaledDatabase, Write } from '../audit/journal.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { PropertySearch } from '../../search/propertySearch.ts'
import type { Slot } from '../activity/rules.ts'
import type { ActivityService } from '../activity/service.ts'
import type { BallotService } from '../ballot/service.ts'
import { createDesk } from './desk.ts'
import { createLayouts } from './layouts.ts'
import { createOverview } from './overview.ts'
import { freeBallot, papersToTally, type Paper } from './papers.ts'
import { codesRefusal, decodeAnswers, encodeAnswers, takenBallot, unmarkRefusal, voidRefusal, votingRefusal } from './rules.ts'
import { votingStore, type FoundRecord } from './store.ts'
import { type FoundActivity, type FoundBallot } from './situationQueries.ts'
import { type NewRecord } from './recordWrites.ts'

export interface VotingDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly activities: ActivityService
  readonly ballots: BallotService
  readonly search: PropertySearch
}

/** A vote as it is about to be stored. */
interface Vote {
  readonly action: 'voting.complete' | 'voting.tally'
  readonly answers: string
  readonly voterName: string
  readonly voterPhone: string
  readonly voterIdNumber: string
}

/** Which activity, ballot and house an entry of the journal is about. */
const about = (activity: Pick<FoundActivity, 'id' | 'title'>, ballot: Pick<FoundBallot, 'id' | 'areaHundredths' | 'property'>) => ({
  activityId: activity.id,
  activityTitle: activity.title,
  place: ballot.property?.place ?? '',
  ownerName: ballot.property?.ownerName ?? '',
  ballotId: ballot.id,
  ballotAreaHundredths: ballot.areaHundredths,
})
/** The same of a record that is there already; its house may have left the roster since. */
const aboutRecord = (row: FoundRecord) => ({
  activityId: row.activity,
  activityTitle: row.title,
  place: placeInWords({ period: row.period ?? '', zone: row.zone ?? '', building: row.building ?? '', unit: row.unit ?? '', room: row.room ?? '' }),
  ownerName: row.owner_name ?? row.voter_name,
  ballotId: row.ballot,
  ballotAreaHundredths: row.area_hundredths,
})

function toRecord(row: FoundRecord, slots: readonly Slot[]): VoteRecord {
  return {
    id: row.public_id,
    offlineId: row.public_id,
    status: row.status,
    source: row.source,
    ballotId: row.ballot,
    markedCode: row.marked_code,
    propertyId: row.property_public_id,
    voterName: row.voter_name,
    voterPhone: row.voter_phone,
    voterIdNumber: row.voter_id_number,
    creator: row.maker,
    createdAt: row.created_at,
    operator: row.voter ?? row.maker,
    operatedAt: row.voted_at ?? row.created_at,
    desk: row.desk,
    voidedBy: row.voider ?? '',
    voidedAt: row.voided_at,
    voidReason: row.void_reason,
    choices: decodeAnswers(slots, row.answers),
  }
}

/** Throws where a rule says no; the status and the step are for a step that the status does not allow. */
function unless(reason: PlainReason | 'activity.wrongStatus' | null, wrongStatus: ValuesOf<'activity.wrongStatus'>): void {
  if (reason !== null) throw new Refusal(reason, wrongStatus)
}

/** Marking, voting, tallying, voiding, and what the desk asks for: `wire.md` section 6. */
export function createVotingService({ database, clock, activities, ballots, search }: VotingDeps) {
  const layouts = createLayouts((db, activityKey) => activities.slots(db, activityKey))

  /** A record that is not stored yet, of a ballot that has no live one. */
  function newRecord(activity: FoundActivity, { ballot, markedCode }: Paper, caller: Caller, now: number): NewRecord {
    return {
      public_id: newId(),
      activity_id: activity.key,
      ballot_id: ballot.key,
      status: 0,
      marked_code: markedCode,
      answers: '',
      area_hundredths: ballot.areaHundredths,
      property_public_id: ballot.property?.propertyId ?? '',
      voter_name: ballot.property?.ownerName ?? '',
      voter_phone: ballot.property?.phone ?? '',
      voter_id_number: ballot.property?.idNumber ?? '',
      source: 'mark',
      created_by: caller.userKey,
      created_at: now,
      voted_by: null,
      voted_at: null,
      voided_by: null,
      voided_at: null,
      void_reason: '',
      desk: caller.desk,
    }
  }

  /** A refusal 409 that says whose records stand in the way: of which house, made by whom, when and at which desk. */
  async function standsInTheWay(tx: Transaction<Schema>, reason: 'voting.alreadyVoted' | 'voting.codeTaken', recordKeys: readonly number[]): Promise<Refusal> {
    return new Refusal(reason, { taken: (await votingStore(tx).standing(recordKeys)).map(takenBallot) })
  }

  /** The ballots that were named, all of which may be voted with; else a refusal for the first that may not, naming all that have a vote. */
  async function requireFree(tx: Transaction<Schema>, named: readonly (FoundBallot | undefined)[]): Promise<FoundBallot[]> {
    const voted = named.flatMap((ballot) => (ballot?.live?.status === BallotState.voted ? [ballot.live.key] : []))
    const [first] = named.filter((ballot) => ballot === undefined || ballot.isEnded || ballot.live?.status === BallotState.voted)
    if (first?.live?.status === BallotState.voted && !first.isEnded) throw await standsInTheWay(tx, 'voting.alreadyVoted', voted)
    return named.map((ballot) => freeBallot(ballot))
  }

  /**
   * Stores one vote for every ballot named: a marked one's record becomes the vote, another gets a record.
   *
   * Answers the records' ids in the order of the ballots. Where no voter is named the owner in the roster counts as one.
   */
  async function cast({ tx, journal }: Write, activity: FoundActivity, papers: readonly Paper[], vote: Vote, caller: Caller): Promise<string[]> {
    const now = clock.now()
    const voter = vote.voterName === '' ? {} : { voter_name: vote.voterName, voter_phone: vote.voterPhone, voter_id_number: vote.voterIdNumber }
    const voted = {
      ...voter,
      status: 1,
      answers: vote.answers,
      source: vote.action === 'voting.tally' ? 'tally' : 'desk',
      voted_by: caller.userKey,
      voted_at: now,
      desk: caller.desk,
    } as const
    const store = votingStore(tx)
    const added: NewRecord[] = []
    const completed: number[] = []
    const recordIds = papers.map((paper) => {
      const { live } = paper.ballot
      if (live) {
        completed.push(live.key)
        return live.id
      }
      const record = { ...newRecord(activity, paper, caller, now), ...voted }
      added.push(record)
      return record.public_id
    })
    if (added.length > 0) await store.insertRecords(added)
    if (completed.length > 0) await store.updateRecords(completed, voted)
    for (const [index, { ballot, markedCode }] of papers.entries()) {
      const { live } = ballot
      const named = about(activity, ballot)
      const before = live && { ...named, status: live.status, markedCode: live.markedCode, answers: '' }
      const after = {
        ...named,
        status: 1,
        markedCode: live?.markedCode ?? markedCode,
        answers: vote.answers,
        voterName: vote.voterName,
        voterPhone: vote.voterPhone,
        voterIdNumber: vote.voterIdNumber,
      }
      journal.record({ caller, action: vote.action, subject: recordIds[index] ?? '', before, after })
    }
    return recordIds
  }

  const voteOf = (action: Vote['action'], answers: string, { voterName, voterPhone, voterIdNumber }: Omit<TallyRequest, 'ballotIds'>): Vote => ({
    action,
    answers,
    voterName,
    voterPhone,
    voterIdNumber,
  })

  /** The records of one activity as the wire has them. */
  async function toRecords(db: Kysely<Schema>, activityId: string, rows: readonly FoundRecord[]): Promise<VoteRecord[]> {
    const [first] = rows
    if (!first) return []
    const slots = await layouts.of(db, { key: first.activity_id, id: activityId, status: first.activity_status, updatedAt: first.activity_updated_at })
    return rows.map((row) => toRecord(row, slots))
  }

  return {
    /** Gives a ballot a code under which it is tallied later; a ballot that has one gets the new one. */
    async mark({ ballotId, activityId, markedCode, propertyId }: MarkRequest, caller: Caller): Promise<{ recordId: string; status: 0 }> {
      if (ballotId === '') throw new Refusal('ballot.none')
      return database.write(async ({ tx, journal }) => {
        const store = votingStore(tx)
        const situation = await store.ballotsNamed(activityId, [ballotId], propertyId)
        if (!situation) throw new Refusal('activity.notFound')
        const { activity } = situation
        unless(votingRefusal(activity, clock.now(), 'mark'), { status: activity.status, step: 'mark' })
        const [ballot] = await requireFree(tx, [situation.ballots[0]])
        if (!ballot) throw new Refusal('ballot.notFound')
        const property = propertyId === '' && ballot.live ? ballot.live.propertyId : (ballot.property?.propertyId ?? '')
        // By its id in the registry or in the roster, as everywhere.
        if (propertyId !== '' && propertyId !== property && propertyId !== ballot.property?.rosterPropertyId) throw new Refusal('ballot.notOnIt')
        const holder = await store.holderOfCode(activity.key, markedCode)
        if (holder !== undefined && holder.ballot_id !== ballot.key) throw await standsInTheWay(tx, 'voting.codeTaken', [holder.id])

        const { live } = ballot
        const after = { ...about(activity, ballot), status: 0, markedCode }
        if (!live) {
          const record = newRecord(activity, { ballot, markedCode }, caller, clock.now())
          await store.insertRecords([record])
          journal.record({ caller, action: 'voting.mark', subject: record.public_id, before: null, after })
          return { recordId: record.public_id, status: 0 }
        }
        if (live.markedCode !== markedCode || live.propertyId !== property) {
          await store.updateRecords([live.key], { marked_code: markedCode, property_public_id: property, desk: caller.desk })
          journal.record({ caller, action: 'voting.mark', subject: live.id, before: { ...after, markedCode: live.markedCode }, after })
        }
        return { recordId: live.id, status: 0 }
      })
    },

    /** Votes with every ballot named, all or none; where none is, with the ballots that the codes name. */
    async complete({ ballotIds, ...voting }: VoteRequest, caller: Caller): Promise<{ recordIds: string[] }> {
      const { activityId, markedCodes, choices } = voting
      if (ballotIds.length === 0 && markedCodes.length === 0) throw new Refusal('ballot.none')
      return database.write(async (write) => {
        const { tx } = write
        const store = votingStore(tx)
        const marked = markedCodes.length > 0 ? await store.ballotsMarked(activityId, markedCodes) : undefined
        const situation = ballotIds.length > 0 ? await store.ballotsNamed(activityId, ballotIds, '') : marked
        if (!situation) throw new Refusal('activity.notFound')
        unless(votingRefusal(situation.activity, clock.now(), 'vote'), { status: situation.activity.status, step: 'vote' })
        const answers = encodeAnswers(await layouts.of(tx, situation.activity), choices)
        const found = new Map(situation.ballots.map((ballot) => [ballot.id, ballot]))
        // A code that was sent is never ignored: it must be that of a ballot which is to vote.
        const unknown = codesRefusal(markedCodes, marked?.ballots ?? [])
        if (unknown !== null) throw new Refusal(unknown)
        if (marked?.ballots.some(({ id }) => !found.has(id))) throw new Refusal('voting.otherCode')
        const free = await requireFree(tx, ballotIds.length > 0 ? ballotIds.map((id) => found.get(id)) : situation.ballots)
        const papers = free.map((ballot) => ({ ballot, markedCode: '' }))
        return { recordIds: await cast(write, situation.activity, papers, voteOf('voting.complete', answers, voting), caller) }
      })
    },

    /**
     * Turns every mark named by its code into a vote, and reads papers again whose vote was voided, all or none.
     *
     * A voided one is named by its code too, or by its ballot where it had none.
     */
    async tally({ ballotIds, ...voting }: TallyRequest, caller: Caller): Promise<{ recordIds: string[] }> {
      const { activityId, markedCodes, choices } = voting
      if (markedCodes.length === 0 && ballotIds.length === 0) throw new Refusal('voting.noCode')
      return database.write(async (write) => {
        const { tx } = write
        const store = votingStore(tx)
        const situation = await store.ballotsMarked(activityId, markedCodes)
        if (!situation) throw new Refusal('activity.notFound')
        unless(stepRefusal(situation.activity.status, 'tally'), { status: situation.activity.status, step: 'tally' })
        const answers = encodeAnswers(await layouts.of(tx, situation.activity), choices)
        const papers = await papersToTally(store, situation, markedCodes, ballotIds)
        await requireFree(
          tx,
          papers.map(({ ballot }) => ballot),
        )
        return { recordIds: await cast(write, situation.activity, papers, voteOf('voting.tally', answers, voting), caller) }
      })
    },

    /** Voids a vote: its record stays, the ballot and its code are free again. */
    async void({ activityId, recordId, reason }: { activityId: string; recordId: string; reason: string }, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const store = votingStore(tx)
        const record = await store.findRecord(activityId, recordId)
        if (!record) throw new Refusal('voting.noRecord')
        unless(voidRefusal(record.activity_status, record.status), { status: record.activity_status, step: 'void' })
        const given = reason || NO_REASON
        await store.updateRecords([record.id], { status: 2, voided_by: caller.userKey, voided_at: clock.now(), void_reason: given })
        const before = { ...aboutRecord(record), status: record.status, markedCode: record.marked_code, answers: record.answers }
        journal.record({ caller, action: 'voting.void', subject: recordId, before, after: { ...before, status: 2, reason: given } })
      })
      return null
    },

    /** Takes back a mark: the ballot counts as never marked, its code is free, and the journal alone remembers. */
    async unmark({ recordId, reason }: { recordId: string; reason: string }, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const store = votingStore(tx)
        const record = await store.recordOfAny(recordId)
        if (!record) throw new Refusal('voting.noRecord')
        unless(unmarkRefusal(record.activity_status, record.status), { status: record.activity_status, step: 'unmark' })
        await store.removeRecord(record.id)
        const named = aboutRecord(record)
        const before = { ...named, status: record.status, markedCode: record.marked_code }
        journal.record({ caller, action: 'voting.unmark', subject: recordId, before, after: { ...named, reason } })
      })
      return null
    },

    async detail({ activityId, recordId }: { activityId: string; recordId: string }): Promise<VoteRecord> {
      const row = await votingStore(database.read).findRecord(activityId, recordId)
      const [record] = row ? await toRecords(database.read, activityId, [row]) : []
      if (!record) throw new Refusal('voting.noRecord')
      return record
    },

    /** All records of a ballot, newest first. */
    async history({ activityId, ballotId }: { activityId: string; ballotId: string }): Promise<VoteRecord[]> {
      const activity = await activities.require(database.read, activityId)
      const store = votingStore(database.read)
      const ballot = await store.findBallot(activity.id, ballotId)
      if (!ballot) throw new Refusal('ballot.notFound')
      return toRecords(database.read, activityId, await store.recordsOfBallot(ballot.id))
    },

    /** How many ballots there are, and how many of them are voted, marked and tallied. */
    async counts(activityId: string): Promise<BallotCounts> {
      const { id } = await activities.require(database.read, activityId)
      const store = votingStore(database.read)
      return { ...(await store.counts(id)), ...(await store.paperCounts(id)) }
    },

    /** What the caller has entered today, and how far the activity is. */
    async deskCounts(activityId: string, caller: Caller): Promise<DeskCounts> {
      const { id } = await activities.require(database.read, activityId)
      const store = votingStore(database.read)
      const { ballotCount, votedCount } = await store.counts(id)
      return { ballotCount, votedCount, todayCount: await store.enteredBy(id, caller.userKey, chinaMidnight(clock.now())) }
    },

    ...createDesk({ database, activities, ballots, search }),
    ...createOverview({ database, activities, ballots, search }),
  }
}
export type VotingService = ReturnType<typeof createVotingService>
