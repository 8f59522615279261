import type { QueryOf } from '#shared/contract/index.ts'
import type { Page } from '#shared/contract/page.ts'
import type { Activity, ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { searchWords } from '#shared/text/normalise.ts'
import type { Database } from '../../database/database.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { EstateService } from '../estate/service.ts'
import type { EstateScope } from '../../scope/estateScope.ts'
import { requireActivity, requireStatus, requireStep, scopePathsOf, topicsOf, toRow, wholeActivity, type ActivityRecord } from './records.ts'
import { slotsOf, type Slot } from './rules.ts'
import { activityStore } from './store.ts'

/** Queries on activities, for screens and later features. */
export function createActivityReads({ database, estates }: { readonly database: Pick<Database, 'read'>; readonly estates: EstateService }) {
  async function ofEstate(estateId: string, statuses: readonly ActivityStatus[]): Promise<ActivityRow[]> {
    const estate = await estates.require(database.read, estateId)
    return (await activityStore(database.read).ofEstate(estate.id, statuses)).map(toRow)
  }

  return {
    require: requireActivity,
    requireStep,
    requireStatus,

    /**
     * The activity referred to by another row.
     *
     * @throws Error if it does not exist: a broken reference
     */
    async ofKey(db: Db, activityKey: number): Promise<ActivityRecord> {
      const row = await activityStore(db).byKey(activityKey)
      if (!row) throw new Error(`there is no activity ${activityKey}`)
      return row
    },
    /** Counts properties whose changes during voting affect the roster's heads or area; on the transaction of the change. */
    countAdjusted: (tx: Tx, activityKey: number, count: number) => activityStore(tx).countAdjusted(activityKey, count),
    /** The unfinished activities of an estate, oldest first. */
    unfinishedOfEstate: (db: Db, estateKey: number): Promise<ActivityRecord[]> => activityStore(db).unfinished(estateKey),

    /**
     * One page of a scope's activities, newest first by default, and the total that matches (`wire.md` section 4).
     *
     * Every word of `name` must occur in the title.
     */
    async list(scope: EstateScope, { pageNo, pageSize, name, sort }: QueryOf<'activity.list'>): Promise<Page<ActivityRow>> {
      const { rows, total } = await activityStore(database.read).page(scope, searchWords(name), sort ?? null, (pageNo - 1) * pageSize, pageSize)
      return { rows: rows.map(toRow), total }
    },

    /** The status of those of the activities that exist. */
    statuses: (db: Db, activityIds: readonly string[]) => activityStore(db).findAll(activityIds),

    /**
     * An activity with topics, scope and attachments.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    get: (activityId: string): Promise<Activity> => wholeActivity(database.read, activityId),
    /** The same within a transaction. */
    whole: wholeActivity,

    /** The slots of a record's answers, in order; fixed once voting has started. */
    slots: async (db: Db, activityKey: number): Promise<Slot[]> => slotsOf(await topicsOf(db, activityKey)),

    /**
     * The scope paths of an activity; empty: the whole estate.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    scopePaths: async (activityId: string): Promise<string[]> => scopePathsOf(await requireActivity(database.read, activityId)),
    /**
     * The activities of an estate in status voting or tallying, newest first.
     *
     * @throws Refusal `estate.notFound` (404)
     */
    inProgress: (estateId: string) => ofEstate(estateId, [ActivityStatus.voting, ActivityStatus.tallying]),
    /**
     * The same including those not started.
     *
     * @throws Refusal `estate.notFound` (404)
     */
    unfinished: (estateId: string) => ofEstate(estateId, [ActivityStatus.notStarted, ActivityStatus.voting, ActivityStatus.tallying]),
  }
}
