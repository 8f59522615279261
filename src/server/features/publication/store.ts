import { noteChanged, noteInserted } from '../../database/sent-rows.ts'
import { countOf } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { PublicationTable } from './tables.ts'

/** Queries on publications. */
export function publicationStore(db: Db) {
  return {
    insert(publication: Omit<PublicationTable, 'id'>) {
      noteInserted(db, 'publication', [publication])
      return db.insertInto('publication').values(publication).execute()
    },
    find: (publicId: string) => db.selectFrom('publication').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** The row stays, with who, when and why. */
    async withdraw(key: number, change: Pick<PublicationTable, 'withdrawn_by' | 'withdrawn_at' | 'withdraw_reason'>): Promise<void> {
      await noteChanged(db, 'publication', [key], change)
      await db.updateTable('publication').set(change).where('id', '=', key).execute()
    },
    /** One page of an activity's, newest first, with the names of their creators and withdrawers; pages count from 1. */
    page: (activityKey: number, { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number }) =>
      db
        .selectFrom('publication')
        .innerJoin('user as maker', 'maker.id', 'publication.created_by')
        .leftJoin('user as withdrawer', 'withdrawer.id', 'publication.withdrawn_by')
        .selectAll('publication')
        .select(['maker.nick_name as maker', 'withdrawer.nick_name as withdrawer'])
        .where('publication.activity_id', '=', activityKey)
        .orderBy('publication.id', 'desc')
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
        .execute(),
    count: (activityKey: number): Promise<number> => countOf(db.selectFrom('publication').where('activity_id', '=', activityKey)),
    /**
     * Those not withdrawn, in order of creation.
     *
     * @param activityIds public ids
     */
    standing: (activityIds: readonly string[]) =>
      db
        .selectFrom('publication')
        .innerJoin('activity', 'activity.id', 'publication.activity_id')
        .select(['publication.public_id as id', 'activity.public_id as activityId', 'publication.kind'])
        .select(['publication.date_from as dateFrom', 'publication.date_to as dateTo'])
        .where('activity.public_id', 'in', activityIds)
        .where('publication.withdrawn_at', 'is', null)
        .orderBy('publication.id')
        .execute(),
  }
}
