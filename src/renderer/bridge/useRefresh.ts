import { useQueryClient } from '@tanstack/react-query'
import type { EndpointName } from '#shared/contract/index.ts'

/** Has everything asked anew that some endpoints have answered: after a refusal what is on screen is out of date. */
export function useRefresh(names: readonly EndpointName[]): () => void {
  const cache = useQueryClient()
  return () => {
    for (const stale of names) void cache.invalidateQueries({ queryKey: [stale] })
  }
}
