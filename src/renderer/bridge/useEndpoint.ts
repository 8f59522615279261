import { keepPreviousData, useQuery, useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent } from 'react'
import type { AnswerOf, EndpointName, InputOf } from '#shared/contract/index.ts'
import { askServer, type BridgeError } from './bridge.ts'
import { SignedOutContext } from './signedOut.ts'

/** When to fetch, and for how long the answer is used. */
export interface EndpointOptions {
  /** False: do not fetch yet. */
  readonly enabled?: boolean
  /** Keeps the previous answer on screen while fetching for new input (paging). */
  readonly keepsPrevious?: boolean
  /** How long an answer counts as fresh (ms); default 0. */
  readonly staleTime?: number
  /** Polling interval (ms), or false. */
  readonly refetchInterval?: number | false
  /** How long an unused answer is cached (ms); default one hour. */
  readonly keptMs?: number
  /** True: a toast tells an error; else the screen itself shows `error.message`. */
  readonly toastsErrors?: boolean
}

/** The server's answer to `input`, cached under [name, input]. */
export function useEndpoint<N extends EndpointName>(
  name: N,
  input: InputOf<N>,
  { enabled = true, keepsPrevious = false, staleTime = 0, refetchInterval = false, keptMs, toastsErrors = false }: EndpointOptions = {},
): UseQueryResult<AnswerOf<N>, BridgeError> {
  const queryKey = [name, input]
  const isSignedOut = useContext(SignedOutContext)
  const result = useQuery<AnswerOf<N>, BridgeError>({
    queryKey,
    queryFn: () => askServer(name, input),
    enabled,
    staleTime,
    refetchInterval: isSignedOut ? false : refetchInterval,
    refetchOnMount: false,
    meta: { toastsErrors },
    ...(keptMs === undefined ? {} : { gcTime: keptMs }),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  // After the query itself: only observed queries are refetched.
  useRefreshWhenShown(queryKey, !isSignedOut)
  return result
}

/**
 * Refetches an existing answer when a component mounts and when its page is shown again.
 *
 * Not `refetchOnMount`: that starts during the page's render and re-renders all of it to report so.
 */
function useRefreshWhenShown(queryKey: QueryKey, isWanted: boolean) {
  const cache = useQueryClient()
  const refresh = useEffectEvent(() =>
    cache.refetchQueries({ queryKey, exact: true, type: 'active', stale: true, predicate: ({ state }) => state.data !== undefined }, { cancelRefetch: false }),
  )
  useEffect(() => {
    if (isWanted) void refresh()
  }, [isWanted])
}
