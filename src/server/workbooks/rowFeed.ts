import { setTimeout as wait } from 'node:timers/promises'
import { unpackRows, type RowBatchOf } from './rowBatch.ts'

/** The rows did not come in time. */
export class RowsLateError extends Error {}

/** A sheet's rows for who uses the first ones while the last ones are still being read. */
export interface RowFeed<Row> {
  /** Hands rows over; they are held until {@link clear}. */
  add(batch: RowBatchOf<Row>): void
  /** No more come, whatever became of the reading. */
  end(): void
  readonly hasEnded: boolean
  /** How many rows have come. */
  readonly count: number
  /** Resolves when the first rows are there, or none will come. */
  readonly begun: Promise<void>
  /**
   * All rows from the first one on, some hundreds at a time; may be asked for again.
   *
   * @param patience for how long the next rows are waited for, in ms; without it as long as the reading takes
   * @throws RowsLateError
   */
  rows(patience?: number): AsyncGenerator<Row[]>
  /** Gives the memory of all rows back at once; the garbage collection may take minutes to come by. */
  clear(): void
}

/** An empty feed, which has not ended. */
export function createRowFeed<Row>(): RowFeed<Row> {
  const batches: RowBatchOf<Row>[] = []
  const begun = Promise.withResolvers<void>()
  let news = begun
  let hasEnded = false
  let count = 0

  function tell(): void {
    const { resolve } = news
    news = Promise.withResolvers<void>()
    resolve()
  }
  async function waitForNews(patience: number | undefined): Promise<void> {
    if (patience === undefined) return news.promise
    const stop = new AbortController()
    const late = wait(patience, true, { signal: stop.signal }).catch(() => false)
    const isLate = await Promise.race([news.promise.then(() => false), late])
    stop.abort()
    if (isLate) throw new RowsLateError(`no rows within ${patience} ms`)
  }

  return {
    add(batch) {
      batches.push(batch)
      count += batch.count
      tell()
    },
    end() {
      hasEnded = true
      tell()
    },
    get hasEnded() {
      return hasEnded
    },
    get count() {
      return count
    },
    begun: begun.promise,
    async *rows(patience) {
      for (let at = 0; ; at++) {
        while (at >= batches.length && !hasEnded) await waitForNews(patience)
        const batch = batches[at]
        if (batch === undefined) return
        yield unpackRows(batch)
      }
    },
    clear() {
      for (const { bytes } of batches.splice(0)) bytes.buffer.transfer(0)
    },
  }
}
