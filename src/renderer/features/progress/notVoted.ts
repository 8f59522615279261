import type { ContactFilter } from '#shared/features/contact/rules.ts'
import { occupancies, occupancyNames, type KnownOccupancy } from '#shared/features/property/categories.ts'
import type { NotVotedProperty, NotVotedSort } from '#shared/features/result/contract.ts'
import { voteSourceName } from '#shared/features/delivery/contract.ts'
import { minuteStamp } from '../../ui/minuteStamp.ts'
import { shortMoment } from '../../ui/moments.ts'

/** Filter and sorting of the not-voted list. */
export interface NotVotedFilter {
  readonly path: string
  readonly state: 'all' | -1 | 0
  readonly sort: NotVotedSort
  readonly contactResult: ContactFilter | null
  readonly occupancy: KnownOccupancy | null
}

export const notVotedSortNames: Readonly<Record<NotVotedSort, string>> = { place: '按单元房号', delivered: '按最近送达', area: '按面积' }

export const notVotedStateNames = [
  { value: 'all', name: '全部未投' },
  { value: -1, name: '未标记' },
  { value: 0, name: '已标记' },
] as const satisfies readonly { readonly value: NotVotedFilter['state']; readonly name: string }[]

/** Options of the occupancy filter, for a Select. */
export const occupancyFilters = [
  { value: 'all', label: '全部居住状态' },
  ...occupancies.map((value) => ({ value, label: occupancyNames[value] })),
] as const satisfies readonly { readonly value: KnownOccupancy | 'all'; readonly label: string }[]

/**
 * `送达 11-20 09:30 上门（王五）`, or that nothing was delivered.
 *
 * @param now epoch ms
 */
export function deliveryInWords(
  { deliveredAt, voteSource, deliveredBy }: Pick<NotVotedProperty, 'deliveredAt' | 'voteSource' | 'deliveredBy'>,
  now: number,
): string {
  if (deliveredAt === null) return '未送达'
  return `送达 ${shortMoment(deliveredAt, now)} ${voteSourceName(voteSource)}${deliveredBy === '' ? '' : `（${deliveredBy}）`}`
}

/** `{小区}_{活动}_未投名单_{yyyyMMddHHmm}.xlsx`; characters that Windows forbids are replaced on saving. */
export function notVotedFileName(estateName: string, title: string, now: Date, ending: string): string {
  return `${estateName.slice(0, 40)}_${title.slice(0, 60)}_未投名单_${minuteStamp(now)}${ending}`
}
