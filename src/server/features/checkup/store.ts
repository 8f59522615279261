import { sql } from 'kysely'
import { copiedFieldNames, copiedRecord, propertyRecord } from '#shared/records/property.ts'
import { NO_OCCUPANCY, SOLD, type Occupancy } from '#shared/features/property/categories.ts'
import { selection } from '../../database/columns.ts'
import type { Db } from '../../database/schema.ts'
import type { CheckupRow } from './rules/properties.ts'
import type { CheckSubject } from './subject.ts'
import type { CheckupDismissalTable } from './tables.ts'

const fields = selection('property', copiedRecord, copiedFieldNames)

/** Properties in reading order. */
function registryRows(db: Db, estateKey: number): Promise<CheckupRow[]> {
  return db
    .selectFrom('property')
    .select([...fields, ...selection('property', propertyRecord, ['occupancy']), 'public_id as propertyId'])
    .select([sql<string>`''`.as('rosterPropertyId'), sql<number | null>`null`.as('ballotKey'), sql<string>`''`.as('ballotId')])
    .where('estate_id', '=', estateKey)
    .orderBy('place_key')
    .orderBy('id')
    .execute()
}

function rosterRows(db: Db, activityKey: number): Promise<CheckupRow[]> {
  return (
    db
      .selectFrom('roster_property as property')
      .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
      // Fields not copied to rosters: from the current registry.
      .leftJoin('property as registered', 'registered.public_id', 'property.property_public_id')
      .select((select) => select.fn.coalesce('registered.occupancy', sql.lit<Occupancy>(NO_OCCUPANCY)).as('occupancy'))
      .select([...fields, 'property.property_public_id as propertyId', 'property.public_id as rosterPropertyId'])
      .select(['property.ballot_id as ballotKey', 'ballot.public_id as ballotId'])
      .where('property.activity_id', '=', activityKey)
      .orderBy('property.place_key')
      .orderBy('property.id')
      .execute()
  )
}

/** Queries of check-ups, which read properties from other features' tables. */
export function checkupStore(db: Db) {
  const ofSubject = ({ kind, key }: CheckSubject) =>
    db.selectFrom('checkup_dismissal as dismissal').where(kind === 'estate' ? 'dismissal.estate_id' : 'dismissal.activity_id', '=', key)
  return {
    /** All properties of an estate or a roster, in reading order; those of an estate have no ballot (`ballotKey` null). */
    properties: ({ kind, key }: CheckSubject): Promise<CheckupRow[]> => (kind === 'estate' ? registryRows(db, key) : rosterRows(db, key)),

    /** A text that changes whenever a property or its ballot may have changed: rows' times only ever increase. */
    async version(subject: CheckSubject): Promise<string> {
      const { key } = subject
      const { rows } = await (
        subject.kind === 'estate'
          ? sql<{ version: string }>`
            select count(*) || ' ' || coalesce(max(id), 0) || ' ' || coalesce(sum(updated_at), 0) as version from property where estate_id = ${key}`
          : sql<{ version: string }>`
            select count(*) || ' ' || coalesce(max(id), 0) || ' ' || coalesce(sum(updated_at), 0) || ' ' || coalesce(sum(id * ballot_id), 0) || ' ' ||
              (select count(*) || ' ' || coalesce(sum(id), 0) from property where estate_id = ${subject.estateKey} and occupancy = ${SOLD}) as version
            from roster_property where activity_id = ${key}`
      ).execute(db)
      return rows[0]?.version ?? ''
    },

    /**
     * The dismissals in force for a subject, with the users.
     *
     * Dismissals in the registry also apply to a roster, as long as its data are the same and it was not reversed there.
     */
    async dismissals(subject: CheckSubject) {
      const standing = (of: CheckSubject) =>
        ofSubject(of)
          .innerJoin('user', 'user.id', 'dismissal.created_by')
          .select(['dismissal.finding_id as findingId', 'dismissal.reason', 'dismissal.created_at as at', 'user.nick_name as by'])
          .where('dismissal.taken_back_at', 'is', null)
          .execute()
      const own = new Map((await standing(subject)).map(({ findingId, ...said }) => [findingId, said]))
      const ofEstate = subject.kind === 'estate' ? [] : await standing({ kind: 'estate', key: subject.estateKey })
      const inherited = new Map(ofEstate.map(({ findingId, ...said }) => [findingId, { ...said, ofEstate: true as const }]))
      const takenBack = new Set(
        (await ofSubject(subject).select('dismissal.finding_id').where('dismissal.taken_back_at', 'is not', null).execute()).map((row) => row.finding_id),
      )
      /** A finding's dismissal; undefined if it is open. */
      return ({ id, registryId }: { readonly id: string; readonly registryId: string }) =>
        own.get(id) ?? (takenBack.has(id) ? undefined : inherited.get(registryId))
    },
    /** A finding's dismissal in force; undefined if none. */
    find: (subject: CheckSubject, findingId: string) =>
      ofSubject(subject).selectAll('dismissal').where('dismissal.finding_id', '=', findingId).where('dismissal.taken_back_at', 'is', null).executeTakeFirst(),
    insert: (dismissal: Omit<CheckupDismissalTable, 'id'>) => db.insertInto('checkup_dismissal').values(dismissal).execute(),
    /** The row stays, with the time in epoch ms. */
    takeBack: (key: number, now: number) => db.updateTable('checkup_dismissal').set({ taken_back_at: now }).where('id', '=', key).execute(),
  }
}
