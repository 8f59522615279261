import type { Kysely } from 'kysely'
import { notFound } from '#shared/contract/envelope.ts'
import type { ActivityChoice } from '#shared/features/activity/contract.ts'
import type { Database } from '../../database/open.ts'
import type { Schema } from '../../database/schema.ts'
import type { EstateService } from '../estate/service.ts'
import { activityStore } from './store.ts'

/** Vote activities (投票活动): `wire.md` section 4. */
export function createActivityService({ database, estates }: { readonly database: Database; readonly estates: EstateService }) {
  async function require(db: Kysely<Schema>, activityId: string) {
    const row = await activityStore(db).find(activityId)
    if (!row) throw notFound('投票活动')
    return row
  }
  return {
    require,
    async scopePaths(activityId: string): Promise<string[]> {
      return JSON.parse((await require(database.read, activityId)).scope_paths) as string[]
    },
    async unfinished(estateId: string): Promise<ActivityChoice[]> {
      const estate = await estates.require(database.read, estateId)
      return (await activityStore(database.read).unfinished(estate.id)).map((row) => ({ id: row.public_id, title: row.title, status: row.status }))
    },
  }
}
export type ActivityService = ReturnType<typeof createActivityService>
