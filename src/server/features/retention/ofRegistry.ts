import type { BodyOf } from '#shared/contract/index.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { RegistryPreview } from '#shared/features/retention/contract.ts'
import type { Caller } from '../../http/context.ts'
import { requireAdmin } from '../account/administration.ts'
import { eraseDismissalsByKey, dismissalsOfProperties } from '../checkup/erasing.ts'
import { eraseChanges, changesOfProperties } from '../property-change/erasing.ts'
import { eraseProperties, erasableProperties } from '../property/erasing.ts'
import { STEPS, type Erased, type RetentionDeps } from './deps.ts'
import { retentionStore } from './store.ts'
import type { Db } from '../../database/schema.ts'
import { keptActivities } from '../activity/erasing.ts'
import type { ErasureService } from '../journal/erasing.ts'
import { activitiesOfProperties } from '../ballot/erasing.ts'
import { fileIdsIn } from '#shared/features/file/paths.ts'

type Deps = Pick<RetentionDeps, 'database' | 'journalService' | 'estates' | 'files' | 'jobs'> & { readonly compactIfErased: () => Promise<boolean> }

/** Erases properties and owners of the registry that are in no roster of an unerased activity. */
export function createRegistryErasure({ database, journalService, estates, files, jobs, compactIfErased }: Deps) {
  return {
    /**
     * A preview of erasing an estate's properties that are in no roster of an unerased activity. Read-only.
     *
     * @throws Refusal `estate.notFound` (404)
     */
    async previewRegistry(estateId: string): Promise<RegistryPreview> {
      const estate = await estates.require(database.read, estateId)
      return (await registryData(database.read, estate, journalService.erasing)).counts
    },

    /**
     * Erases an estate's properties that are in no roster of an unerased activity, with their owners, all or nothing.
     *
     * @throws Refusal `estate.notFound` (404), `account.roleTooLow` (403) for anybody but an administrator,
     * `retention.nothing` (409), `job.cancelled` (402)
     */
    eraseRegistry({ estateId, jobId }: BodyOf<'retention.eraseRegistry'>, caller: Caller): Promise<Erased> {
      return jobs.run(caller, jobId, async (job) => {
        job.report('writing', 1, STEPS)
        await database.write(
          async (write) => {
            const { tx } = write
            await requireAdmin(tx, caller)
            const estate = await estates.require(tx, estateId)
            const { properties, changes, dismissals, pictures, entries, counts } = await registryData(tx, estate, journalService.erasing)
            if (properties.length === 0) throw new Refusal('retention.nothing')
            await eraseChanges(tx, changes.keys)
            await eraseDismissalsByKey(tx, dismissals.keys)
            await eraseProperties(tx, properties)
            job.signal.throwIfAborted()
            job.report('writing', 2, STEPS)
            const pictureCount = await files.removeUnreferenced(tx, pictures)
            await retentionStore(tx).set({ is_to_compact: 1 })
            const { propertyCount } = counts
            const recorded = { estateName: estate.name, nameCount: propertyCount, pictureCount, houseCount: propertyCount }
            await journalService.erasing.erase(write, { subject: estateId, numbers: entries, recorded, caller })
            job.signal.throwIfAborted()
            job.report('writing', 3, STEPS)
          },
          { isLong: true },
        )
        return { isCompacted: await compactIfErased() }
      })
    },
  }
}

/** An estate's key and public id. */
interface Estate {
  readonly id: number
  readonly public_id: string
}

/** An estate's properties that are in no roster of an unerased activity, with all their data in the registry and its journal. */
async function registryData(db: Db, estate: Estate, erasing: ErasureService) {
  const all = await erasableProperties(db, estate.id)
  const activities = await keptActivities(db, estate.id)
  const activitiesOf = await activitiesOfProperties(
    db,
    activities.map(({ id }) => id),
  )
  const free = all.filter(({ id }) => !activitiesOf.has(id))
  const { changes, waiting } = await changesOfProperties(db, new Set(free.map(({ id }) => id)))
  const properties = free.filter(({ id }) => !waiting.has(id))
  const pictures = fileIdsIn(changes.pictures)
  const ids = new Set(properties.map(({ id }) => id))
  const dismissals = await dismissalsOfProperties(db, estate.id, ids)
  const entries =
    properties.length === 0
      ? []
      : await erasing.ofProperties(db, { estateId: estate.public_id, properties: ids, others: [...changes.ids, ...dismissals.ids, ...pictures] })
  const keptFor = activities
    .map(({ id, title }) => ({ title, propertyCount: all.filter((property) => activitiesOf.get(property.id)?.includes(id)).length }))
    .filter(({ propertyCount }) => propertyCount > 0)
  return {
    properties,
    changes,
    dismissals,
    pictures,
    entries,
    counts: {
      propertyCount: properties.length,
      keptCount: all.length - properties.length,
      keptFor,
      waitingCount: waiting.size,
      changeCount: changes.keys.length,
      pictureCount: pictures.length,
      entryCount: entries.length,
    },
  }
}
