import { useRef, useState } from 'react'
import type { PrintProgress } from '#shared/bridge/ballotCommands.ts'
import type { SavedFile } from '#shared/bridge/savedFile.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { SlipChoice } from '#shared/features/paper/rules.ts'
import { slipSheetCount } from '#shared/features/paper/slips.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { useEvent } from '../../bridge/useEvent.ts'
import { useSend } from '../../bridge/useSend.ts'
import { formatArea } from '../../ui/numbers.ts'

/** What to print: named papers, or those of a branch still in the office. */
type PrintTarget = { readonly codes: readonly string[] } | { readonly path: string }

/** The destination; `''` is the system's default printer. */
export type PrintWay = { readonly kind: 'pdf' } | { readonly kind: 'printer'; readonly name: string }

/** The result, in papers; `sent` is less than `total` if the user or the printer stopped. */
export interface PrintResult {
  readonly kind: PrintWay['kind']
  readonly sent: number
  readonly total: number
  readonly pagesEach: number
  /** Separate pages with slips. */
  readonly slipPages: number
  /** The saved file; null if printed. */
  readonly file: SavedFile | null
}

/** `阳光花园_更新电梯_选票_1200份.pdf`. */
const suggestedPdfName = (estateName: string, title: string, count: number): string => `${estateName}_${title}_选票_${count}份.pdf`

/** Fetches papers from the server and sends them to a file or printer, in parts; one print at a time. */
export function usePaperPrint({ id: activityId, estateName, title }: Activity) {
  const [isPrinting, setIsPrinting] = useState(false)
  const [isCancelling, setIsCancelling] = useState(false)
  const [progress, setProgress] = useState<PrintProgress | null>(null)
  const jobId = useRef('')
  const papers = useSend('paper.print', { refreshes: [] })
  const savePdf = useCommand('ballots.savePdf')
  const print = useCommand('ballots.print')
  const cancelling = useCommand('ballots.cancel')
  useEvent('ballots.progress', (event) => {
    if (event.jobId === jobId.current) setProgress(event)
  })

  const send = async (target: PrintTarget, way: PrintWay, slipChoice: SlipChoice): Promise<PrintResult | null> => {
    const answered = await papers.send({
      body: { activityId, ...('codes' in target ? { codes: [...target.codes], path: '' } : { codes: [], path: target.path }), ...slipChoice },
    })
    if (!answered.ok) return null
    const { layoutId, layout, slips } = answered.value
    const total = answered.value.papers.length
    if (total === 0) return null
    const job = {
      jobId: jobId.current,
      layoutId,
      layout,
      slips,
      papers: answered.value.papers.map(({ code, place, ballotNumber, areaHundredths }) => ({
        code,
        place,
        number: String(ballotNumber),
        area: `${formatArea(areaHundredths)} ㎡`,
      })),
    }
    const pages =
      slips === null
        ? { pagesEach: layout.pages.length, slipPages: 0 }
        : { pagesEach: layout.pages.filter((page) => page.kind === 'ballot').length, slipPages: slipSheetCount(slips, total) }
    if (way.kind === 'pdf') {
      const saved = await savePdf.run({ ...job, suggestedName: suggestedPdfName(estateName, title, total) })
      if (!saved.ok || saved.value === null) return null
      return { kind: 'pdf', sent: total, total, ...pages, file: saved.value }
    }
    const printed = await print.run({ ...job, printer: way.name })
    return printed.ok ? { kind: 'printer', sent: printed.value.sent, total, ...pages, file: null } : null
  }

  return {
    isPrinting,
    isCancelling,
    progress,
    /** Resolves to the result; null if there is none: failed, or cancelled beforehand. */
    start: (target: PrintTarget, way: PrintWay, slipChoice: SlipChoice): Promise<PrintResult | null> => {
      jobId.current = crypto.randomUUID()
      setProgress(null)
      setIsCancelling(false)
      setIsPrinting(true)
      return send(target, way, slipChoice).finally(() => setIsPrinting(false))
    },
    cancel: () => {
      setIsCancelling(true)
      void cancelling.run({ jobId: jobId.current })
    },
  }
}
