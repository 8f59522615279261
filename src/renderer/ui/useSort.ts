import { useState } from 'react'
import type { Sort } from '#shared/contract/sort.ts'
import type { SortState } from './PageTable.tsx'

/**
 * A list's sorting: the value for its query, the rest for its PageTable.
 *
 * @param fields the endpoint's sort fields
 */
export function useSort<const F extends string>(fields: readonly F[]): { readonly sort: Sort<F> | null; readonly sorting: SortState } {
  const [sort, setSort] = useState<Sort<F> | null>(null)
  const change = (asked: Sort | null) => {
    const by = fields.find((field) => field === asked?.by)
    setSort(asked && by !== undefined ? { by, isDescending: asked.isDescending } : null)
  }
  return { sort, sorting: { value: sort, change } }
}
