import { sql } from 'kysely'
import { PaperState } from '#shared/features/paper/rules.ts'
import { isOneOf, isOneText } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import { isInBranch } from '../ballot/branch.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { hasVote } from '../ballot/liveRecord.ts'

/** The ballots considered: those with a property in a branch that have not voted, or those with these keys. */
export type Reminded = { readonly branch: readonly string[] } | { readonly keys: readonly number[] }

/** Queries on recipients, and on texts sent. */
export function reminderStore(db: Db) {
  return {
    /** The state of an activity's ballots, in order of creation. */
    async ballots(activityKey: number, asked: Reminded) {
      const query = db
        .selectFrom('ballot')
        .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'ballot.id').on(livePaper('paper')))
        .select(['ballot.id as key', 'ballot.public_id as ballotId', 'ballot.is_ended', 'paper.status as paper'])
        .select(sql<number>`case when ${hasVote('ballot.id')} then 1 else 0 end`.as('voted'))
        .where('ballot.activity_id', '=', activityKey)
        .orderBy('ballot.id')
      const named =
        'keys' in asked
          ? query.where(isOneOf(db, sql.ref('ballot.id'), asked.keys))
          : query
              .where(sql<boolean>`not ${hasVote('ballot.id')}`)
              .where(
                'ballot.id',
                'in',
                db
                  .selectFrom('roster_property as property')
                  .select('property.ballot_id')
                  .where('property.activity_id', '=', activityKey)
                  .where(isInBranch(asked.branch)),
              )
      return (await named.execute()).map(({ is_ended, paper, voted, ...ballot }) => ({
        ...ballot,
        isEnded: is_ended === 1,
        hasVoted: voted === 1,
        isPaperBack: paper === PaperState.received,
      }))
    },

    /** Those of the numbers and ballots that were sent a text since a day began. */
    async sentOn(day: number, phones: readonly string[], ballotKeys: readonly number[]) {
      const rows = await db
        .selectFrom('reminder')
        .select(['phone', 'ballot_id'])
        .where('day', '=', day)
        .where((where) => where.or([isOneText(db, sql.ref('phone'), phones), isOneOf(db, sql.ref('ballot_id'), ballotKeys)]))
        .execute()
      return { phones: new Set(rows.map((row) => row.phone)), ballots: new Set(rows.map((row) => row.ballot_id)) }
    },
    /** How many were sent since a moment, and when the first of them was. */
    async sentSince(after: number): Promise<{ readonly count: number; readonly first: number | null }> {
      const row = await db
        .selectFrom('reminder')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('sent_at').as('first')])
        .where('sent_at', '>', after)
        .executeTakeFirstOrThrow()
      return { count: row.count, first: row.first }
    },
    reserve: (rows: readonly { readonly day: number; readonly phone: string; readonly ballot_id: number; readonly sent_at: number }[]) =>
      db
        .insertInto('reminder')
        .values([...rows])
        .execute(),
    /** Releases reservations that were not sent after all. */
    release: (day: number, ballotKeys: readonly number[]) =>
      db
        .deleteFrom('reminder')
        .where('day', '=', day)
        .where(isOneOf(db, sql.ref('ballot_id'), ballotKeys))
        .execute(),
    forgetBefore: (day: number) => db.deleteFrom('reminder').where('day', '<', day).execute(),
  }
}
