import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { chinaMidnight } from '#shared/time/chinaTime.ts'
import { recordShown, type BallotCounts, type DeskCounts, type VoteRecord } from '#shared/features/voting/contract.ts'
import { asFields, namesOf } from '#shared/records/record.ts'
import { voteRecord } from '#shared/records/voteRecord.ts'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Slot } from '../activity/rules.ts'
import type { ActivityService } from '../activity/service.ts'
import { aboutRecord } from './journalSubjects.ts'
import { countFunnel } from './funnel.ts'
import type { AnswerSlots } from './answerSlots.ts'
import { decodeAnswers } from './rules.ts'
import { votingStore, type FoundRecord } from './store.ts'

export interface RecordsDeps {
  readonly database: Pick<Database, 'read'>
  readonly clock: Clock
  readonly activities: ActivityService
  readonly answerSlots: AnswerSlots
}

function toRecord(row: FoundRecord, slots: readonly Slot[]): VoteRecord {
  return {
    ...asFields(voteRecord, row, namesOf(recordShown)),
    id: row.public_id,
    offlineId: row.public_id,
    paper: row.paper,
    ballotId: row.ballot,
    creator: row.maker,
    operator: row.voter ?? row.maker,
    operatedAt: row.voted_at ?? row.created_at,
    voidedBy: row.voider ?? '',
    isLate: row.is_late === 1,
    agentName: row.agent_name ?? '',
    choices: decodeAnswers(slots, row.answers),
  }
}

/** Read-only queries on vote records and their counts. */
export function createRecords({ database, clock, activities, answerSlots }: RecordsDeps) {
  /** Records of one activity in wire form. */
  async function toRecords(db: Kysely<Schema>, activityId: string, rows: readonly FoundRecord[]): Promise<VoteRecord[]> {
    const [first] = rows
    if (!first) return []
    const slots = await answerSlots.of(db, { key: first.activity_id, id: activityId, status: first.activity_status, updatedAt: first.activity_updated_at })
    return rows.map((row) => toRecord(row, slots))
  }

  return {
    /**
     * A record of an activity in wire form.
     *
     * @throws Refusal `voting.noRecord` (404), also for a record of another activity
     */
    async detail({ activityId, recordId }: { activityId: string; recordId: string }): Promise<VoteRecord> {
      const row = await votingStore(database.read).findRecord(activityId, recordId)
      const [record] = row ? await toRecords(database.read, activityId, [row]) : []
      if (!record) throw new Refusal('voting.noRecord')
      return record
    },

    /**
     * The voter's whole numbers, and the vote's name in the journal.
     *
     * @throws Refusal `voting.noRecord` (404)
     */
    async numbersOf(db: Kysely<Schema>, recordId: string) {
      const record = await votingStore(db).recordOfAny(recordId)
      if (!record) throw new Refusal('voting.noRecord')
      return { numbers: { phone: record.voter_phone, idNumber: record.voter_id_number }, about: aboutRecord(record) }
    },

    /**
     * All records of a ballot, newest first.
     *
     * @throws Refusal `activity.notFound`, `ballot.notFound` (404)
     */
    async history({ activityId, ballotId }: { activityId: string; ballotId: string }): Promise<VoteRecord[]> {
      const activity = await activities.require(database.read, activityId)
      const store = votingStore(database.read)
      const ballot = await store.findBallot(activity.id, ballotId)
      if (!ballot) throw new Refusal('ballot.notFound')
      return toRecords(database.read, activityId, await store.recordsOfBallot(ballot.id))
    },

    /**
     * Numbers of ballots: total, voted, marked and tallied, and their papers by stage.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async counts(activityId: string): Promise<BallotCounts> {
      const activity = await activities.require(database.read, activityId)
      const store = votingStore(database.read)
      return { ...(await store.counts(activity.id)), ...(await store.paperCounts(activity.id)), funnel: await countFunnel(database.read, activity) }
    },

    /**
     * The caller's entries of today, and the activity's progress.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async deskCounts(activityId: string, caller: Caller): Promise<DeskCounts> {
      const { id } = await activities.require(database.read, activityId)
      const store = votingStore(database.read)
      const { ballotCount, votedCount } = await store.counts(id)
      return { ballotCount, votedCount, todayCount: await store.enteredBy(id, caller.userKey, chinaMidnight(clock.now())) }
    },
  }
}
