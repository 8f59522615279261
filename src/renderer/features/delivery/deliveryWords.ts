import { formatTime } from '#shared/time/chinaTime.ts'
import type { Delivery, DeliveryCounts } from '#shared/features/delivery/contract.ts'
import { AT_OFFICE, deliveryStatusName, type DeliveryStatus } from '#shared/features/delivery/rules.ts'
import { pathInWords } from '#shared/place/placeText.ts'
import { placeInWords } from '#shared/place/place.ts'

/** A status as filter value. */
export type StatusFilter = 'all' | -1 | 0 | 1

export const statusFilters: readonly { readonly value: StatusFilter; readonly label: string }[] = [
  { value: 'all', label: '全部' },
  { value: -1, label: deliveryStatusName(null) },
  { value: 0, label: deliveryStatusName(0) },
  { value: 1, label: deliveryStatusName(1) },
]

/** The list's filters; `path` is `''` if no building or unit is chosen. */
export interface RosterFilters {
  readonly condition: string
  readonly status: StatusFilter
  readonly path: string
}

/** The count and totals for a status. */
export function shareOf(counts: DeliveryCounts, status: StatusFilter): DeliveryCounts['all'] {
  if (status === 'all') return counts.all
  return status === -1 ? counts.undelivered : status === 0 ? counts.delivered : counts.voted
}

/** A filter's description, shown before its count: `一期-2栋 未送达的全部`. */
export function filterInWords({ condition, status, path }: RosterFilters): string {
  const place = pathInWords(path)
  const words = [
    ...(place === '' ? [] : [place]),
    ...(condition === '' ? [] : [`符合“${condition}”`]),
    ...(status === 'all' ? [] : [statusFilters.find(({ value }) => value === status)?.label ?? '']),
  ]
  return words.length === 0 ? '清册中的全部' : `${words.join('、')}的全部`
}

interface StatusWords {
  readonly name: string
  /** Grey not delivered, blue delivered, green voted. */
  readonly tone: 'grey' | 'blue' | 'green'
}

export function statusWords(status: DeliveryStatus): StatusWords {
  return { name: deliveryStatusName(status), tone: status === 1 ? 'green' : status === 0 ? 'blue' : 'grey' }
}

/** The result of a delivery, as its record's title. */
export function resultWords(status: DeliveryStatus): string {
  return status === 1 ? '已送达，已投票' : '已送达，未投票'
}

/** The channel of registration (`console.md` section 4). */
export function channelName(notifyWay: number | null): string {
  return notifyWay === AT_OFFICE ? 'PC后台' : '微信小程序'
}

/** `2026-05-01 09:30`; `''` for none. */
export function minutesOf(moment: number | null): string {
  return moment === null ? '' : formatTime(moment).slice(0, 16)
}

/** A ballot's properties on one line: those in the answer, and the total if it does not list all. */
export function propertiesInWords({ properties, propertyCount }: Pick<Delivery, 'properties' | 'propertyCount'>): string {
  const listed = properties.map(placeInWords).join('、')
  return propertyCount > properties.length ? `${listed} 等 ${propertyCount} 套` : listed
}
