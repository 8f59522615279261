import { useState } from 'react'
import type { PaperState } from '#shared/features/paper/rules.ts'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import { askServer } from '../../bridge/bridge.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { usePageState } from '../../ui/usePageState.ts'

/** Key under which the list's settings are saved on this computer. */
export const TABLE = 'paper'

interface PaperFilters {
  readonly condition: string
  /** The selected path to a branch; the last element is the branch's. */
  readonly picked: readonly string[]
  readonly state: PaperState | 'all'
}
const noFilters: PaperFilters = { condition: '', picked: [], state: 'all' }

/** A page of the papers as they are filtered, and how many are where; follows what other desks do. Who asks for one again asks for both. */
export function usePaperPage(activityId: string) {
  const [filters, setFilters] = useState(noFilters)
  const { condition, picked, state } = filters
  const path = picked.at(-1) ?? ''
  const paging = usePageState(TABLE, [condition, path, state])
  const asked = { activityId, condition, path, state }
  const query = useEndpoint('paper.list', { query: { ...asked, pageNo: paging.pageNo, pageSize: paging.pageSize } }, { keepsPrevious: true })
  const refetchInterval = useLiveInterval()
  const balance = useEndpoint('paper.balance', { query: { activityId } }, { refetchInterval, keepsPrevious: true })
  const refetch = async () => {
    const [again] = await Promise.all([query.refetch(), balance.refetch()])
    return again
  }
  return {
    query: { ...query, refetch },
    balance,
    paging,
    everyRow: (pageNo: number) => askServer('paper.list', { query: { ...asked, pageNo, pageSize: MAX_PAGE_SIZE } }),
    filters,
    isFiltered: condition !== '' || path !== '' || state !== 'all',
    change: (changed: Partial<PaperFilters>) => setFilters((before) => ({ ...before, ...changed })),
    showAll: () => setFilters(noFilters),
  }
}
export type PaperPage = ReturnType<typeof usePaperPage>
