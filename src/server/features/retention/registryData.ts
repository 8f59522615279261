import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { keptActivities } from '../activity/erasing.ts'
import type { ErasureService } from '../audit/erasing.ts'
import { activitiesOfProperties } from '../ballot/erasing.ts'
import { dismissalsOfProperties } from '../checkup/erasing.ts'
import { fileIdsIn } from '../file/rules.ts'
import { erasableProperties } from '../property/erasing.ts'
import { changesOfProperties } from '../property-change/erasing.ts'

/** An estate, by its key and its public id. */
interface Estate {
  readonly id: number
  readonly public_id: string
}

/** The properties of an estate that are in no kept activity's roster, with all that the registry and its journal hold of them. */
export async function registryData(db: Kysely<Schema>, estate: Estate, erasing: ErasureService) {
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
      firstFormCount: entries.filter(({ isFirstForm }) => isFirstForm).length,
    },
  }
}
