import type { AnswerOf, QueryOf } from '#shared/contract/index.ts'
import type { UnmergedOwner } from '#shared/features/ballot/unmerged.ts'
import { placeInWords } from '#shared/place/place.ts'
import { chunksOf } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { ActivityService } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import { loadBallots, sumOfAreas } from './ballotChunks.ts'
import { ownerGroups, type OwnerGroup, type OwnerGroupKind } from './ownerGroups.ts'
import type { RosterPropertyRow } from './rosterPropertyQueries.ts'
import { mergeRefusalFieldsOf } from './mergeRefusals.ts'
import { ballotState } from './rules.ts'
import { ballotStore } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

export interface UnmergedOwnersDeps extends ServiceDeps {
  readonly activities: ActivityService
}

/** @param rosterPropertyKeys in the desired order of the groups */
async function groupsOf(db: Db, rosterPropertyKeys: readonly number[]): Promise<Readonly<Record<OwnerGroupKind, OwnerGroup[]>>> {
  const properties = []
  for (const chunk of chunksOf(rosterPropertyKeys)) {
    properties.push(...(await ballotStore(db).ownersOf(chunk)))
    await yieldToEventLoop()
  }
  return ownerGroups(properties, yieldToEventLoop)
}

/** Read-only queries on owners who vote with several ballots (`counting.md` section 1: one owner is one head). */
export function createUnmergedOwners({ database, clock, activities }: UnmergedOwnersDeps) {
  return {
    /** Number of owners who vote with several ballots, without listing them: only properties of repeated names are read. */
    unmergedOwnerCount: async (db: Db, activityKey: number): Promise<number> =>
      (await groupsOf(db, await ballotStore(db).namesakeKeys(activityKey))).same.length,

    /**
     * One page of the owners of a kind, with their ballots and why any of these cannot be merged, and the number of each kind.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async unmergedOwners({ activityId, kind, pageNo, pageSize }: QueryOf<'ballot.unmergedOwners'>): Promise<AnswerOf<'ballot.unmergedOwners'>> {
      const activity = await activities.require(database.read, activityId)
      const groups = await groupsOf(database.read, await ballotStore(database.read).propertyKeysInOrder(activity.id))
      const shown = groups[kind].slice((pageNo - 1) * pageSize, pageNo * pageSize)
      const { ballots, propertiesOf } = await loadBallots(
        database.read,
        shown.flatMap(({ ballotKeys }) => ballotKeys),
      )
      const toOwner = ({ ballotKeys, phoneDiffers, idNumberDiffers }: OwnerGroup): UnmergedOwner => {
        const properties = ballotKeys.flatMap(propertiesOf)
        return {
          ownerName: properties[0]?.owner_name ?? '',
          propertyCount: properties.length,
          areaHundredths: sumOfAreas(properties),
          phoneDiffers,
          idNumberDiffers,
          ballots: ballotKeys.flatMap((key) => {
            const row = ballots.get(key)
            if (!row) return [] // merged by another desk between two statements
            const refusalFields = mergeRefusalFieldsOf(activity, row, clock.now())
            return [{ ballotId: row.public_id, ballotState: ballotState(row.record_status), ...refusalFields, properties: propertiesOf(key).map(toProperty) }]
          }),
        }
      }
      return { rows: shown.map(toOwner), total: groups[kind].length, sameCount: groups.same.length, alikeCount: groups.alike.length }
    },
  }
}

const toProperty = (row: RosterPropertyRow) => ({
  rosterPropertyId: row.public_id,
  propertyId: row.property_public_id,
  place: placeInWords(row),
  ownerName: row.owner_name,
  phone: row.phone,
  idNumber: row.id_number,
  areaHundredths: row.area_hundredths,
})
