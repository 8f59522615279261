import { QueryCache, QueryClient } from '@tanstack/react-query'

/** How long an answer that no screen shows is kept: a hidden tab comes back with what it had. */
const KEPT_MS = 60 * 60_000

/** The cache of answers: asked again whenever a screen comes back, never retried behind the user's back. */
export function createQueryClient(showError: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // A page that is hidden meanwhile says it when it comes back, and asks again.
        if (query.meta?.['toastsErrors'] === true && query.getObserversCount() > 0) showError(error)
      },
    }),
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always', gcTime: KEPT_MS } },
  })
}
