import type { JobProgress } from '#shared/features/job/contract.ts'
import type { RowError } from '#shared/import/contract.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import type { Imported } from './importState.ts'

const stages = {
  waiting: { words: '正在排队…', from: 0, to: 2 },
  reading: { words: '正在读取文件…', from: 2, to: 40 },
  checking: { words: '正在核对数据…', from: 40, to: 55 },
  writing: { words: '正在写入…', from: 55, to: 99 },
  finished: { words: '即将完成…', from: 100, to: 100 },
  failed: { words: '正在结束…', from: 99, to: 99 },
  cancelled: { words: '正在取消…', from: 99, to: 99 },
} as const satisfies Readonly<Record<JobProgress['stage'], { readonly words: string; readonly from: number; readonly to: number }>>

/** Number of rows after which a stage of unknown length counts as half done. */
const HALF_WAY_ROWS = 3_000

/**
 * Overall progress as a whole percentage; each stage has a share.
 *
 * While a file is streamed its number of rows is unknown: the share then fills ever more slowly, and never completely.
 */
export function percentOf({ stage, done, total }: JobProgress): number {
  const { from, to } = stages[stage]
  const part = total > 0 ? Math.min(done / total, 1) : done / (done + HALF_WAY_ROWS)
  return Math.floor(from + (to - from) * part)
}

/** The current stage as text: `正在写入… 1,200 / 3,000 行`. */
export function stageInWords({ stage, done, total }: JobProgress): string {
  const { words } = stages[stage]
  if (done === 0 || stage === 'finished') return words
  return total > 0 ? `${words} ${formatCount(Math.min(done, total))} / ${formatCount(total)} 行` : `${words} ${formatCount(done)} 行`
}

/** The numbers of affected rows, in display order. */
export function countsOf(result: Imported): readonly { readonly word: string; readonly count: number }[] {
  if ('updated' in result)
    return [
      { word: '新增', count: result.inserted },
      { word: '更新', count: result.updated },
    ]
  return [
    { word: '投票', count: result.inserted },
    { word: '答案相同', count: result.same },
    { word: '未填写', count: result.blank },
    { word: '跳过', count: result.skipped },
  ]
}

/** Columns with errors and their counts, most errors first; options of the filter. */
export function errorColumns(errors: readonly Pick<RowError, 'column'>[]): { readonly column: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { column } of errors) counts.set(column, (counts.get(column) ?? 0) + 1)
  return Array.from(counts, ([column, count]) => ({ column, count })).sort((a, b) => b.count - a.count)
}

/** The errors as tab-separated text with a header line, for pasting into a sheet. */
export function errorsAsText(errors: readonly RowError[]): string {
  const plain = (text: string) => text.replace(/[\t\r\n]+/g, ' ')
  const lines = errors.map(({ row, place, owner, column, value, message }) => [String(row), column, value, message, place, owner].map(plain).join('\t'))
  return ['行\t列\t填写的内容\t说明\t房屋\t产权人', ...lines].join('\n')
}
