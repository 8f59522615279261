import { EXPLANATIONS_SHEET } from '#shared/import/workbook.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { mapMasked, maskOf, maskWritten } from '#shared/owner/masking.ts'
import type { Db } from '../database/schema.ts'
import { createBook, type Book } from '../workbooks/book.ts'
import type { MadeWorkbook } from '../workbooks/maker.ts'
import { styles } from '../workbooks/styles.ts'
import { mustEqual, openTable } from '../workbooks/table.ts'
import type { ListExport, Shown } from './kind.ts'
import { exportKinds, type ExportFilters, type ExportKind } from './kinds.ts'

/** One list to be written. */
export interface ExportOrder<K extends ExportKind = ExportKind> {
  readonly kind: K
  readonly filter: ExportFilters[K]
  /** Why phones and ID numbers are exported whole; `''`: they are masked. */
  readonly purpose: string
  /** The exporting user. */
  readonly by: string
  /** Epoch ms. */
  readonly now: number
}

const whole: Shown = mapMasked(() => (text: string) => text)

/**
 * Writes a list as a one-sheet workbook, row by row.
 *
 * @throws ReportMismatch if the row count or a sum differs from the database's
 */
export async function makeList(db: Db, order: ExportOrder, progress: (done: number, total: number) => void = () => undefined): Promise<MadeWorkbook> {
  // The order pairs each kind with its own filter; here only the general form is typed.
  const kind = exportKinds[order.kind] as unknown as ListExport<unknown, object>
  const { title, belongsTo, scope, about, rowCount, totals, rows, columns, explanations } = await kind.open(db, order.filter)
  const book = createBook({ isDraft: false, now: order.now })
  // The search text may be a phone number.
  const remarks = [
    [`范围：${order.purpose === '' ? maskWritten(scope, 'other') : scope}`, ...about, `导出时间：${formatTime(order.now)}`, `导出人：${order.by}`].join('　'),
    ...(order.purpose === '' ? [] : [`含完整手机号和证件号，请妥善保管。用途：${order.purpose}`]),
  ]
  const table = openTable(book, { name: kind.sheet, title, remarks, columns: columns ?? kind.columns(order.purpose === '' ? maskOf : whole) })
  let done = 0
  for await (const some of rows) {
    for (const row of some) table.add(row)
    done += some.length
    progress(done, rowCount)
  }
  mustEqual(`${kind.sheet} rows`, done, rowCount)
  table.finish(totals)
  if (explanations) writeExplanations(book, explanations)
  return { bytes: await book.finish(), rowCount, scope, belongsTo }
}

function writeExplanations(book: Book, explanations: readonly (readonly [string, string])[]): void {
  const sheet = book.sheet({ name: EXPLANATIONS_SHEET, widths: [30, 70], headerRow: 1, isFrozen: false })
  for (const line of explanations) sheet.add(line, [styles.body.text, styles.body.text])
  sheet.finish()
}
