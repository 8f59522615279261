import type { SeatOrder } from '../../src/shared/features/activity/elections.ts'
import type { LawItem } from '../../src/shared/features/activity/law.ts'
import { insertMany } from '../../src/server/database/dialect.ts'
import { journaled } from './journal.ts'
import { piecesOf } from '../../src/server/features/journal/replay/state.ts'
import { rosterStates, rulesState } from '../../src/server/features/journal/replay/stateStore.ts'
import { systemCaller } from '../../src/server/http/context.ts'
import type { MadeBallot } from './countingOracle.ts'
import type { TestServer } from './server.ts'

/** A ballot with its answers to every slot, and whether it was merged away. */
export interface StoredBallot extends MadeBallot {
  /** One character per slot. */
  readonly answers: string
}

/** A topic's own counting settings; empty if it has none. */
export interface StoredLaw {
  readonly lawItem?: LawItem | null
  readonly seats?: number
  readonly seatOrder?: SeatOrder
}

export interface StoredActivity {
  readonly ballots: readonly StoredBallot[]
  /** Topics in order: 0 if voted on itself, else the number of options. */
  readonly topics: readonly number[]
  readonly rule: number
  /** By topic position. */
  readonly laws?: readonly StoredLaw[]
  readonly status?: number
  /** Epoch ms. */
  readonly endsAt?: number
}

let stored = 0
const names = (text: string): string[] => text.split(' ')

/**
 * Writes an activity directly into the tables, as hundreds of calls would, and returns its public id.
 *
 * For what the API is too slow to build; `userKey` and `estateKey` are keys of existing rows.
 */
export async function storeActivity(server: TestServer, activity: StoredActivity, { userKey = 1, estateKey = 1 } = {}): Promise<string> {
  const { ballots, topics, rule, laws = [], status = 1, endsAt = 1 } = activity
  const publicId = `stored-${process.pid}-${++stored}`
  const idOf = (kind: string, index: number | string): string => `${publicId}-${kind}-${index}`
  await journaled(server).write(
    async ({ tx, journal }) => {
      const { id: activityKey } = await tx
        .insertInto('activity')
        .values({
          public_id: publicId,
          estate_id: estateKey,
          title: `随机活动 ${stored}`,
          title_key: `随机活动 ${stored}`,
          summary: '',
          detail: '',
          counting_rule: rule as 1,
          rule_basis: '议事规则第八条',
          starts_at: 0,
          ends_at: endsAt,
          status: status as 1,
          scope_paths: '[]',
          pictures: '[]',
          files: '[]',
          extensions: '[]',
          proxy_limit: null,
          delivery_policy: null,
          created_by: userKey,
          created_at: 0,
          updated_at: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const topicRows = await insertMany(
        tx,
        'topic',
        ['public_id', 'activity_id', 'sort_no', 'title', 'topic_type', 'vote_model', 'law_item', 'seats', 'seat_order', 'pictures', 'files'],
        topics.map((options, index) => {
          const { lawItem = null, seats = null, seatOrder = null } = laws[index] ?? {}
          return [idOf('topic', index), activityKey, index + 1, `议题${index + 1}`, options === 0 ? 1 : 2, 15, lawItem, seats, seatOrder, '[]', '[]']
        }),
        { returning: ['id', 'sort_no'] },
      )
      const topicKeys = new Map(topicRows.map((row) => [row['sort_no'], row['id']]))
      const options = topics.flatMap((count, index) =>
        Array.from({ length: count }, (_, option) => [
          idOf('option', `${index}-${option}`),
          topicKeys.get(index + 1),
          option + 1,
          `选项${option + 1}`,
          '[]',
          '[]',
        ]),
      )
      await insertMany(tx, 'topic_option', ['public_id', 'topic_id', 'sort_no', 'title', 'pictures', 'files'], options)

      const areaOf = (ballot: MadeBallot): number => ballot.properties.reduce((sum, property) => sum + property.areaHundredths, 0)
      // A ballot of several properties was merged from as many ballots, all but one of which have ended and must count nowhere.
      const rows = ballots.flatMap((ballot, index) => [
        { number: index * 10 + 1, area: areaOf(ballot), isEnded: 0 },
        ...ballot.properties.slice(1).map((_, merged) => ({ number: index * 10 + 2 + merged, area: 0, isEnded: 1 })),
      ])
      const ballotRows = await insertMany(
        tx,
        'ballot',
        ['public_id', 'activity_id', 'number', 'area_hundredths', 'is_ended'],
        rows.map(({ number, area, isEnded }) => [idOf('ballot', number), activityKey, number, area, isEnded]),
        { returning: ['id', 'number'] },
      )
      const keyOf = new Map(ballotRows.map((row) => [row['number'], row['id']]))

      const properties = ballots.flatMap((ballot, index) =>
        ballot.properties.map((property, place) => {
          const name = `${index + 1}0${place + 1}`
          const building = `${1 + (index % 3)}栋`
          const key = `${building}-${String(index).padStart(6, '0')}-${place}`
          return {
            name,
            building,
            key,
            ballotKey: keyOf.get(index * 10 + 1),
            owner: `业主${index + 1}`,
            phone: `139${String(index).padStart(8, '0')}`,
            ...property,
          }
        }),
      )
      const propertyRows = await insertMany(
        tx,
        'roster_property',
        names('public_id activity_id ballot_id property_public_id period zone building unit floor room place_key area_hundredths owner_name phone id_number'),
        properties.map(({ name, building, key, ballotKey, areaHundredths, owner, phone }) => [
          idOf('property', key),
          activityKey,
          ballotKey,
          idOf('property', key),
          '一期',
          '',
          building,
          '1单元',
          '',
          name,
          key,
          areaHundredths,
          owner,
          phone,
          '',
        ]),
        { returning: ['id', 'place_key'] },
      )
      const rosterPropertyKeys = new Map(propertyRows.map((row) => [row['place_key'], row['id']]))
      await insertMany(
        tx,
        'notification',
        names(
          'public_id activity_id roster_property_id vote_source notify_way delivered_at delivered_by remark pictures created_by created_at updated_by updated_at',
        ),
        properties
          .filter((property) => property.isDelivered)
          .map(({ key }) => [idOf('notification', key), activityKey, rosterPropertyKeys.get(key), 2, 2, 0, '', '', '[]', userKey, 0, userKey, 0]),
      )

      const records = ballots.flatMap((ballot, index) =>
        recordsOf(ballot).map((record, place) => ({
          ...record,
          area: areaOf(ballot),
          ballotKey: keyOf.get(index * 10 + 1),
          id: idOf('record', `${index}-${place}`),
          code: `C${index}`,
        })),
      )
      await insertMany(
        tx,
        'vote_record',
        names(
          'public_id activity_id ballot_id status marked_code answers area_hundredths property_public_id voter_name voter_phone voter_id_number source created_by created_at voted_by voted_at voided_by voided_at',
        ),
        records.map(({ id, ballotKey, status, code, answers, area }) => [
          id,
          activityKey,
          ballotKey,
          status,
          code,
          answers,
          area,
          '',
          '',
          '',
          '',
          'desk',
          userKey,
          0,
          status === 0 ? null : userKey,
          status === 0 ? null : 0,
          status === 2 ? userKey : null,
          status === 2 ? 0 : null,
        ]),
      )
      journal.record({
        caller: systemCaller,
        action: 'activity.start',
        subject: publicId,
        before: null,
        after: { activityId: publicId, activityTitle: `随机活动 ${stored}` },
        state: [...(await rosterStates(tx, activityKey)), ...piecesOf(await rulesState(tx, activityKey))],
      })
    },
    { isLong: true },
  )
  return publicId
}

/** The records left by a ballot's story, oldest first. */
function recordsOf({ story, answers }: StoredBallot): { status: 0 | 1 | 2; answers: string }[] {
  const [marked, voted, voided] = [
    { status: 0 as const, answers: '' },
    { status: 1 as const, answers },
    { status: 2 as const, answers: answers.replace(/./g, '1') },
  ]
  switch (story) {
    case 'nothing':
      return []
    case 'marked':
      return [marked]
    case 'voted':
      return [voted]
    case 'voided':
      return [voided]
    case 'voidedThenVoted':
      return [voided, voted]
    case 'voidedThenMarked':
      return [voided, marked]
  }
}
