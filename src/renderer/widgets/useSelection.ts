import { useState } from 'react'

/** The rows that are ticked in a table, kept over its pages. */
export interface Selection<Row> {
  readonly ids: readonly string[]
  readonly rows: readonly Row[]
  readonly change: (ids: readonly string[], rows: readonly Row[]) => void
  readonly clear: () => void
}

export function useSelection<Row>(): Selection<Row> {
  const [chosen, setChosen] = useState<{ readonly ids: readonly string[]; readonly rows: readonly Row[] }>({ ids: [], rows: [] })
  return { ...chosen, change: (ids, rows) => setChosen({ ids, rows }), clear: () => setChosen({ ids: [], rows: [] }) }
}
