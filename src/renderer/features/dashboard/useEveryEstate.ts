import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import type { Estate } from '#shared/features/estate/contract.ts'
import type { BridgeError } from '../../bridge/bridge.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useEndpoints } from '../../bridge/useEndpoints.ts'

/** The estates, or why they are not all there. */
export interface EveryEstate {
  /** All of them with their counts; undefined until the last page is there. */
  readonly estates: readonly Estate[] | undefined
  readonly error: BridgeError | null
  readonly retry: () => void
}

/** Every estate with its counts, in as many pages as the server's largest page needs. */
export function useEveryEstate(): EveryEstate {
  const first = useEndpoint('estate.list', { query: { pageNo: 1, pageSize: MAX_PAGE_SIZE } }, { errors: 'caller' })
  const pages = Math.ceil((first.data?.total ?? 0) / MAX_PAGE_SIZE)
  const others = useEndpoints(
    'estate.list',
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) => ({ query: { pageNo: index + 2, pageSize: MAX_PAGE_SIZE } })),
    { errors: 'caller' },
  )
  const all = [first, ...others]
  const isWhole = all.every((page) => page.data !== undefined)
  return {
    estates: isWhole ? all.flatMap((page) => page.data?.rows ?? []) : undefined,
    error: all.find((page) => page.error)?.error ?? null,
    retry: () => all.forEach((page) => void page.refetch()),
  }
}
