import type { PropertyCategory } from '#shared/features/property/categories.ts'
import { searchTerms } from '#shared/search/condition.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { usePageState } from '../../ui/usePageState.ts'
import { useSort } from '../../ui/useSort.ts'
import { columnsOf } from './propertyColumns.tsx'
import { hasZones } from './zones.ts'

/** The name under which the table of properties is remembered on this computer. */
export const TABLE = 'property'

/** A page of the properties of an estate that match a condition, of one category where one is given, and what all of them add up to. */
export function usePropertyPage(estateId: string, condition: string, category: PropertyCategory | null) {
  const { sort, sorting } = useSort(['place', 'area'])
  const paging = usePageState(TABLE, [estateId, condition, category, sort])
  const query = useEndpoint(
    'property.list',
    { query: { estateId, condition, category, sort, pageNo: paging.pageNo, pageSize: paging.pageSize } },
    { keepsPrevious: true, errors: 'caller' },
  )
  const totals = useEndpoint('property.totals', { query: { estateId, condition, category } }, { errors: 'caller' })
  const places = useEndpoint('estate.places', { query: { estateId, counts: '' } }, { errors: 'caller' })
  const isZoned = hasZones(places.data ?? [])
  const columns = columnsOf(isZoned, searchTerms(condition))
  // What is kept on screen while the next page comes must not be another estate's.
  const isOther = query.isPlaceholderData && query.data.rows.some((row) => row.estateId !== estateId)
  return { query: isOther ? { ...query, data: undefined } : query, totals: totals.data, columns, paging, sort, sorting }
}

export type PropertyPage = ReturnType<typeof usePropertyPage>
