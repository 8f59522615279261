import { useState } from 'react'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import type { Estate } from '#shared/features/estate/contract.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'

export interface FoundEstate {
  /** Undefined while it is looked for, null if none. */
  readonly estate: Estate | null | undefined
  /** The sentence where the server could not be asked, else null. */
  readonly failure: string | null
  readonly retry: () => void
}

/**
 * One estate by its id.
 *
 * The specification has no call for a single estate: the list is asked for page by page, in its largest pages, until it
 * turns up. An empty id finds nothing and asks nothing.
 */
export function useEstate(id: string): FoundEstate {
  const [pageNo, setPageNo] = useState(1)
  const query = useEndpoint('estate.list', { query: { pageNo, pageSize: MAX_PAGE_SIZE } }, { enabled: id !== '' })
  const found = query.data?.rows.find((estate) => estate.id === id)
  const isLast = query.data !== undefined && pageNo * MAX_PAGE_SIZE >= query.data.total
  if (query.data && !found && !isLast) setPageNo(pageNo + 1)
  return {
    estate: found ?? (id === '' || isLast ? null : undefined),
    failure: query.error && !query.data ? query.error.message : null,
    retry: () => void query.refetch(),
  }
}
