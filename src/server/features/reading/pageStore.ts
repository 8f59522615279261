import type { Kysely } from 'kysely'
import { isAllowed, type Role } from '#shared/features/account/roles.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { waitingStatuses } from '#shared/features/reading/pageRules.ts'
import { noteChanged, noteInserted, noteRemoval } from '../../database/sent-rows.ts'
import type { Schema } from '../../database/schema.ts'
import type { ReadingPageTable } from './tables.ts'

/** Filter of a list of pages. */
export interface PageChoice {
  readonly isWaiting: boolean
  readonly batchId: string
  readonly pageNo: number
  readonly pageSize: number
}

/** Whether pages of an activity in that status are handwriting hidden from these roles. */
export const hidesPages = (status: ActivityStatus, roles: readonly Role[]): boolean =>
  !isAllowed(roles, status === ActivityStatus.finished ? 'manager' : 'clerk')

/** Whether a stored file is a scanned page hidden from the caller. */
export async function isHiddenPage(
  db: Kysely<Schema>,
  publicId: string,
  { user }: { readonly user: { readonly roles: readonly Role[] } | null },
): Promise<boolean> {
  const page = await db
    .selectFrom('reading_page as page')
    .innerJoin('activity', 'activity.id', 'page.activity_id')
    .select('activity.status')
    .where('page.public_id', '=', publicId)
    .executeTakeFirst()
  return page !== undefined && hidesPages(page.status, user?.roles ?? [])
}

/** Queries on scanned pages; `by` is the operator's name. */
export function pageStore(db: Kysely<Schema>) {
  const withNames = () => db.selectFrom('reading_page as page').innerJoin('user', 'user.id', 'page.created_by').selectAll('page').select('user.nick_name as by')
  return {
    insert(page: Omit<ReadingPageTable, 'id'>) {
      noteInserted(db, 'reading_page', [page])
      return db.insertInto('reading_page').values(page).execute()
    },
    find: (publicId: string) => withNames().where('page.public_id', '=', publicId).executeTakeFirst(),
    /** A page of a vote's scanned pages, newest first, and the total; restricted to a batch if given. */
    async list(activityKey: number, { isWaiting, batchId, pageNo, pageSize }: PageChoice) {
      const chosen = db
        .selectFrom('reading_page as page')
        .where('page.activity_id', '=', activityKey)
        .$if(isWaiting, (query) => query.where('page.status', 'in', [...waitingStatuses]))
        .$if(batchId !== '', (query) => query.where('page.batch_id', '=', batchId))
      const rows = await chosen
        .innerJoin('user', 'user.id', 'page.created_by')
        .selectAll('page')
        .select('user.nick_name as by')
        .orderBy('page.id', 'desc')
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
        .execute()
      const { total } = await chosen.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total }
    },
    /** The existing page with the same bytes. */
    ofBytes: (activityKey: number, sha256: string) =>
      withNames().where('page.activity_id', '=', activityKey).where('page.sha256', '=', sha256).executeTakeFirst(),
    async assign(key: number, assigned: Partial<Omit<ReadingPageTable, 'id'>>): Promise<void> {
      await noteChanged(db, 'reading_page', [key], assigned)
      await db.updateTable('reading_page').set(assigned).where('id', '=', key).execute()
    },
    async remove(key: number): Promise<void> {
      noteRemoval(db)
      await db.deleteFrom('reading_page').where('id', '=', key).execute()
    },
  }
}
export type FoundPage = NonNullable<Awaited<ReturnType<ReturnType<typeof pageStore>['find']>>>
