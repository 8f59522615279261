import { useState } from 'react'
import { ROWS_AT_FIRST } from '#shared/contract/page.ts'
import { usePreferences } from '../bridge/computer.tsx'

/** The current page of a list; page numbers start at 1. */
export interface PageState {
  readonly pageNo: number
  readonly pageSize: number
  readonly show: (pageNo: number) => void
  /** Saved for this table; returns to the first page. */
  readonly resize: (pageSize: number) => void
}

/**
 * A paged table's state: spread `pageNo` and `pageSize` into its query.
 *
 * @param tableName key for saving the page size; same as the PageTable's `name`
 * @param filters the list's filters: a change shows the first page
 */
export function usePageState(tableName: string, filters: unknown = null): PageState {
  const [preferences, remember] = usePreferences()
  const table = preferences.tables[tableName]
  const filtersKey = JSON.stringify(filters)
  const [place, setPlace] = useState({ pageNo: 1, filtersKey })
  // Stored with the filters rather than compared, so that returning to earlier filters also starts at the first page.
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
