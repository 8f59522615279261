import { readFile } from 'node:fs/promises'
import type { BrowserWindow, BrowserWindowConstructorOptions, CustomScheme, Session, WebContentsPrintOptions } from 'electron'
import { LocalFailure } from '../failures.ts'
import { DOCUMENT_POLICY, FONT_PATH } from './document.ts'

const SCHEME = 'ballot'
const PARTITION = 'ballots'
const ADDRESS = `${SCHEME}://print/`

/** The scheme of the hidden page's documents, registered with Electron before it is ready. */
export const ballotScheme: CustomScheme = { scheme: SCHEME, privileges: { standard: true, secure: true } }

interface HiddenPageOptions {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  readonly session: { readonly fromPartition: (partition: string) => Session }
  readonly fontFile: string
}

/** A page in a window that is never shown, for printing documents. */
export interface HiddenPage {
  /** Resolves once the document is loaded; it replaces the previous one. */
  readonly show: (html: string) => Promise<void>
  /** The current document as a PDF for printers: without tags for screen readers. */
  readonly toPdf: () => Promise<Uint8Array>
  /** Sends the document to a printer without a dialog. Rejects with {@link LocalFailure} if the printer refuses it. */
  readonly print: (printer: string) => Promise<void>
  /** Closes the window and drops the document; may be called again. */
  readonly close: () => void
}

/**
 * Opens hidden pages in their own session, without network, permissions or storage.
 *
 * A page has neither preload nor script, and shows only what it is given.
 */
export function createHiddenPages({ BrowserWindow, session, fontFile }: HiddenPageOptions): () => HiddenPage {
  let html = ''
  let own: Session | null = null
  const answer = async ({ url }: Request): Promise<Response> => {
    const headers = { 'content-security-policy': DOCUMENT_POLICY, 'x-content-type-options': 'nosniff' }
    if (url === ADDRESS) return new Response(html, { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
    if (new URL(url).pathname !== FONT_PATH) return new Response('404', { status: 404, headers })
    return new Response(new Uint8Array(await readFile(fontFile)), { headers: { ...headers, 'content-type': 'font/ttf' } })
  }
  const ownSession = (): Session => {
    if (own !== null) return own
    own = session.fromPartition(PARTITION)
    own.protocol.handle(SCHEME, answer)
    own.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
    own.setPermissionCheckHandler(() => false)
    own.on('will-download', (event) => event.preventDefault())
    return own
  }

  return () => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        session: ownSession(),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        javascript: false,
        webviewTag: false,
        spellcheck: false,
        devTools: false,
        backgroundThrottling: false,
      },
    })
    const contents = window.webContents
    return {
      show: async (document) => {
        html = document
        await contents.loadURL(ADDRESS)
      },
      // Tagging every line (for screen readers) would double the time, and these files are only for printers.
      toPdf: () => contents.printToPDF({ printBackground: true, preferCSSPageSize: true, generateTaggedPDF: false }),
      print: (printer) =>
        new Promise((resolve, reject) => {
          contents.print(printOptions(printer), (isPrinted, reason) => {
            if (isPrinted) resolve()
            else reject(new LocalFailure('打印机没有接受选票，请检查打印机后重试', { cause: reason }))
          })
        }),
      close: () => {
        html = ''
        if (!window.isDestroyed()) window.destroy()
      },
    }
  }
}

/** Simplex: a torn page must not damage another one. */
const printOptions = (deviceName: string): WebContentsPrintOptions => ({
  silent: true,
  deviceName,
  printBackground: true,
  pageSize: 'A4',
  margins: { marginType: 'none' },
  duplexMode: 'simplex',
  scaleFactor: 100,
})
