import { useState } from 'react'

/** The rows that are ticked in a table, kept over its pages. */
export interface Selection<Row> {
  readonly ids: readonly string[]
  readonly rows: readonly Row[]
  readonly change: (ids: readonly string[], rows: readonly Row[]) => void
  /** Unticks the rows with these ids; the others stay. */
  readonly drop: (removed: readonly string[]) => void
  readonly clear: () => void
}

export function useSelection<Row>(): Selection<Row> {
  const [chosen, setChosen] = useState<{ readonly ids: readonly string[]; readonly rows: readonly Row[] }>({ ids: [], rows: [] })
  const drop = (removed: readonly string[]) =>
    setChosen(({ ids, rows }) => ({ ids: ids.filter((id) => !removed.includes(id)), rows: rows.filter((_, index) => !removed.includes(ids[index] ?? '')) }))
  return { ...chosen, drop, change: (ids, rows) => setChosen({ ids, rows }), clear: () => setChosen({ ids: [], rows: [] }) }
}
