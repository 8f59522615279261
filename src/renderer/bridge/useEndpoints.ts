import { useQueries, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { AnswerOf, EndpointName, InputOf } from '#shared/contract/index.ts'
import { askServer, type BridgeError } from './bridge.ts'
import type { EndpointOptions } from './useEndpoint.ts'

/** Parallel requests to one endpoint, each cached under its own key; for trees loaded level by level. */
export function useEndpoints<N extends EndpointName>(
  name: N,
  inputs: readonly InputOf<N>[],
  { staleTime = 0, toastsErrors = false }: Pick<EndpointOptions, 'staleTime' | 'toastsErrors'> = {},
): UseQueryResult<AnswerOf<N>, BridgeError>[] {
  return useQueries<UseQueryOptions<AnswerOf<N>, BridgeError>[]>({
    queries: inputs.map((input) => ({ queryKey: [name, input], queryFn: () => askServer(name, input), staleTime, meta: { toastsErrors } })),
  })
}
