import { MAX_COLUMN, rangeOf } from '../addresses.ts'
import type { HeaderPlace } from '../interpretRows.ts'
import type { Marks } from './marks.ts'

/** Gathers which columns of a sheet are in use, to find one for the reasons. */
export function createColumnUse(header: HeaderPlace, marks: Marks) {
  const lastNamed = Math.max(0, ...Object.values(header.columns))
  const filled = new Set<number>()
  const markedRows = [...marks.keys()].toSorted((a, b) => a - b)
  const inHeader = createCoverage()
  const inMarkedRows = createCoverage()

  return {
    /** A cell of this column holds something. */
    fill(column: number): void {
      filled.add(column)
    },
    /** A merge as the sheet writes it. Of its cells a spreadsheet program shows the first one and throws the others away. */
    merge(reference: string): void {
      const range = rangeOf(reference)
      if (range === null) return
      const { firstColumn, lastColumn, firstRow, lastRow } = range
      if (firstRow <= header.row && header.row <= lastRow) inHeader.add(firstColumn, lastColumn)
      if ((markedRows[firstAtLeast(markedRows, firstRow)] ?? Infinity) <= lastRow) inMarkedRows.add(firstColumn, lastColumn)
    },
    /**
     * The first column right of everything, else one between that is empty, from 1.
     *
     * None that a merge covers in the header or in a marked row, where there is such a one: somebody may have merged a
     * whole row, and then its own reason is lost rather than everybody's.
     * @throws Error where every column right of the last named one holds something
     */
    freeColumn(): number {
      const last = Math.max(lastNamed, ...filled)
      const [header, rows] = [inHeader.columns(), inMarkedRows.columns()]
      for (const covers of [[header, rows], [header], []]) {
        for (const before of [last, lastNamed]) {
          for (let column = before + 1; column <= MAX_COLUMN; column += 1) {
            if (!filled.has(column) && !covers.some((columns) => columns.has(column))) return column
          }
        }
      }
      throw new Error('no free column')
    },
  }
}

/** Counts where ranges begin and end instead of walking them: a file may name a million ranges over all columns. */
function createCoverage() {
  const changes = new Int32Array(MAX_COLUMN + 2)
  const change = (column: number, by: number): void => {
    changes[column] = (changes[column] ?? 0) + by
  }
  return {
    add(first: number, last: number): void {
      if (first > last || first > MAX_COLUMN) return
      change(first, 1)
      change(Math.min(last, MAX_COLUMN) + 1, -1)
    },
    columns(): ReadonlySet<number> {
      const covered = new Set<number>()
      let depth = 0
      changes.forEach((by, column) => {
        depth += by
        if (depth > 0) covered.add(column)
      })
      return covered
    },
  }
}

/** The index of the first number that is not below another; the length where all are. */
function firstAtLeast(sorted: readonly number[], least: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? Infinity) < least) from = middle + 1
    else to = middle
  }
  return from
}
