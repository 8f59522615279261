import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { ActivityRecord } from '../activity/service.ts'
import type { ErasureService } from '../audit/erasing.ts'
import { rosterCounts } from '../ballot/erasing.ts'
import { fileIdsIn } from '../file/rules.ts'
import { deliveriesOf } from '../notification/erasing.ts'
import { changesOfActivity } from '../property-change/erasing.ts'
import { agentsOf } from '../proxy/erasing.ts'
import { voterCounts } from '../voting/erasing.ts'

/** The personal data of an activity, as they are now. */
export async function activityData(db: Kysely<Schema>, activity: Pick<ActivityRecord, 'id' | 'public_id'>, erasing: ErasureService) {
  const roster = await rosterCounts(db, activity.id)
  const voters = await voterCounts(db, activity.id)
  const { deliveryCount, pictures: deliveryPictures } = await deliveriesOf(db, activity.id)
  const agents = await agentsOf(db, activity.id)
  const changes = await changesOfActivity(db, activity.id)
  const pictures = fileIdsIn([...deliveryPictures, ...changes.pictures, ...agents.pictures])
  const entries = await erasing.ofActivity(db, activity.public_id, [...changes.ids, ...pictures])
  const sum = (field: 'nameCount' | 'phoneCount' | 'idNumberCount'): number => roster[field] + voters[field] + agents[field]
  return {
    changes,
    pictures,
    entries,
    counts: {
      nameCount: sum('nameCount'),
      phoneCount: sum('phoneCount'),
      idNumberCount: sum('idNumberCount'),
      deliveryCount,
      changeCount: changes.keys.length,
      pictureCount: pictures.length,
      entryCount: entries.length,
      firstFormCount: entries.filter(({ isFirstForm }) => isFirstForm).length,
      propertyCount: roster.propertyCount,
      ballotCount: roster.ballotCount,
      recordCount: voters.recordCount,
    },
  }
}
