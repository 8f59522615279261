import type { PrinterInfo } from 'electron'
import type { PrintProgress } from '#shared/bridge/ballotCommands.ts'
import type { CommandHandlers } from '#shared/bridge/commands.ts'
import { LocalFailure } from '../failures.ts'
import { writeWhole } from '../files/disk.ts'
import type { Tickets } from '../files/tickets.ts'
import { ballotDocument, groupOf, type BallotSet } from './document.ts'
import type { HiddenPage } from './hiddenPage.ts'

type BallotHandlers = Pick<CommandHandlers, 'ballots.savePdf' | 'ballots.print' | 'ballots.cancel' | 'ballots.printers'>

/** Pages per document: limits the hidden page's memory and the delay of a cancel. */
const PAGES_A_PART = 120

interface BallotPrinterOptions {
  readonly openPage: () => HiddenPage
  readonly chooseSavePath: (suggestedName: string) => Promise<string | null>
  readonly issue: Tickets['issue']
  readonly printers: () => Promise<PrinterInfo[]>
  readonly onProgress: (progress: PrintProgress) => void
}

interface Job extends BallotSet {
  readonly jobId: string
}

/**
 * Prints ballots to a PDF or a printer, in parts of {@link PAGES_A_PART} pages, one job at a time.
 *
 * The handlers throw {@link LocalFailure} with the user-facing message; `ballots.savePdf` returns null if cancelled.
 */
export function createBallotPrinter({ openPage, chooseSavePath, issue, printers, onProgress }: BallotPrinterOptions): {
  readonly handlers: BallotHandlers
  /** The running jobs: at most one. */
  readonly underWay: () => readonly unknown[]
  /** Cancels them because the program's window is closed. */
  readonly stop: () => void
} {
  let current: { readonly jobId: string; readonly cancelled: AbortController } | null = null

  /** Runs a job with its own page, which is always closed afterwards. Throws {@link LocalFailure} if another job is running. */
  const run = async <T>(jobId: string, work: (page: HiddenPage, cancelled: AbortSignal) => Promise<T>): Promise<T> => {
    if (current !== null) throw new LocalFailure('正在打印另一批选票，请等它完成后再试')
    const own = { jobId, cancelled: new AbortController() }
    current = own
    const page = openPage()
    own.cancelled.signal.addEventListener('abort', page.close)
    try {
      return await work(page, own.cancelled.signal)
    } finally {
      page.close()
      current = null
    }
  }

  /** Calls `send` for each part and reports progress; returns the number of ballots sent, smaller after a cancel. */
  const printInParts = async ({ jobId, papers, ...set }: Job, page: HiddenPage, cancelled: AbortSignal, send: () => Promise<void>): Promise<number> => {
    const group = groupOf(set)
    const size = group.papers * Math.max(1, Math.floor(PAGES_A_PART / group.pages))
    let sent = 0
    // work on a closed page may never settle
    const ended = new Promise<never>((_resolve, reject) => cancelled.addEventListener('abort', () => reject(new Error('cancelled'))))
    ended.catch(() => undefined)
    onProgress({ jobId, stage: 'printing', done: 0, total: papers.length })
    try {
      while (sent < papers.length && !cancelled.aborted) {
        const part = papers.slice(sent, sent + size)
        await Promise.race([page.show(ballotDocument({ ...set, papers: part })), ended])
        await Promise.race([send(), ended])
        sent += part.length
        onProgress({ jobId, stage: 'printing', done: sent, total: papers.length })
      }
    } catch (error) {
      if (!cancelled.aborted) throw error
    }
    return sent
  }

  const savePdf: BallotHandlers['ballots.savePdf'] = async ({ suggestedName, ...job }) => {
    const path = await chooseSavePath(suggestedName)
    if (path === null) return null
    const whole = await run(job.jobId, async (page, cancelled) => {
      const parts: Uint8Array[] = []
      await printInParts(job, page, cancelled, async () => void parts.push(await page.toPdf()))
      if (cancelled.aborted) return null
      const total = job.papers.length
      onProgress({ jobId: job.jobId, stage: 'joining', done: total, total })
      return joinedPdf(parts, suggestedName.replace(/\.pdf$/i, ''))
    })
    if (whole === null) return null
    await writeWhole(path, whole)
    return issue(path)
  }

  return {
    handlers: {
      'ballots.savePdf': savePdf,
      'ballots.print': ({ printer, ...job }) =>
        run(job.jobId, async (page, cancelled) => ({ sent: await printInParts(job, page, cancelled, () => page.print(printer)) })),
      'ballots.cancel': ({ jobId }) => {
        if (current?.jobId === jobId) current.cancelled.abort()
        return Promise.resolve(null)
      },
      'ballots.printers': async () => (await printers()).map(({ name, displayName }) => ({ name, displayName: displayName || name })),
    },
    /** The running print or export: at most one. */
    underWay: () => (current === null ? [] : [current]),
    /** Cancels the job; pages already sent to the printer still come out. */
    stop: () => current?.cancelled.abort(),
  }
}

/**
 * Joins PDFs in order into one, with a title.
 *
 * Its viewer preferences are actual size and simplex, the defaults of a reader's print dialog.
 */
async function joinedPdf(parts: readonly Uint8Array[], title: string): Promise<Uint8Array> {
  // Loaded on demand, so as not to delay the start.
  const { Duplex, PDFDocument, PrintScaling } = await import('@cantoo/pdf-lib')
  const whole = await PDFDocument.create()
  for (const part of parts) {
    const document = await PDFDocument.load(part, { updateMetadata: false })
    for (const page of await whole.copyPages(document, document.getPageIndices())) whole.addPage(page)
  }
  whole.setTitle(title, { showInWindowTitleBar: true })
  whole.setProducer('社区投票平台')
  const preferences = whole.catalog.getOrCreateViewerPreferences()
  preferences.setPrintScaling(PrintScaling.None)
  preferences.setDuplex(Duplex.Simplex)
  return whole.save()
}
