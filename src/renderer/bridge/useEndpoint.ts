import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { AnswerOf, EndpointName, InputOf } from '#shared/contract/index.ts'
import { askServer, type BridgeError } from './bridge.ts'

export interface EndpointOptions {
  /** False: not asked yet. */
  readonly enabled?: boolean
  /** True keeps the former answer on screen while one for other input is fetched (paging). */
  readonly keepsPrevious?: boolean
  /** Milliseconds for which an answer is taken as fresh; 0 by default. */
  readonly staleTime?: number
  /** Milliseconds between automatic asks, or false. */
  readonly refetchInterval?: number | false
  /** Milliseconds for which the answer is kept once no screen shows it; an hour by default. */
  readonly keptMs?: number
  /** `caller`: no toast, the screen itself shows `error.message`. */
  readonly errors?: 'toast' | 'caller'
}

/** What the server answers to `input`, kept under the key [name, input]. */
export function useEndpoint<N extends EndpointName>(
  name: N,
  input: InputOf<N>,
  { enabled = true, keepsPrevious = false, staleTime = 0, refetchInterval = false, keptMs, errors = 'toast' }: EndpointOptions = {},
): UseQueryResult<AnswerOf<N>, BridgeError> {
  return useQuery<AnswerOf<N>, BridgeError>({
    queryKey: [name, input],
    queryFn: () => askServer(name, input),
    enabled,
    staleTime,
    refetchInterval,
    meta: { errors },
    ...(keptMs === undefined ? {} : { gcTime: keptMs }),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}
