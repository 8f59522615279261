import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { BrowserWindowConstructorOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import type { PrintProgress } from '#shared/bridge/ballotCommands.ts'
import { qrText, readQrText } from '#shared/features/paper/qr.ts'
import { DOCUMENT_POLICY, ballotDocument } from '../../../src/main/ballots/document.ts'
import { createHiddenPages, type HiddenPage } from '../../../src/main/ballots/hiddenPage.ts'
import { createBallotPrinter } from '../../../src/main/ballots/ballotPrinter.ts'
import { qrDrawing, sha256 } from '../../../src/main/ballots/qrDrawing.ts'
import { createTickets } from '../../../src/main/files/tickets.ts'
import { sampleLayout, samplePapers, sampleSlips } from '../../support/ballots.ts'

const job = (count: number) => ({ jobId: 'one', layoutId: '1F0A8B3C', layout: sampleLayout(), slips: null, papers: samplePapers(count) })

/** A PDF with one page per drawing of the document, as printed by the hidden page. */
async function pdfOf(html: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (let page = 0; page < [...html.matchAll(/<svg /g)].length; page++) pdf.addPage()
  return pdf.save()
}

const never = (): Promise<never> => new Promise(() => undefined)

function printing({ onLoad = (): 'stuck' | undefined => undefined, onPart = (): void => undefined, isStuck = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ballots-'))
  const progress: PrintProgress[] = []
  const documents: string[] = []
  const printers: string[] = []
  const closed = vi.fn()
  let where: string | null = join(folder, '选票.pdf')
  const openPage = (): HiddenPage => ({
    show: async (html) => {
      documents.push(html)
      if (onLoad() === 'stuck') await never()
    },
    toPdf: () => {
      onPart()
      return isStuck ? never() : pdfOf(documents.at(-1) ?? '')
    },
    print: (printer) => {
      printers.push(printer)
      onPart()
      return Promise.resolve()
    },
    close: closed,
  })
  const tickets = createTickets()
  const made = createBallotPrinter({
    openPage,
    chooseSavePath: () => Promise.resolve(where),
    issue: tickets.issue,
    printers: () => Promise.resolve([{ name: 'p1', displayName: '', description: '', options: {} as never }]),
    onProgress: (step) => progress.push(step),
  })
  return { ...made, progress, documents, printers, closed, tickets, cancelDialog: () => (where = null) }
}

describe('printing ballots to a PDF', () => {
  it('prints ballots in parts joined in order, with progress after each part', async () => {
    const { handlers, progress, documents, tickets, closed, underWay } = printing()
    const saved = await handlers['ballots.savePdf']({ ...job(130), suggestedName: '选票.pdf' })
    expect(saved?.name).toBe('选票.pdf')
    const pdf = await PDFDocument.load(readFileSync(tickets.pathOf(saved?.ticket ?? '')))
    expect(pdf.getPageCount()).toBe(260)
    expect(pdf.catalog.getViewerPreferences()?.getPrintScaling()).toBe('None')
    expect(pdf.catalog.getViewerPreferences()?.getDuplex()).toBe('Simplex')
    // 60 ballots of two pages are one part.
    expect(documents.map((html) => [...html.matchAll(/<svg /g)].length)).toEqual([120, 120, 20])
    expect(progress.map(({ stage, done }) => [stage, done])).toEqual([
      ['printing', 0],
      ['printing', 60],
      ['printing', 120],
      ['printing', 130],
      ['joining', 130],
    ])
    expect(closed).toHaveBeenCalled()
    expect(underWay()).toEqual([])
  })

  it('prints slips after each group of papers, never split by a part', async () => {
    const { handlers, documents, progress, tickets } = printing()
    const saved = await handlers['ballots.savePdf']({ ...job(130), slips: sampleSlips({ stub: 4, receipt: 4 }), suggestedName: '选票.pdf' })
    // Two papers and their sheet of slips are three pages.
    expect((await PDFDocument.load(readFileSync(tickets.pathOf(saved?.ticket ?? '')))).getPageCount()).toBe(195)
    expect(progress.map(({ done }) => done)).toEqual([0, 80, 130, 130])
    const kinds = [...(documents[0] ?? '').matchAll(/<svg .*?<\/svg>/g)].map(([page]) =>
      [...page.matchAll(/选票存根|送达回执|表决票/g)].map(([name]) => name).join(),
    )
    expect(kinds.slice(0, 6)).toEqual(['表决票', '表决票', '选票存根,送达回执,选票存根,送达回执', '表决票', '表决票', '选票存根,送达回执,选票存根,送达回执'])
  })

  it('omits slips if requested', async () => {
    const { handlers, documents } = printing()
    await handlers['ballots.savePdf']({ ...job(3), slips: sampleSlips({ stub: 0, receipt: 0 }), suggestedName: '选票.pdf' })
    expect([...(documents[0] ?? '').matchAll(/<svg /g)]).toHaveLength(3)
    expect(documents[0]).not.toMatch(/存根|回执/)
  })

  it('writes nothing when cancelled', async () => {
    const { handlers, progress, documents, underWay } = printing({
      onPart: () => void handlers['ballots.cancel']({ jobId: 'one' }),
    })
    expect(await handlers['ballots.savePdf']({ ...job(130), suggestedName: '选票.pdf' })).toBeNull()
    expect(documents).toHaveLength(1)
    expect(progress.some(({ stage }) => stage === 'joining')).toBe(false)
    expect(underWay()).toEqual([])
  })

  it('cancels even if a destroyed page never answers', async () => {
    const { handlers, underWay } = printing({ isStuck: true, onPart: () => void handlers['ballots.cancel']({ jobId: 'one' }) })
    expect(await handlers['ballots.savePdf']({ ...job(1), suggestedName: '选票.pdf' })).toBeNull()
    expect(underWay()).toEqual([])
  })

  it('cancels even while a part never finishes loading', async () => {
    const { handlers, underWay } = printing({
      onLoad: () => {
        void handlers['ballots.cancel']({ jobId: 'one' })
        return 'stuck'
      },
    })
    expect(await handlers['ballots.savePdf']({ ...job(1), suggestedName: '选票.pdf' })).toBeNull()
    expect(underWay()).toEqual([])
    expect(await handlers['ballots.print']({ ...job(1), printer: 'p1' })).toEqual({ sent: 0 })
  })

  it('stops when the window closes, and does not begin without a chosen path', async () => {
    const ended = printing({ onPart: () => ended.stop() })
    expect(await ended.handlers['ballots.savePdf']({ ...job(130), suggestedName: '选票.pdf' })).toBeNull()
    const unwanted = printing()
    unwanted.cancelDialog()
    expect(await unwanted.handlers['ballots.savePdf']({ ...job(1), suggestedName: '选票.pdf' })).toBeNull()
    expect(unwanted.documents).toEqual([])
  })

  it('prints one job at a time, and works again after a failure', async () => {
    let isBroken = true
    const { handlers } = printing({
      onPart: () => {
        if (isBroken) throw new Error('the page is gone')
      },
    })
    const first = handlers['ballots.savePdf']({ ...job(1), suggestedName: '选票.pdf' })
    const failed = expect(first).rejects.toThrow('the page is gone')
    await Promise.resolve()
    await expect(handlers['ballots.savePdf']({ ...job(1), suggestedName: '选票.pdf' })).rejects.toThrow('正在打印另一批选票')
    await failed
    isBroken = false
    expect(await handlers['ballots.savePdf']({ ...job(1), suggestedName: '选票.pdf' })).not.toBeNull()
  })
})

describe('printing ballots to a printer', () => {
  it('prints in parts on the chosen printer, and reports the number sent when cancelled', async () => {
    const { handlers, printers } = printing({ onPart: () => void handlers['ballots.cancel']({ jobId: 'one' }) })
    expect(await handlers['ballots.print']({ ...job(130), printer: 'p1' })).toEqual({ sent: 60 })
    expect(printers).toEqual(['p1'])
    expect(await handlers['ballots.printers'](null)).toEqual([{ name: 'p1', displayName: 'p1' }])
  })
})

describe('the hidden print page', () => {
  class FakeWindow {
    readonly webContents = Object.assign(new EventEmitter(), {
      loadURL: vi.fn(() => Promise.resolve()),
      print: vi.fn((_options: unknown, done: (isPrinted: boolean, reason: string) => void) => done(false, 'no paper')),
    })
    readonly options: BrowserWindowConstructorOptions
    constructor(options: BrowserWindowConstructorOptions) {
      this.options = options
      opened.push(this)
    }
    isDestroyed = () => false
    destroy = vi.fn()
  }
  const opened: FakeWindow[] = []

  it('has no script, no preload, its own session, and loads only its document and the font', async () => {
    const fontFile = join(mkdtempSync(join(tmpdir(), 'font-')), 'font.ttf')
    writeFileSync(fontFile, 'letters')
    let answer = (_request: Request): Promise<Response> => Promise.reject(new Error('not handled'))
    const fromPartition = vi.fn(() =>
      Object.assign(new EventEmitter(), {
        protocol: { handle: (_scheme: string, handler: typeof answer) => (answer = handler) },
        setPermissionRequestHandler: vi.fn(),
        setPermissionCheckHandler: vi.fn(),
      }),
    )
    const open = createHiddenPages({ BrowserWindow: FakeWindow as never, session: { fromPartition } as never, fontFile })
    const page = open()
    await page.show('<!doctype html><p>选票</p>')
    expect(fromPartition).toHaveBeenCalledWith('ballots')
    const preferences = opened[0]?.options.webPreferences
    expect(opened[0]?.options.show).toBe(false)
    expect(preferences).toMatchObject({ javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, devTools: false })
    expect(preferences).not.toHaveProperty('preload')
    const document = await answer(new Request('ballot://print/'))
    expect(await document.text()).toContain('选票')
    expect(document.headers.get('content-security-policy')).toBe(DOCUMENT_POLICY)
    expect(await (await answer(new Request('ballot://print/font.ttf'))).text()).toBe('letters')
    expect((await answer(new Request('ballot://print/../../settings.json'))).status).toBe(404)
    await expect(page.print('p1')).rejects.toThrow('打印机没有接受选票')
    page.close()
    expect(await (await answer(new Request('ballot://print/'))).text()).toBe('')
    open()
    expect(fromPartition).toHaveBeenCalledTimes(1)
  })

  it('shows typed text as text, whatever it looks like', () => {
    const [paper] = samplePapers(1)
    if (!paper) throw new Error('no paper')
    const html = ballotDocument({ ...job(0), papers: [{ ...paper, place: '<script>alert(1)</script>&' }] })
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;')
  })
})

describe('the QR code of a page', () => {
  it('encodes code, layout and page, and its checksum detects a wrong character', () => {
    const text = qrText({ code: 'A7K2Q9XC', layoutId: '1F0A8B3C', page: 2 }, sha256)
    expect(text).toMatch(/^V1-A7K2Q9XC-1F0A8B3C-2-[\dA-F]{4}$/)
    expect(text.slice(-4).toLowerCase()).toBe(sha256('V1-A7K2Q9XC-1F0A8B3C-2').slice(0, 4))
    expect(readQrText(text, sha256)).toEqual({ code: 'A7K2Q9XC', layoutId: '1F0A8B3C', page: 2 })
    expect(readQrText(text.toLowerCase(), sha256)?.page).toBe(2)
    expect(readQrText(text.replace('Q', 'R'), sha256)).toBeNull()
    expect(readQrText('A7K2Q9XC', sha256)).toBeNull()
    // One that was marked by hand before.
    expect(readQrText(qrText({ code: 'C-002', layoutId: '1F0A8B3C', page: 1 }, sha256), sha256)?.code).toBe('C-002')
  })

  it('is small enough for modules of about a millimetre, even on page 99', () => {
    expect(qrDrawing(qrText({ code: 'A7K2Q9XC', layoutId: '1F0A8B3C', page: 99 }, sha256)).modules).toBe(25)
  })
})
