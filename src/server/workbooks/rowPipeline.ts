import { HEADER_ROWS } from './header.ts'
import type { RowInterpreter, SheetFindings } from './interpretRows.ts'
import type { SheetRow } from './rows.ts'
import type { SheetScan } from './scanSheet.ts'

/** Rows that are handed over together: few enough that their arrival does not hold up the receiver. */
const ROWS_TOGETHER = 500
/** Rows that are read while the sheet is still being looked through; the others wait, so that no large sheet is held. */
const MOST_UNSCANNED = 5_000
/** Rows that wait together; they are dropped together, too. */
const BLOCK = 1_000

interface RowPipelineHooks<Row> {
  readonly progress: (stage: 'reading' | 'checking', done: number, total: number) => void
  readonly rows: (rows: Row[]) => Promise<void>
  /** Called once, with at least the first ten rows; and where there may be merged cells, once they are all known. */
  readonly begin: (top: readonly SheetRow[]) => RowInterpreter<Row>
}

/**
 * Interprets each row as it is read, or, where the sheet may have merged cells, when all of it is read.
 *
 * The first rows are read while the sheet is looked through for such cells.
 *
 * What is wrong with the rows is thrown at the end: first of all a sheet must be one that can be read.
 */
export function createRowPipeline<Row>(scanning: Promise<SheetScan>, { progress, rows: handOver, begin }: RowPipelineHooks<Row>) {
  const held: SheetRow[][] = []
  let count = 0
  let understood: Row[] = []
  let interpreter: RowInterpreter<Row> | null = null
  let [done, total] = [0, 0]
  let failure: { readonly error: unknown } | null = null
  let scan: SheetScan | null = null
  const scanned = scanning.then((result) => void (scan = result))

  function hold(row: SheetRow): void {
    const last = held.at(-1)
    if (last && last.length < BLOCK) last.push(row)
    else held.push([row])
  }
  function beginNow(allRows: number): RowInterpreter<Row> {
    interpreter = begin(held[0] ?? [])
    const { rowsAbove } = interpreter
    total = Math.max(0, allRows - rowsAbove)
    done = -rowsAbove
    return interpreter
  }
  function understand(by: RowInterpreter<Row>, row: SheetRow): void {
    const one = by.take(row)
    if (one !== null) understood.push(one)
    done += 1
  }
  async function handOverFrom(atLeast: number): Promise<void> {
    while (understood.length >= atLeast) {
      const some = understood.slice(0, ROWS_TOGETHER)
      understood = understood.slice(ROWS_TOGETHER)
      await handOver(some)
    }
  }
  function take(row: SheetRow): void {
    if (interpreter) return understand(interpreter, row)
    hold(row)
    if (scan === null || scan.mayHaveMerges || row.number <= HEADER_ROWS) return progress('reading', count, 0)
    const begun = beginNow(scan.rowCount)
    for (const block of held.splice(0)) for (const one of block) understand(begun, one)
  }

  return {
    /** Takes the next row of the sheet, from the top; after something was wrong it takes no more. */
    add: (row: SheetRow): void => {
      if (failure) return
      count += 1
      try {
        take(row)
      } catch (error) {
        failure = { error }
      }
    },
    /** To be called, and waited for, between the pieces of the sheet. */
    onPiece: (): Promise<void> | null => {
      if (scan === null && count >= MOST_UNSCANNED) return scanned
      if (interpreter) progress('checking', Math.min(done, total), total)
      return understood.length >= ROWS_TOGETHER ? handOverFrom(ROWS_TOGETHER) : null
    },
    /** Ends the sheet. @throws what was wrong with its rows */
    finish: async (): Promise<SheetFindings> => {
      await scanned
      if (failure) throw failure.error
      const by = interpreter ?? beginNow(count)
      for (let block = held.shift(); block; block = held.shift()) {
        for (const row of block) understand(by, row)
        await handOverFrom(ROWS_TOGETHER)
        progress('checking', done, total)
      }
      const findings = by.finish()
      await handOverFrom(1)
      return findings
    },
  }
}
