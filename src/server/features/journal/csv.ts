import { formatTime } from '#shared/time/chinaTime.ts'
import type { JournalRow } from '#shared/features/journal/content.ts'
import { actionName } from '#shared/features/words.ts'
import { comparedFields, rowInWords, sideInWords, withoutRows } from '#shared/features/journal/rules.ts'

const COLUMNS = ['序号', '行', '时间', '账号', '姓名', '来源地址', '操作', '对象', '投票活动', '内容', '改动前', '改动后', '对象编号', '校验值'] as const

/** UTF-8 with a byte order mark, so that Excel and WPS detect it. */
export const csvStart = (): string => `\ufeff${line(COLUMNS)}`

/** An entry as exported; `at` in epoch ms. */
export interface ExportedEntry {
  readonly number: number
  readonly at: number
  readonly username: string
  readonly nickName: string
  readonly address: string
  readonly action: string
  readonly subject: string
  readonly subjectName: string
  readonly activityTitle: string
  readonly summary: string
  readonly before: unknown
  readonly after: unknown
  readonly hash: string
}

/**
 * Matches what a spreadsheet would take for a formula, in either width, after any blanks and control characters; also a
 * leading line feed or tab, which some programs read as the end of a cell.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹣﹢﹦﹫]|^[\t\r\n]/u

/** A cell of a CSV file: quoted, and escaped so that no spreadsheet takes it for a formula. */
export function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** An entry's line, without its rows. */
export function entryLine(entry: ExportedEntry, isMasked: boolean): string {
  const { action, before, after } = entry
  const fields = comparedFields({ action, before: withoutRows(before), after: withoutRows(after) })
  const said = [entry.subjectName, entry.activityTitle, entry.summary]
  return line([...headOf(entry, ''), ...said, ...(['before', 'after'] as const).map((side) => sideInWords(fields, side, isMasked)), entry.subject, entry.hash])
}

/** The line of one row of a big change; `number` counts from 1. */
export function rowLine(entry: ExportedEntry, number: number, row: JournalRow, isMasked: boolean): string {
  const { subjectName, change } = rowInWords(entry.action, row, { isMasked })
  const fields = comparedFields({ action: entry.action, ...row })
  const sides = (['before', 'after'] as const).map((side) => sideInWords(fields, side, isMasked))
  return line([...headOf(entry, String(number)), subjectName, entry.activityTitle, change, ...sides, entry.subject, ''])
}

const headOf = ({ number, at, username, nickName, address, action }: ExportedEntry, row: string): string[] => [
  String(number),
  row,
  formatTime(at),
  username,
  nickName,
  address,
  actionName(action),
]
