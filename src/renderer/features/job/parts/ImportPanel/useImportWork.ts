import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { AnswerOf, InputOf } from '#shared/contract/index.ts'
import type { ImportResult } from '#shared/import/contract.ts'
import { askServer, failureOf } from '../../../../bridge/bridge.ts'
import { sentenceOf } from '../../../../bridge/failure.ts'
import type { ImportEndpoint, ImportSource } from './importSource.ts'
import type { ImportEffects, ImportState } from './importState.ts'
import { createImportWork, type ImportWork } from './importWork.ts'

/**
 * The import of that source, and where it stands.
 *
 * It is kept among the answers: a screen that comes back, or another one of the same source, finds it as it is, and a
 * logout, which forgets every answer, forgets it and the file in it too.
 */
export function useImportWork<N extends ImportEndpoint>({
  endpoint,
  fields,
  refreshes,
}: Pick<ImportSource<N>, 'endpoint' | 'fields' | 'refreshes'>): {
  readonly work: ImportWork
  readonly state: ImportState
} {
  const cache = useQueryClient()
  const effects = (): ImportEffects => ({
    ...serverEffects,
    send: async ({ mapping = {}, ...file }, options) => {
      // ImportEndpoint holds only endpoints of this input and this answer.
      const answer: AnswerOf<N> = await askServer(endpoint, {
        body: { ...fields, ...options, mapping: JSON.stringify(mapping) },
        file,
      } as unknown as InputOf<N>)
      return answer as ImportResult
    },
    written: () => {
      for (const stale of refreshes) void cache.invalidateQueries({ queryKey: [stale] })
    },
  })
  const create = () => createImportWork(effects())
  const { data: work } = useQuery<ImportWork>({
    queryKey: ['import.work', endpoint, fields],
    queryFn: create,
    initialData: create,
    // There is nothing to ask: it is made once and stays.
    enabled: false,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return { work, state: useSyncExternalStore(work.subscribe, work.state) }
}

const serverEffects = {
  progress: (jobId: string) => askServer('job.progress', { query: { jobId } }),
  cancel: (jobId: string) => askServer('job.cancel', { body: { jobId } }),
  failureOf,
  sentenceOf,
  newJobId: () => crypto.randomUUID(),
  wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
} as const
