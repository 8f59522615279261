import { createHash } from 'node:crypto'
import type { Binary } from '#shared/contract/endpoint.ts'
import type { ExportOptions } from '#shared/contract/export.ts'
import type { JournalAction } from '#shared/features/words.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { maskWritten } from '#shared/owner/masking.ts'
import type { Misses } from '../features/account/misses.ts'
import type { ServiceDeps } from '../features/journal/journal.ts'
import type { JobService } from '../features/job/service.ts'
import type { Caller } from '../http/context.ts'
import { workbookMakers, XLSX, type WorkbookMaker } from '../workbooks/maker.ts'
import type { ExportFilters, ExportKind } from './kinds.ts'
import type { ExportOrder } from './listBook.ts'

export type ExportMaker = WorkbookMaker<ExportOrder>

export const createExportMaker = workbookMakers<ExportOrder>({
  name: 'export',
  // 100,000 properties take about 65, in any list.
  heapMb: 128,
  // 100,000 properties take about 10 s on two busy cores.
  timeMs: 5 * 60_000,
  reasons: { tooLong: 'export.tooLong', tooMuch: 'export.tooMuch' },
})

export interface ExportDeps extends ServiceDeps {
  readonly jobs: JobService
  readonly maker: ExportMaker
  readonly misses: Misses
}

/** What to export, and its names in the journal and the file name. */
export interface ExportRequest<K extends ExportKind> {
  readonly kind: K
  /** Without what every export knows of its caller. */
  readonly filter: Omit<ExportFilters[K], 'scope' | 'numberMatch'>
  /** The endpoint's name. */
  readonly action: JournalAction
  /** Public id of what the list belongs to; the list's own name if it belongs to nothing. */
  readonly subject: string
  /** The file's name before the time: `房产信息`. */
  readonly fileName: string
}

/** The search text of a list; `''` if the list has no search. */
const conditionOf = (filter: object): string => ('condition' in filter ? String(filter.condition) : '')

/** Exports lists as workbooks: everything a filter matches, from one snapshot, with progress, cancellation and a journal entry. */
export function createListExports({ database, clock, jobs, maker, misses }: ExportDeps) {
  /** @throws Refusal 404 if what the list belongs to is gone; `export.tooLong`, `export.tooMuch`, `job.cancelled` (402), `job.running` (409); `privacy.tooManyMisses` (429) */
  return function exportList<K extends ExportKind>(
    { kind, filter, action, subject, fileName }: ExportRequest<K>,
    { purpose, jobId }: ExportOptions,
    caller: Caller,
  ): Promise<Binary> {
    return jobs.run(caller, jobId, async (job) => {
      const now = clock.now()
      job.report('reading', 0, 0)
      const { scope: seen, numberMatch } = caller
      const whole = { ...filter, scope: seen, numberMatch } as unknown as ExportFilters[K] // the kinds that ask for these two have them now
      const order = { kind, filter: whole, purpose, by: caller.user?.nickName ?? '', now }
      const {
        bytes,
        rowCount,
        scope = '',
        belongsTo,
      } = await misses.watch(
        caller,
        conditionOf(filter),
        () => maker.make({ order, signal: job.signal, onProgress: (done, total) => job.report('writing', done, total) }),
        (made) => made.rowCount === 0,
      )
      job.signal.throwIfAborted()
      // Recorded because who exported personal data, and why, may be asked later.
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      // The search text may be a phone number.
      const after = { ...belongsTo, scope: maskWritten(scope, 'other'), purpose, rowCount, sha256 }
      await database.write(async ({ journal }) => journal.record({ caller, action, subject, before: null, after }))
      return { type: XLSX, bytes, fileName: `${fileName}_${formatTime(now).replace(/\D/g, '').slice(0, 12)}.xlsx` }
    })
  }
}
export type ListExports = ReturnType<typeof createListExports>
