import { keepPreviousData, useQuery, useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent } from 'react'
import type { AnswerOf, EndpointName, InputOf } from '#shared/contract/index.ts'
import { askServer, type BridgeError } from './bridge.ts'
import { SignedOutContext } from './signedOut.ts'

/** When the server is asked, and for how long its answer serves. */
export interface EndpointOptions {
  /** False: not asked yet. */
  readonly enabled?: boolean
  /** True keeps the former answer on screen while one for other input is fetched (paging). */
  readonly keepsPrevious?: boolean
  /** Milliseconds for which an answer is taken as fresh; 0 by default. */
  readonly staleTime?: number
  /** Milliseconds between automatic requests, or false. */
  readonly refetchInterval?: number | false
  /** Milliseconds for which the answer is kept once no screen shows it; an hour by default. */
  readonly keptMs?: number
  /** True: a toast tells an error; else the screen itself shows `error.message`. */
  readonly toastsErrors?: boolean
}

/** What the server answers to `input`, kept under the key [name, input]. */
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
  // After the query itself: only one that is listened to is asked again.
  useRefreshWhenShown(queryKey, !isSignedOut)
  return result
}

/**
 * Asks again for an answer that is there already, when a part of a screen appears and when its page comes back.
 *
 * Not the library's own `refetchOnMount`: that one begins while the page is rendered, and draws all of it again to say so.
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
