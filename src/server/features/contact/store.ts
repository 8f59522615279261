import { sql } from 'kysely'
import { placeInWords } from '#shared/place/place.ts'
import { eachText, insertMany, isOneOf } from '../../database/dialect.ts'
import { noteChanged, noteInserted } from '../../database/sent-rows.ts'
import type { Db } from '../../database/schema.ts'
import { isInBranch } from '../ballot/branch.ts'
import { liveRecord } from '../ballot/liveRecord.ts'
import type { ContactTable } from './tables.ts'

export type NewContact = Omit<ContactTable, 'id'>

/** Queries on visits and their ballots. */
export function contactStore(db: Db) {
  return {
    async insertAll(contacts: readonly NewContact[]): Promise<void> {
      noteInserted(db, 'contact', contacts)
      const columns = Object.keys(contacts[0] ?? {}) as (keyof NewContact)[]
      await insertMany(
        db,
        'contact',
        columns,
        contacts.map((contact) => columns.map((column) => contact[column])),
      )
    },
    find: (publicId: string) => db.selectFrom('contact').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** The row stays, with who, when and why. */
    async withdraw(key: number, change: Pick<ContactTable, 'withdrawn_by' | 'withdrawn_at' | 'withdraw_reason'>): Promise<void> {
      await noteChanged(db, 'contact', [key], change)
      await db.updateTable('contact').set(change).where('id', '=', key).execute()
    },
    /** All of an activity, newest first, with the names of their creators and withdrawers. */
    all: (activityKey: number) =>
      db
        .selectFrom('contact')
        .innerJoin('user as maker', 'maker.id', 'contact.created_by')
        .leftJoin('user as withdrawer', 'withdrawer.id', 'contact.withdrawn_by')
        .selectAll('contact')
        .select(['maker.nick_name as maker', 'withdrawer.nick_name as withdrawer'])
        .where('contact.activity_id', '=', activityKey)
        .orderBy('contact.contacted_at', 'desc')
        .orderBy('contact.id', 'desc')
        .execute(),

    /** Ballots of an activity by their public ids. */
    ballots: (activityKey: number, ids: readonly string[]) =>
      db
        .selectFrom('ballot')
        .select(['id', 'public_id', 'is_ended'])
        .where('activity_id', '=', activityKey)
        .where(sql<boolean>`public_id in (select each.value from ${eachText(db, sql`${JSON.stringify(ids)}`)})`)
        .execute(),
    /** The properties of some ballots, in reading order. */
    properties: (ballotKeys: readonly number[]) =>
      db
        .selectFrom('roster_property')
        .select(['public_id', 'ballot_id', 'owner_name', 'phone', 'period', 'zone', 'building', 'unit', 'room'])
        .where(isOneOf(db, sql.ref('ballot_id'), ballotKeys))
        .orderBy('place_key')
        .execute(),
    /** The places of some roster properties in words, by public id; missing ones have no entry. */
    async places(activityKey: number, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .selectFrom('roster_property')
        .select(['public_id', 'period', 'zone', 'building', 'unit', 'room'])
        .where('activity_id', '=', activityKey)
        .execute()
      return new Map(rows.filter((row) => ids.has(row.public_id)).map((row) => [row.public_id, placeInWords(row)]))
    },

    /** The keys of ballots with a property in a branch that have not voted. */
    async notVoted(activityKey: number, branch: readonly string[]): Promise<number[]> {
      const rows = await db
        .selectFrom('roster_property as property')
        .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'property.ballot_id').on(liveRecord('record')))
        .select('property.ballot_id')
        .distinct()
        .where('property.activity_id', '=', activityKey)
        .where(isInBranch(branch))
        .where((where) => where.or([where('record.id', 'is', null), where('record.status', '=', 0)]))
        .execute()
      return rows.map((row) => row.ballot_id)
    },
  }
}
