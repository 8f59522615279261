import { useEffect, useState } from 'react'

/** The selected rows of a table, kept across pages. */
export interface Selection<Row> {
  readonly ids: readonly string[]
  readonly rows: readonly Row[]
  /** Replaces the selection; `rows` in the order of `ids`. */
  readonly change: (ids: readonly string[], rows: readonly Row[]) => void
  /** Deselects the rows with these ids. */
  readonly drop: (removed: readonly string[]) => void
  readonly clear: () => void
  /** Updates the selected rows that are among these. */
  readonly refresh: (shown: ReadonlyMap<string, Row>) => void
}

/** Initially empty; lives as long as the screen. */
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

/** Keeps selected rows up to date, since available actions depend on their latest state. */
export function useFreshSelection<Row>(selection: Selection<Row> | undefined, rows: readonly Row[] | undefined, rowKey: (row: Row) => string): void {
  useEffect(() => {
    if (selection && selection.ids.length > 0 && rows) selection.refresh(new Map(rows.map((row) => [rowKey(row), row])))
  }, [selection, rows, rowKey])
}
