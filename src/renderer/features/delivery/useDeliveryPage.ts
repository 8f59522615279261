import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { searchTerms } from '#shared/search/condition.ts'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import { askServer } from '../../bridge/bridge.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { usePageState } from '../../ui/usePageState.ts'
import { useSort } from '../../ui/useSort.ts'
import { columnsOf } from './deliveryColumns.tsx'
import type { StatusFilter } from './deliveryWords.ts'
import { filterPath } from './parts/places/unitCascade.ts'

/** Key under which the list's settings are saved on this computer. */
export const TABLE = 'notification'

/** The filters as shown; `picked` is the selected path to a building or unit. */
interface ShownFilters {
  readonly condition: string
  readonly picked: readonly string[]
  readonly status: StatusFilter
}

const noFilters: ShownFilters = { condition: '', picked: [], status: 'all' }

/** A filtered page of the roster, and the number of properties per status. */
export function useDeliveryPage({ id: activityId, deliveryPolicy }: Pick<Activity, 'id' | 'deliveryPolicy'>) {
  const isJudged = deliveryPolicy.length > 0
  const [filters, setFilters] = useState(noFilters)
  const { condition, picked, status } = filters
  const path = filterPath(picked)
  const columns = columnsOf(isJudged, searchTerms(condition))
  const { sort, sorting } = useSort(['place', 'time'])
  const paging = usePageState(TABLE, [condition, path, status, sort])
  const asked = { activityId, condition, status, path, sort }
  const query = useEndpoint('notification.list', { body: { ...asked, pageNo: paging.pageNo, pageSize: paging.pageSize } }, { keepsPrevious: true })
  const counts = useEndpoint('notification.counts', { body: { activityId, condition, path, status: 'all' } }, { keepsPrevious: true })
  return {
    query,
    everyRow: (pageNo: number) => askServer('notification.list', { body: { ...asked, pageNo, pageSize: MAX_PAGE_SIZE } }),
    counts,
    columns,
    paging,
    sort,
    sorting,
    picked,
    filters: { condition, status, path },
    change: (changed: Partial<ShownFilters>) => setFilters((before) => ({ ...before, ...changed })),
    showAll: () => setFilters(noFilters),
  }
}

export type DeliveryPage = ReturnType<typeof useDeliveryPage>
