import { sql } from 'kysely'
import type { PaperState } from '#shared/features/paper/rules.ts'
import { countOf } from '../../database/rows.ts'
import { isOneOf } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { hasVote } from '../ballot/liveRecord.ts'
import { papersWithBallots, papersWithProperties } from './paperRows.ts'
import { isInScope } from './scope.ts'

/** Filter of a list of papers. */
export interface PaperFilter {
  readonly activityKey: number
  readonly state: PaperState | 'all'
  /** The path of a branch; `''`: no filter. */
  readonly path: string
  /** A search: the keys of matching properties, and a part of a code; null without a search. */
  readonly searched: { readonly propertyKeys: readonly number[]; readonly code: string } | null
}

/** Queries for lists of papers. */
export function listQueries(db: Db) {
  function matching({ activityKey, state, path, searched }: PaperFilter) {
    let query = papersWithProperties(db).where('paper.activity_id', '=', activityKey)
    if (state !== 'all') query = query.where('paper.status', '=', state)
    // A spoiled paper's ballot may have ended since: then its own property gives the place.
    if (path !== '') {
      query = query.where(
        sql<boolean>`(${isInScope('property', [path])} or exists (select 1 from roster_property as member where member.ballot_id = paper.ballot_id and ${isInScope('member', [path])}))`,
      )
    }
    if (searched === null) return query
    const { propertyKeys, code } = searched
    return query.where((or) =>
      or.or([
        sql<boolean>`exists (select 1 from roster_property as member where member.ballot_id = paper.ballot_id and ${isOneOf(db, sql.ref('member.id'), propertyKeys)})`,
        isOneOf(db, sql.ref('property.id'), propertyKeys),
        ...(code === '' ? [] : [sql<boolean>`paper.code like ${`%${code.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`]),
      ]),
    )
  }

  return {
    /** One page of papers in the reading order of their properties, and the total. */
    async page(filter: PaperFilter, offset: number, limit: number) {
      const keys = await matching(filter).select('paper.id').orderBy('property.place_key').orderBy('paper.id').limit(limit).offset(offset).execute()
      return { keys: keys.map(({ id }) => id), total: await countOf(matching(filter)) }
    },
    /** Papers by key with all list columns, in no particular order. */
    listed: (keys: readonly number[]) =>
      papersWithBallots(db)
        .innerJoin('user as issuer', 'issuer.id', 'paper.issued_by')
        .leftJoin('user as giver', 'giver.id', 'paper.out_by')
        .leftJoin('user as receiver', 'receiver.id', 'paper.received_by')
        .leftJoin('user as spoiler', 'spoiler.id', 'paper.spoiled_by')
        .select(['issuer.nick_name as issuer', 'giver.nick_name as giver', 'receiver.nick_name as receiver', 'spoiler.nick_name as spoiler'])
        .select(['ballot.number', 'ballot.area_hundredths'])
        .select(sql<number>`(select count(*) from roster_property as member where member.ballot_id = paper.ballot_id)`.as('property_count'))
        .where('paper.id', 'in', keys)
        .execute(),
    /** Numbers of an activity's papers by state, and other figures of the balance, from one moment; late ones came in after the end. */
    balance: (activityKey: number, endsAt: number) =>
      db
        .selectNoFrom((select) => {
          const papers = select
            .selectFrom('ballot_paper as paper')
            .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'paper.ballot_id').on('record.status', '=', sql.lit(1)))
            .select((count) => count.fn.countAll<number>().as('count'))
            .where('paper.activity_id', '=', activityKey)
          const inState = (state: PaperState) => papers.where('paper.status', '=', state)
          return [
            inState(0).$asScalar().$notNull().as('inOffice'),
            inState(1).$asScalar().$notNull().as('out'),
            inState(2).$asScalar().$notNull().as('received'),
            inState(3).$asScalar().$notNull().as('spoiled'),
            inState(2).where('record.id', 'is not', null).$asScalar().$notNull().as('voted'),
            inState(2).where('record.id', 'is', null).where('paper.received_at', '>', endsAt).$asScalar().$notNull().as('late'),
            papers.where('paper.status', 'in', [0, 1]).where('record.id', 'is not', null).$asScalar().$notNull().as('votedOtherwise'),
            select
              .selectFrom('vote_record as record')
              .select((count) => count.fn.countAll<number>().as('count'))
              .where('record.activity_id', '=', activityKey)
              .where('record.status', '=', sql.lit(0))
              .where(sql<boolean>`not exists (select 1 from ballot_paper as paper where paper.ballot_id = record.ballot_id and ${livePaper('paper')})`)
              .$asScalar()
              .$notNull()
              .as('handMarked'),
            select
              .selectFrom('ballot')
              .select((count) => count.fn.countAll<number>().as('count'))
              .where('ballot.activity_id', '=', activityKey)
              .where('ballot.is_ended', '=', 0)
              .where(sql<boolean>`not exists (select 1 from ballot_paper as paper where paper.ballot_id = ballot.id and ${livePaper('paper')})`)
              .where(sql<boolean>`not ${hasVote('ballot.id')}`)
              .$asScalar()
              .$notNull()
              .as('unissued'),
          ]
        })
        .executeTakeFirstOrThrow(),
  }
}
