import { useEffect, useState } from 'react'

/** The rows that are ticked in a table, kept over its pages. */
export interface Selection<Row> {
  readonly ids: readonly string[]
  readonly rows: readonly Row[]
  /** Replaces the selection; `rows` in the order of `ids`. */
  readonly change: (ids: readonly string[], rows: readonly Row[]) => void
  /** Unticks the rows with these ids; the others stay. */
  readonly drop: (removed: readonly string[]) => void
  readonly clear: () => void
  /** Takes the ticked rows that are among these as they are now. */
  readonly refresh: (shown: ReadonlyMap<string, Row>) => void
}

/** Nothing is ticked at first; it lasts as long as the screen. */
export function useSelection<Row>(): Selection<Row> {
  const [chosen, setChosen] = useState<{ readonly ids: readonly string[]; readonly rows: readonly Row[] }>({ ids: [], rows: [] })
  const drop = (removed: readonly string[]) =>
    setChosen(({ ids, rows }) => ({ ids: ids.filter((id) => !removed.includes(id)), rows: rows.filter((_, index) => !removed.includes(ids[index] ?? '')) }))
  const refresh = (shown: ReadonlyMap<string, Row>) =>
    setChosen((was) => {
      const rows = was.rows.map((row, index) => shown.get(was.ids[index] ?? '') ?? row)
      return rows.every((row, index) => row === was.rows[index]) ? was : { ids: was.ids, rows }
    })
  return { ...chosen, drop, refresh, change: (ids, rows) => setChosen({ ids, rows }), clear: () => setChosen({ ids: [], rows: [] }) }
}

/** What may be done with ticked rows goes by their newest state: somebody else may have changed them since they were ticked. */
export function useFreshSelection<Row>(selection: Selection<Row> | undefined, rows: readonly Row[] | undefined, rowKey: (row: Row) => string): void {
  useEffect(() => {
    if (selection && selection.ids.length > 0 && rows) selection.refresh(new Map(rows.map((row) => [rowKey(row), row])))
  }, [selection, rows, rowKey])
}
