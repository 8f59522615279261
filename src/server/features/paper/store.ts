import { sql } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import { hasAny } from '../../database/rows.ts'
import { insertMany, isOneOf } from '../../database/dialect.ts'
import { noteChanged, noteChanges } from '../../database/sent-rows.ts'
import type { Db } from '../../database/schema.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { ballotQueries } from './ballotQueries.ts'
import { listQueries } from './listQueries.ts'
import { papersWithBallots, papersWithProperties } from './paperRows.ts'
import type { BallotPaperTable } from './tables.ts'

export type NewPaper = Omit<BallotPaperTable, 'id'>

/** New papers verified per batch before the commit. */
const NOTED_AT_ONCE = 500

/** Queries on ballot papers. */
export function paperStore(db: Db) {
  return {
    ...ballotQueries(db),
    ...listQueries(db),
    ...printQueries(db),

    /**
     * Throws the engine's unique violation if a code is taken, or a ballot already has a live paper.
     *
     * @returns their keys, in no particular order
     * @throws Refusal `database.storedOtherwise` (500)
     */
    async insertAll(papers: readonly NewPaper[]): Promise<number[]> {
      const columns = Object.keys(papers[0] ?? {}) as (keyof NewPaper)[]
      await insertMany(
        db,
        'ballot_paper',
        columns,
        papers.map((paper) => columns.map((column) => paper[column])),
      )
      const keys: number[] = []
      for (let from = 0; from < papers.length; from += NOTED_AT_ONCE) {
        const sent = new Map(papers.slice(from, from + NOTED_AT_ONCE).map((paper) => [paper.code, paper]))
        const activityKeys = [...new Set([...sent.values()].map((paper) => paper.activity_id))]
        const rows = await db
          .selectFrom('ballot_paper')
          .select(['id', 'code'])
          .where('activity_id', 'in', activityKeys)
          .where('code', 'in', [...sent.keys()])
          .execute()
        if (rows.length < sent.size) throw new Refusal('database.storedOtherwise', { table: 'ballot_paper', field: 'code' })
        await noteChanges(
          db,
          'ballot_paper',
          rows.map(({ id, code }) => ({ ...sent.get(code), id })),
        )
        for (const { id } of rows) keys.push(id)
      }
      return keys
    },
    /** Every code ever used by a paper or a record of the activity. */
    async givenCodes(activityKey: number): Promise<Set<string>> {
      const ofPapers = await db.selectFrom('ballot_paper').select('code').where('activity_id', '=', activityKey).execute()
      const ofRecords = await db.selectFrom('vote_record').select('marked_code as code').where('activity_id', '=', activityKey).execute()
      return new Set([...ofPapers, ...ofRecords].map(({ code }) => code))
    },
    /** Papers by their codes, with their ballots, properties and live records. */
    byCodes: (activityKey: number, codes: readonly string[]) =>
      papersWithBallots(db).where('paper.activity_id', '=', activityKey).where('paper.code', 'in', codes).execute(),
    /** All unspoiled papers of an activity, in the reading order of their properties. */
    live: (activityKey: number) =>
      papersWithBallots(db).where('paper.activity_id', '=', activityKey).where(livePaper('paper')).orderBy('property.place_key').orderBy('paper.id').execute(),
    /** Whether an activity has an unspoiled paper. */
    hasLive: (activityKey: number): Promise<boolean> =>
      hasAny(db.selectFrom('ballot_paper as paper').where('paper.activity_id', '=', activityKey).where(livePaper('paper'))),
    /** Those of the codes ever voted with, even if the vote is void by now. */
    async votedAmong(activityKey: number, codes: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .selectFrom('vote_record')
        .select('marked_code')
        .where('activity_id', '=', activityKey)
        .where('marked_code', 'in', codes)
        .where('voted_at', 'is not', null)
        .execute()
      return new Set(rows.map((row) => row.marked_code))
    },
    /** Those of the codes whose papers are spoiled. */
    deadAmong: (activityKey: number, codes: readonly string[]) =>
      papersWithBallots(db)
        .where('paper.activity_id', '=', activityKey)
        .where('paper.code', 'in', codes)
        .where('paper.status', '=', PaperState.spoiled)
        .execute(),
    /** Applies the same change to each of them. */
    async update(keys: readonly number[], change: Partial<NewPaper>): Promise<void> {
      await noteChanged(db, 'ballot_paper', keys, change)
      await db.updateTable('ballot_paper').set(change).where('id', 'in', keys).execute()
    },
  }
}

export type FoundPaper = Awaited<ReturnType<ReturnType<typeof paperStore>['byCodes']>>[number]
export type ListedPaperRow = Awaited<ReturnType<ReturnType<typeof paperStore>['listed']>>[number]

/** Queries for printing. */
function printQueries(db: Db) {
  return {
    /** Papers by key with their print data, in no particular order. */
    printed: (keys: readonly number[]) =>
      papersWithProperties(db)
        .innerJoin('ballot', 'ballot.id', 'paper.ballot_id')
        .select(['paper.id', 'paper.code', 'paper.ballot_id', 'ballot.number', 'ballot.area_hundredths'])
        .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
        .select(sql<number>`(select count(*) from roster_property as member where member.ballot_id = paper.ballot_id)`.as('property_count'))
        .where(isOneOf(db, sql.ref('paper.id'), keys))
        .execute(),
    /** The places of all properties of some ballots, in reading order. */
    propertiesOf: (ballotKeys: readonly number[]) =>
      db
        .selectFrom('roster_property as property')
        .select(['property.ballot_id', 'property.period', 'property.zone', 'property.building', 'property.unit', 'property.room'])
        .where(isOneOf(db, sql.ref('property.ballot_id'), ballotKeys))
        .orderBy('property.place_key')
        .execute(),
  }
}
