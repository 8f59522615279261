import { sql } from 'kysely'
import type { ActivitySort, TopicDraft } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import { countOf } from '../../database/rows.ts'
import { contains, insertMany } from '../../database/dialect.ts'
import { noteChanged, noteInserted, noteRemoval } from '../../database/sent-rows.ts'
import type { Db } from '../../database/schema.ts'
import { isInScope, type EstateScope } from '../../scope/estateScope.ts'
import type { ActivityTable } from './tables.ts'

type Written = Omit<ActivityTable, 'id'>

/** 1 if `activity` has an unspoiled ballot paper, else 0. */
const hasPapers = sql<number>`case when exists (
  select 1 from ballot_paper as paper where paper.activity_id = activity.id and paper.status <> ${sql.lit(PaperState.spoiled)}) then 1 else 0 end`.as(
  'has_papers',
)

/** Queries on activities with their topics and options; lists leave out the long columns. */
export function activityStore(db: Db) {
  const withEstate = () =>
    db
      .selectFrom('activity')
      .innerJoin('estate', 'estate.id', 'activity.estate_id')
      .innerJoin('user', 'user.id', 'activity.created_by')
      .select(['estate.public_id as estate_public_id', 'estate.name as estate_name', 'user.public_id as creator_id'])
      .select(hasPapers)
  /** The columns of a list: all but the long ones. */
  const rows = () =>
    withEstate().select([
      'activity.public_id',
      'activity.title',
      'activity.summary',
      'activity.counting_rule',
      'activity.starts_at',
      'activity.ends_at',
      'activity.status',
      'activity.updated_at',
      'activity.extensions',
      'activity.second_entry',
    ])
  const matching = (scope: EstateScope, words: readonly string[]) =>
    words.reduce(
      (query, word) => query.where(contains(db, sql.ref('title_key'), word)),
      db.selectFrom('activity').where(isInScope(db, scope, sql.ref('activity.estate_id'))),
    )

  return {
    /** Undefined if none, as for {@link byKey} and {@link findWhole}. */
    find: (publicId: string) => db.selectFrom('activity').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** By the database's key. */
    byKey: (key: number) => db.selectFrom('activity').selectAll().where('id', '=', key).executeTakeFirst(),
    /** Counts properties whose changes during voting affect the total. */
    async countAdjusted(key: number, count: number): Promise<void> {
      const change = { adjusted_houses: sql<number>`coalesce(adjusted_houses, 0) + ${count}` }
      await noteChanged(db, 'activity', [key], change)
      await db.updateTable('activity').set(change).where('id', '=', key).execute()
    },
    /** The unfinished activities of an estate, oldest first. */
    unfinished: (estateKey: number) =>
      db.selectFrom('activity').selectAll().where('estate_id', '=', estateKey).where('status', '<', ActivityStatus.finished).orderBy('id').execute(),
    /** Those of the public ids that exist. */
    findAll: (publicIds: readonly string[]) =>
      db.selectFrom('activity').select(['id', 'public_id', 'status', 'starts_at', 'ends_at', 'counting_rule']).where('public_id', 'in', publicIds).execute(),
    /** With its estate's public id and name and its creator's public id. */
    findWhole: (publicId: string) => withEstate().selectAll('activity').where('activity.public_id', '=', publicId).executeTakeFirst(),

    /** Whether an activity has an unspoiled ballot paper. */
    async hasPapers(key: number): Promise<boolean> {
      const row = await db.selectFrom('activity').select(hasPapers).where('id', '=', key).executeTakeFirst()
      return row?.has_papers === 1
    },

    /** One page of a scope, newest first by default, and the total that matches; every word must occur in the title. */
    async page(scope: EstateScope, words: readonly string[], sort: ActivitySort, offset: number, limit: number) {
      const column = sort?.by === 'end' ? 'activity.ends_at' : sort?.by === 'start' ? 'activity.starts_at' : 'activity.id'
      const direction = sort && !sort.isDescending ? 'asc' : 'desc'
      const keys = matching(scope, words).select('activity.id').orderBy(column, direction).orderBy('activity.id', 'desc').limit(limit).offset(offset)
      const found = await rows().where('activity.id', 'in', keys).orderBy(column, direction).orderBy('activity.id', 'desc').execute()
      return { rows: found, total: await countOf(matching(scope, words)) }
    },
    /** Those of an estate in one of the statuses, newest first. */
    ofEstate: (estateKey: number, statuses: readonly ActivityStatus[]) =>
      rows().where('activity.estate_id', '=', estateKey).where('activity.status', 'in', statuses).orderBy('activity.id', 'desc').execute(),

    insert(activity: Written) {
      noteInserted(db, 'activity', [activity])
      return db.insertInto('activity').values(activity).returning('id').executeTakeFirstOrThrow()
    },
    async update(key: number, change: Partial<Written>): Promise<void> {
      await noteChanged(db, 'activity', [key], change)
      await db.updateTable('activity').set(change).where('id', '=', key).execute()
    },
    /** Cascades to its topics and options; ballots and the roster are removed by `rosters.clear`. */
    remove(key: number) {
      noteRemoval(db)
      return db.deleteFrom('activity').where('id', '=', key).execute()
    },

    /** In their order. */
    topics: (activityKey: number) => db.selectFrom('topic').selectAll().where('activity_id', '=', activityKey).orderBy('sort_no').execute(),
    /** All topics' options, by `sort_no`, which restarts in each topic. */
    options: (activityKey: number) =>
      db
        .selectFrom('topic_option')
        .innerJoin('topic', 'topic.id', 'topic_option.topic_id')
        .selectAll('topic_option')
        .where('topic.activity_id', '=', activityKey)
        .orderBy('topic_option.sort_no')
        .execute(),

    /** Rewrites an activity's topics and options in the given order; those with an id keep it. */
    replaceTopics: (activityKey: number, topics: readonly TopicDraft[], newPublicId: () => string) => replaceTopics(db, activityKey, topics, newPublicId),
  }
}

/** Rewrites an activity's topics and options in the given order; those with an id keep it. */
async function replaceTopics(db: Db, activityKey: number, topics: readonly TopicDraft[], newPublicId: () => string): Promise<void> {
  await db.deleteFrom('topic').where('activity_id', '=', activityKey).execute()
  const drafts = topics.map((topic) => ({ ...topic, id: topic.id === '' ? newPublicId() : topic.id }))
  const attached = ({ pictures, files }: Pick<TopicDraft, 'pictures' | 'files'>) => [JSON.stringify(pictures), JSON.stringify(files)]
  const inserted = await insertMany(
    db,
    'topic',
    ['public_id', 'activity_id', 'sort_no', 'title', 'topic_type', 'vote_model', 'law_item', 'seats', 'seat_order', 'pictures', 'files'],
    drafts.map(({ id, title, topicType, voteModel, lawItem, seats, seatOrder, ...files }, index) => {
      return [id, activityKey, index + 1, title, topicType, voteModel, lawItem, seats, seatOrder, ...attached(files)]
    }),
    { returning: ['id', 'public_id'] },
  )
  const keys = new Map(inserted.map((row) => [row['public_id'], row['id']]))
  await insertMany(
    db,
    'topic_option',
    ['public_id', 'topic_id', 'sort_no', 'title', 'pictures', 'files'],
    drafts.flatMap((topic) =>
      topic.options.map((option, index) => [option.id === '' ? newPublicId() : option.id, keys.get(topic.id), index + 1, option.title, ...attached(option)]),
    ),
  )
}
