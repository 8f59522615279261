import type { Page } from '#shared/contract/page.ts'
import type { ListedPaper, PaperBalance } from '#shared/features/paper/contract.ts'
import type { PaperState } from '#shared/features/paper/rules.ts'
import type { Caller } from '../../http/context.ts'
import { inOrderOf } from '../../database/rows.ts'
import { ballotState } from '../ballot/rules.ts'
import type { PaperDeps } from './deps.ts'
import { placeOf } from './requirements.ts'
import { paperStore, type ListedPaperRow } from './store.ts'

/** What a list of papers is limited to; `''` and `all` limit nothing. */
export interface PaperQuery {
  readonly activityId: string
  readonly state: PaperState | 'all'
  readonly path: string
  readonly condition: string
}

function toListed(row: ListedPaperRow, endsAt: number): ListedPaper {
  return {
    code: row.code,
    ballotId: row.ballot,
    place: placeOf(row),
    ownerName: row.owner_name ?? '',
    ballotNumber: row.number,
    areaHundredths: row.area_hundredths,
    propertyCount: row.property_count,
    ballotState: ballotState(row.record_status),
    state: row.status,
    issuedBy: row.issuer,
    issuedAt: row.issued_at,
    outBy: row.giver ?? '',
    outAt: row.out_at,
    receivedBy: row.receiver ?? '',
    receivedAt: row.received_at,
    isLate: row.received_at !== null && row.received_at > endsAt,
    spoiledBy: row.spoiler ?? '',
    spoiledAt: row.spoiled_at,
    reason: row.spoil_reason,
    newCode: row.new_code,
  }
}

/** What is asked about papers; nothing here writes. */
export function createPaperReads({ database, activities, search }: Pick<PaperDeps, 'database' | 'activities' | 'search'>) {
  return {
    /**
     * Papers in the reading order of their properties; a condition finds properties as everywhere, and parts of codes.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async list(
      { activityId, state, path, condition, pageNo, pageSize }: PaperQuery & { readonly pageNo: number; readonly pageSize: number },
      { seesMasks }: Pick<Caller, 'seesMasks'>,
    ): Promise<Page<ListedPaper>> {
      const activity = await activities.require(database.read, activityId)
      const found = condition === '' ? null : await search.find(database.read, { kind: 'roster', key: activity.id }, { condition, seesMasks })
      const store = paperStore(database.read)
      const searched = found && { propertyKeys: found.keys, code: condition.toUpperCase() }
      const { keys, total } = await store.page({ activityKey: activity.id, state, path, searched }, (pageNo - 1) * pageSize, pageSize)
      const rows = keys.length === 0 ? [] : inOrderOf(keys, await store.listed(keys))
      return { rows: rows.map((row) => toListed(row, activity.ends_at)), total }
    },

    /**
     * How many papers were printed and where they are now; those that were printed are the sum of the four states.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async balance(activityId: string): Promise<PaperBalance> {
      const activity = await activities.require(database.read, activityId)
      const { inOffice, out, received, spoiled, ...others } = await paperStore(database.read).balance(activity.id, activity.ends_at)
      return { printed: inOffice + out + received + spoiled, inOffice, out, received, spoiled, ...others }
    },
  }
}
