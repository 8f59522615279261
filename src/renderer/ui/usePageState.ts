import { useState } from 'react'
import { ROWS_AT_FIRST } from '#shared/contract/page.ts'
import { usePreferences } from '../bridge/computer.tsx'

/** Which page of a list is shown; pages count from 1. */
export interface PageState {
  readonly pageNo: number
  readonly pageSize: number
  readonly show: (pageNo: number) => void
  /** Remembered for this table; back to the first page. */
  readonly resize: (pageSize: number) => void
}

/**
 * Where a paged table stands: spread `pageNo` and `pageSize` into its query.
 *
 * @param tableName under which the page size is remembered; the same as the PageTable's `name`
 * @param filters whatever the list is filtered by: when it changes, the first page is shown
 */
export function usePageState(tableName: string, filters: unknown = null): PageState {
  const [preferences, remember] = usePreferences()
  const table = preferences.tables[tableName]
  const filtersKey = JSON.stringify(filters)
  const [place, setPlace] = useState({ pageNo: 1, filtersKey })
  // Kept with the filters, not compared with them: who comes back to earlier ones begins at their first page, too.
  if (place.filtersKey !== filtersKey) setPlace({ pageNo: 1, filtersKey })
  return {
    pageNo: place.filtersKey === filtersKey ? place.pageNo : 1,
    pageSize: table?.pageSize ?? ROWS_AT_FIRST,
    show: (pageNo) => setPlace({ pageNo, filtersKey }),
    resize: (pageSize) => {
      setPlace({ pageNo: 1, filtersKey })
      remember({ tables: { ...preferences.tables, [tableName]: { ...table, pageSize } } })
    },
  }
}
