import type { PrintProgress } from '#shared/bridge/ballotCommands.ts'
import { formatCount } from '../../ui/numbers.ts'
import type { PrintResult, PrintWay } from './usePaperPrint.ts'

/** How far a print is, in words; null before its first part. */
export function printStageWords(progress: PrintProgress | null, kind: PrintWay['kind']): string {
  if (progress === null) return kind === 'pdf' ? '正在准备选票，请选择保存位置…' : '正在准备选票…'
  if (progress.stage === 'joining') return '正在合并为一个文件…'
  return `${kind === 'pdf' ? '正在生成' : '已送往打印机'} ${formatCount(progress.done)} / ${formatCount(progress.total)} 份`
}

/** What was printed, in words; `isWhole` is false if some papers are missing. */
export function printResultWords({ kind, sent, total, pagesEach }: Omit<PrintResult, 'file'>): { readonly isWhole: boolean; readonly words: string } {
  const pages = `每份 ${pagesEach} 页`
  if (kind === 'pdf') return { isWhole: true, words: `已将 ${formatCount(total)} 份选票保存为 PDF，${pages}` }
  if (sent === total) return { isWhole: true, words: `已将 ${formatCount(total)} 份选票送往打印机，${pages}` }
  return { isWhole: false, words: `打印已取消：已将前 ${formatCount(sent)} 份选票送往打印机，其余 ${formatCount(total - sent)} 份没有打印` }
}
