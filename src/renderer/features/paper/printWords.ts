import type { PrintProgress } from '#shared/bridge/ballotCommands.ts'
import type { SlipChoice } from '#shared/features/paper/rules.ts'
import { formatCount } from '../../ui/numbers.ts'
import type { PrintResult, PrintWay } from './usePaperPrint.ts'

/** A print's progress as text; null progress means its first part is pending. */
export function printStageWords(progress: PrintProgress | null, kind: PrintWay['kind']): string {
  if (progress === null) return kind === 'pdf' ? '正在准备选票，请选择保存位置…' : '正在准备选票…'
  if (progress.stage === 'joining') return '正在合并为一个文件…'
  return `${kind === 'pdf' ? '正在生成' : '已送往打印机'} ${formatCount(progress.done)} / ${formatCount(progress.total)} 份`
}

/** The result of a print as text; `isWhole` is false if papers are missing. */
export function printResultWords({ kind, sent, total, pagesEach, slipPages }: Omit<PrintResult, 'file'>): {
  readonly isWhole: boolean
  readonly words: string
} {
  const pages = `每份 ${pagesEach} 页${slipPages === 0 ? '' : `，另有存根、回执 ${formatCount(slipPages)} 页`}`
  if (kind === 'pdf') return { isWhole: true, words: `已将 ${formatCount(total)} 份选票保存为 PDF，${pages}` }
  if (sent === total) return { isWhole: true, words: `已将 ${formatCount(total)} 份选票送往打印机，${pages}` }
  return { isWhole: false, words: `打印已取消：已将前 ${formatCount(sent)} 份选票送往打印机，其余 ${formatCount(total - sent)} 份没有打印` }
}

/** The slips printed with the ballots, as a sentence. */
export function slipsInWords({ stub, receipt }: SlipChoice): string {
  if (stub === 0 && receipt === 0) return '只打印选票，不附存根和送达回执'
  if (stub === receipt) return stub === 2 ? '每份选票后附 1 页，印它的存根和送达回执' : '每 2 份选票后附 1 页，印这 2 份的存根和送达回执'
  const papers = Math.max(stub, receipt)
  const sheets = [
    { name: '存根', aPage: stub },
    { name: '送达回执', aPage: receipt },
  ].flatMap(({ name, aPage }) => (aPage === 0 ? [] : [`${name} ${papers / aPage} 页`]))
  return `每 ${papers} 份选票后附${sheets.join('、')}`
}
