import { useState } from 'react'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import type { Estate } from '#shared/features/estate/contract.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'

export interface FoundEstate {
  /** Undefined while loading, null if there is none. */
  readonly estate: Estate | null | undefined
  /** The message if the server could not be asked, else null. */
  readonly failure: string | null
  readonly retry: () => void
}

/**
 * Finds an estate by id.
 *
 * The specification has no call for a single estate: pages through the list, with the maximum page size, until it is found. An
 * empty id returns null without asking.
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
