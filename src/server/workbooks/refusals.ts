import { Refusal, type PlainReason } from '#shared/contract/refusals.ts'
import { quoted } from '#shared/import/refusals.ts'

/** An unreadable file; the cause is for the log. */
export const damaged = (cause?: unknown): Refusal => new Refusal('workbook.damaged', null, { cause })

/** Refusals for a worker without an answer, in reading and in marking. */
export const readingFailures = {
  timedOut: 'workbook.timedOut',
  outOfMemory: 'workbook.outOfMemory',
  noAnswer: 'workbook.noAnswer',
  cancelled: 'job.cancelled',
} as const satisfies Readonly<Record<string, PlainReason>>
export const markingFailures = {
  timedOut: 'workbook.markingTimedOut',
  outOfMemory: 'workbook.cannotMark',
  noAnswer: 'workbook.cannotMark',
  cancelled: 'job.cancelled',
} as const satisfies Readonly<Record<keyof typeof readingFailures, PlainReason>>

/** Passes refusals through; any other error of a reader means a damaged file. */
export function asRefusal(cause: unknown): Refusal {
  return cause instanceof Refusal ? cause : damaged(cause)
}

/** Headers named in a remark before 等. */
const NAMED_HEADERS = 5

/** Remarks on accepted oddities (`bad-input.md`, Workbooks). */
export const remark = {
  otherSheets: (count: number, read: string) => `文件中有${count}个工作表，只读取了第一个可见的工作表${quoted(read)}`,
  sampleRows: (rows: readonly number[], count: number) => `第${rows.join('、')}${count > rows.length ? `等${count}` : ''}行是模板的示例，没有导入`,
  notes: (rows: readonly number[], count: number) => `第${rows.join('、')}${count > rows.length ? `等${count}` : ''}行是合计或备注，没有导入`,
  hiddenRows: (count: number) => `有${count}行是隐藏的，也已读取`,
  otherColumn: (column: string, read: string, ignored: string) => `${quoted(read)}和${quoted(ignored)}两列都是${column}，读取的是${quoted(read)}`,
  likeColumn: (column: string, headers: readonly string[], isFound: boolean) => {
    const like = `${headers.slice(0, NAMED_HEADERS).map(quoted).join('、')}${headers.length > NAMED_HEADERS ? `等${headers.length}列` : ''}没有读取`
    return isFound ? `${like}，像是${quoted(column)}，${quoted(column)}已另有一列` : `${like}，像是${quoted(column)}；如果是，请指明`
  },
  erasedIds: (count: number) => `清空${count}套房产已登记的证件号：文件中有“证件号”列，单元格是空的或写着没有证件号`,
  otherOwners: (count: number) => `${count}套房产的产权人与已登记的不同，证件号仍是已登记的，新的产权人没有证件号：文件中没有“证件号”列，请核对`,
  doubtful: (message: string, rows: readonly number[], count: number) => `${message}：第${rows.join('、')}${count > rows.length ? `等${count}` : ''}行`,
} as const
