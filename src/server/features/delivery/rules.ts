import type { RowError } from '#shared/import/contract.ts'
import { deliveryMessages, deliveryStatusName, type DeliveryStatus } from '#shared/features/delivery/rules.ts'
import { deliverySheet } from '#shared/features/delivery/sheet.ts'
import { chinaMidnight, formatTime } from '#shared/time/chinaTime.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { pathDepth, placeInWords, type Place } from '#shared/place/place.ts'
import type { PaperShare } from '#shared/features/delivery/paperShare.ts'
import type { PaperProperty } from './paperQueries.ts'
import type { DeliveryRow } from './sheet.ts'
import { UNREAD } from '../../workbooks/cellText.ts'
import { placeIdentity } from '../property/rules.ts'

const importMessages = {
  unknownProperty: '未找到房屋',
  ...deliveryMessages,
} as const

/** The status of a roster row: 1 its ballot has voted, 0 delivered, null neither (`wire.md` section 8). */
export function deliveryStatus(recordStatus: number | null, isDelivered: boolean): DeliveryStatus {
  return recordStatus === 1 ? 1 : isDelivered ? 0 : null
}

/**
 * Whether a clerk may void a delivery: only one registered by themselves on the same day, Chinese time. A clock set back
 * since does not make it another day.
 */
export function isOwnOfToday(delivery: { readonly created_by: number; readonly created_at: number }, userKey: number, now: number): boolean {
  return delivery.created_by === userKey && chinaMidnight(delivery.created_at) === chinaMidnight(Math.max(now, delivery.created_at))
}

/** Which of some properties to register by their papers, and the totals. */
export function sharesOfPapers(properties: readonly PaperProperty[]): { readonly open: readonly PaperProperty[]; readonly share: PaperShare } {
  const open = properties.filter(({ isVoted, isDelivered }) => !isVoted && !isDelivered)
  const ballotsIn = (some: readonly PaperProperty[]): Set<number> => new Set(some.map(({ ballotKey }) => ballotKey))
  const [all, voted, registered] = [ballotsIn(properties), ballotsIn(properties.filter(({ isVoted }) => isVoted)), ballotsIn(open)]
  const share = {
    ballotCount: registered.size,
    propertyCount: open.length,
    deliveredCount: all.size - voted.size - registered.size,
    votedCount: voted.size,
  }
  return { open, share }
}

/** A branch of places; `unit` null: all units of the building. */
export interface Branch {
  readonly period: string
  readonly zone: string
  readonly building: string
  readonly unit: string | null
}

/** The branch that a path filters by: a building or a unit; null if it is less deep and filters nothing. */
export function branchOf(path: string): Branch | null {
  const depth = pathDepth(path)
  if (depth < 2) return null
  const [period = '', zone = '', building = '', unit] = path.split(PATH_SEPARATOR)
  return { period, zone, building, unit: unit ?? null }
}

/** A roster filter in words: `一期-2栋、未送达、王`; 全部 without a filter. */
export function filterInWords({ branch, status, condition }: { branch: Branch | null; status: 'all' | -1 | 0 | 1; condition: string }): string {
  const place = branch ? placeInWords({ ...branch, unit: branch.unit ?? '', room: '' }) : ''
  const name = status === 'all' ? '' : deliveryStatusName(status === -1 ? null : status)
  return [place, name, condition].filter((part) => part !== '').join('、') || '全部'
}

/** Identity of a delivery: the property, how, and when. */
export const deliveryIdentity = (rosterPropertyKey: number, voteSource: number, deliveredAt: number): string =>
  `${rosterPropertyKey} ${voteSource} ${deliveredAt}`

/** A delivery in a workbook with its property. */
export interface MatchedRow extends DeliveryRow {
  readonly rosterPropertyKey: number
}

/** Whether a row has a place: parts may be missing or unreadable, which the workbook's reader has reported. */
export const hasPlace = ({ period, zone, building, unit, room }: Place): boolean =>
  period !== '' && building !== '' && room !== '' && ![period, zone, building, unit, room].includes(UNREAD)

/** Finds each row's property in the roster, and the errors of rows without one or in the future. Rows without a place are left out. */
export function matchRows(
  rows: readonly DeliveryRow[],
  properties: Iterable<Place & { readonly id: number; readonly owner: string }>,
  now: number,
): { readonly matched: MatchedRow[]; readonly errors: RowError[] } {
  const standing = new Map(Array.from(properties, (property) => [placeIdentity(property), property]))
  const errors: RowError[] = []
  const matched: MatchedRow[] = []
  for (const row of rows) {
    const isPlaced = hasPlace(row)
    const property = standing.get(placeIdentity(row))
    const wrong = (column: 'room' | 'deliveredAt', message: string, value: string) =>
      errors.push({
        row: row.row,
        column: deliverySheet.columns[column].name,
        message,
        value,
        place: isPlaced ? placeInWords(row) : '',
        owner: property?.owner ?? '',
      })
    if (!property && isPlaced) wrong('room', importMessages.unknownProperty, row.room)
    if (row.deliveredAt > now) wrong('deliveredAt', importMessages.inFuture, formatTime(row.deliveredAt).slice(0, 16))
    if (property) matched.push({ ...row, rosterPropertyKey: property.id })
  }
  return { matched, errors }
}
