import type { QueryOf } from '#shared/contract/index.ts'
import { required } from '#shared/contract/refusals.ts'
import type { Page } from '#shared/contract/page.ts'
import type { Objection } from '#shared/features/objection/contract.ts'
import { searchKey, searchWords } from '#shared/text/normalise.ts'
import type { Database } from '../../database/database.ts'
import { withdrawalOf } from '../../database/columns.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { findsNumber, type NumberMatch } from '../../search/numberMatch.ts'
import type { Misses } from '../account/misses.ts'
import { type ActivityService, inJournal } from '../activity/service.ts'
import { ballotsOnRecord, correctionSaid, correctionsIn, type BallotOnRecord } from '../result/corrected.ts'
import { objectionStore } from './store.ts'
import type { ObjectionTable } from './tables.ts'

const textsIn = (column: string): string[] => JSON.parse(column) as string[] // this feature alone writes it

/** An objection's name in the journal. */
export const aboutObjection = (row: Pick<ObjectionTable, 'number' | 'kind' | 'name'>, ballot: BallotOnRecord | undefined) => ({
  ...(ballot ? { place: ballot.place, ballotId: ballot.id } : {}),
  objectionNumber: row.number,
  objectionKind: row.kind,
  objectorName: row.name,
})

/** Whether every word matches; phones only as far as `match` allows. */
function isFound(words: readonly string[], { number, place, name, text, phone }: Objection, match: NumberMatch): boolean {
  const shown = searchKey([place, name, text].join('\n'))
  const whole = searchKey(phone)
  return words.every((word) => shown.includes(word) || word === String(number) || (whole !== '' && findsNumber(whole, word, match)))
}

/** Read-only queries on objections. */
export function createObjectionReads({
  database,
  activities,
  misses,
}: {
  readonly database: Pick<Database, 'read'>
  readonly activities: ActivityService
  readonly misses: Misses
}) {
  async function all(activityId: string): Promise<Objection[]> {
    const db = database.read
    const activity = await activities.require(db, activityId)
    const store = objectionStore(db)
    const rows = await store.all(activity.id)
    const decisions = Map.groupBy(await store.decisions(activity.id), (row) => row.objection_id)
    const corrected = [...decisions.values()].flat().flatMap(({ corrections }) => correctionsIn(corrections).map(({ ballotId }) => ballotId))
    const ballots = await ballotsOnRecord(db, activity.id, [...rows.map((row) => row.ballot_public_id), ...corrected])
    const slots = await activities.slots(db, activity.id)
    return rows.map((row) => ({
      id: row.public_id,
      number: row.number,
      activityId,
      publicationId: row.publication_public_id,
      kind: row.kind,
      ballotId: row.ballot_public_id,
      place: ballots.get(row.ballot_public_id)?.place ?? '',
      topicIds: textsIn(row.topic_ids),
      name: row.name,
      phone: row.phone,
      receivedAt: row.received_at,
      text: row.content,
      pictures: textsIn(row.pictures),
      status: row.status,
      ...withdrawalOf(row),
      decisions: (decisions.get(row.id) ?? []).map((decision) => ({
        decision: decision.decision,
        reason: decision.reason,
        corrections: correctionsIn(decision.corrections).flatMap((correction) => {
          const ballot = ballots.get(correction.ballotId)
          if (!ballot) return []
          const said = correctionSaid({ objectionId: row.public_id, number: row.number, correction }, ballot, slots)
          return [{ ...said, receivedAt: correction.receivedAt ?? null }]
        }),
        decider: decision.decider,
        decidedAt: decision.decided_at,
        isSelfDecided: decision.is_self_decided === 1,
      })),
    }))
  }

  return {
    /**
     * All objections of an activity, newest first.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    ofActivity: all,

    /**
     * One page of an activity's objections, newest first, and the total that matches.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async list({ activityId, status, condition, pageNo, pageSize }: QueryOf<'objection.list'>, caller: Caller): Promise<Page<Objection>> {
      const words = searchWords(condition)
      const found = await misses.watch(
        caller,
        condition,
        async () => (await all(activityId)).filter((one) => (status === null || one.status === status) && isFound(words, one, caller.numberMatch)),
        (objections) => objections.length === 0,
      )
      return { rows: found.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: found.length }
    },

    /**
     * The objector's whole phone, and the objection's name in the journal.
     *
     * @throws Refusal `objection.notFound` (404)
     */
    async numbersOf(db: Db, objectionId: string) {
      const row = required(await objectionStore(db).find(objectionId), 'objection.notFound')
      const ballots = await ballotsOnRecord(db, row.activity_id, [row.ballot_public_id])
      const about = { ...inJournal(await activities.ofKey(db, row.activity_id)), ...aboutObjection(row, ballots.get(row.ballot_public_id)) }
      return { numbers: { phone: row.phone, idNumber: '' }, about }
    },
  }
}
