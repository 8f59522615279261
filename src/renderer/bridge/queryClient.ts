import { QueryCache, QueryClient } from '@tanstack/react-query'

/** How long unused answers are cached (ms), so that a hidden tab returns with its data. */
const KEPT_MS = 60 * 60_000

/** The query cache: refetches when a screen is shown again, never retries automatically. */
export function createQueryClient(showError: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // A page hidden meanwhile refetches and reports when shown again.
        if (query.meta?.['toastsErrors'] === true && query.getObserversCount() > 0) showError(error)
      },
    }),
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always', gcTime: KEPT_MS } },
  })
}
