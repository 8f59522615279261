import { sql, type Kysely, type RawBuilder } from 'kysely'
import { PaperState } from '#shared/features/paper/rules.ts'
import type { Schema } from '../../database/schema.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import { isLastAndVoid } from '../ballot/voided.ts'

/** Whether a record's mark was made by issuing its paper: both have the same time, and a replacement paper has a later one. */
export const isMarkOfPaper = (record: 'record' | 'vote_record'): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from ballot_paper as issued where issued.ballot_id = ${sql.ref(`${record}.ballot_id`)}
    and issued.issued_at = ${sql.ref(`${record}.created_at`)} and issued.issued_by = ${sql.ref(`${record}.created_by`)})`

/** Queries on records' codes. */
export function codeQueries(db: Kysely<Schema>) {
  return {
    /**
     * Voided records that are their ballots' last, newest first: those with one of the codes, and those of the ballots.
     * Ended ballots are left out.
     */
    lastVoids(activityKey: number, { codes, ballotKeys }: { readonly codes: readonly string[]; readonly ballotKeys: readonly number[] }) {
      return db
        .selectFrom('vote_record as past')
        .innerJoin('ballot', 'ballot.id', 'past.ballot_id')
        .select(['ballot.public_id as ballotId', 'past.marked_code as markedCode'])
        .select(['past.created_at as createdAt', 'past.received_at as receivedAt'])
        .where('past.activity_id', '=', activityKey)
        .where('ballot.is_ended', '=', 0)
        .where(isLastAndVoid)
        .where((or) =>
          or.or([
            ...(codes.length === 0 ? [] : [or('past.marked_code', 'in', codes)]),
            ...(ballotKeys.length === 0 ? [] : [or('past.ballot_id', 'in', ballotKeys)]),
          ]),
        )
        .orderBy('past.id', 'desc')
        .execute()
    },
    /** Those of the codes used by live records or by any paper, past ones too: a paper's code is never reused. */
    async takenCodes(activityKey: number, codes: readonly string[]): Promise<ReadonlySet<string>> {
      if (codes.length === 0) return new Set()
      const rows = await db
        .selectFrom('vote_record as record')
        .select('marked_code')
        .where('activity_id', '=', activityKey)
        .where(bearsOneOf(codes))
        .where(liveRecord('record'))
        .execute()
      const papers = await db.selectFrom('ballot_paper').select('code').where('activity_id', '=', activityKey).where('code', 'in', codes).execute()
      return new Set([...rows.map((row) => row.marked_code), ...papers.map((row) => row.code)])
    },
    /** The codes of an activity's records and papers that equal one of these in upper case. */
    async codesLike(activityId: string, capitals: readonly string[]): Promise<{ code: string; isLive: boolean }[]> {
      const records = await db
        .selectFrom('vote_record as record')
        .innerJoin('activity', 'activity.id', 'record.activity_id')
        .select(['record.marked_code as code', 'record.status'])
        .where('activity.public_id', '=', activityId)
        .where(sql`upper(record.marked_code)`, 'in', capitals)
        .execute()
      const papers = await db
        .selectFrom('ballot_paper as paper')
        .innerJoin('activity', 'activity.id', 'paper.activity_id')
        .select(['paper.code', 'paper.status'])
        .where('activity.public_id', '=', activityId)
        .where('paper.code', 'in', capitals)
        .execute()
      return [
        ...records.map(({ code, status }) => ({ code, isLive: status !== 2 })),
        ...papers.map(({ code, status }) => ({ code, isLive: status !== PaperState.spoiled })),
      ]
    },
    /** The key of the ballot whose unspoiled paper has a code. */
    ballotOfPaper: (activityKey: number, code: string) =>
      db
        .selectFrom('ballot_paper as paper')
        .select('ballot_id')
        .where('activity_id', '=', activityKey)
        .where('code', '=', code)
        .where(livePaper('paper'))
        .executeTakeFirst(),
    /** The code of a ballot's unspoiled paper. */
    paperOfBallot: (ballotKey: number) =>
      db.selectFrom('ballot_paper as paper').select('code').where('ballot_id', '=', ballotKey).where(livePaper('paper')).executeTakeFirst(),
    /** The keys of the live record with a code, and of its ballot. */
    holderOfCode: (activityKey: number, code: string) =>
      db
        .selectFrom('vote_record as record')
        .select(['id', 'ballot_id'])
        .where('activity_id', '=', activityKey)
        .where(bearsOneOf([code]))
        .where(liveRecord('record'))
        .executeTakeFirst(),
  }
}

/**
 * Whether `record` has one of the codes; never for an empty list.
 *
 * The non-empty condition is explicit, as SQLite would not use the partial index over live codes otherwise.
 */
export const bearsOneOf = (codes: readonly string[]) =>
  codes.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(record.marked_code in (${sql.join(codes)}) and record.marked_code <> '')`
