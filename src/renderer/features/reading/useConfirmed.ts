import { useState } from 'react'

interface Reading {
  readonly readingId: string
}

/** Papers confirmed here, which `lists` still name until all of them are fetched again. */
export function useConfirmed(...lists: readonly unknown[]) {
  const [confirmed, setConfirmed] = useState<{ readonly lists: readonly unknown[]; readonly ids: readonly string[] }>({ lists: [], ids: [] })
  const ids = confirmed.lists.some((list, at) => list !== undefined && list === lists[at]) ? confirmed.ids : []
  return {
    isConfirmed: ({ readingId }: Reading): boolean => ids.includes(readingId),
    addConfirmed: (readings: readonly Reading[]) => setConfirmed({ lists, ids: [...ids, ...readings.map(({ readingId }) => readingId)] }),
  }
}
