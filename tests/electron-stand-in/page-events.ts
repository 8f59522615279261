import { isOurs, originOf, toApp } from './addresses.ts'
import type { Page } from './page.ts'
import type { PageHost } from './page-host.ts'
import type { PausedRequest, Protocols } from './protocol.ts'
import { createEvent } from './strict.ts'
import type { WebContents } from './web-contents.ts'

interface PageEventOptions {
  readonly contents: WebContents
  readonly page: Page
  readonly host: PageHost
  readonly protocols: Protocols
}

/** A page without content is never painted: it counts as painted this long after loading (ms). */
const paintDeadline = 1_000

/** Translates the browser's events of a page into those of `webContents`. */
export function reportPageEvents({ contents, page, host, protocols }: PageEventOptions): void {
  const { session, targetId } = page
  const isMain = (frameId: string): boolean => frameId === targetId
  /** Navigations started by the page itself, not by the app. */
  const wished = new Set<string>()

  session.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
    if (isMain(frameId)) wished.add(url)
  })
  session.on('Fetch.requestPaused', (paused) => {
    const isRefused = isMain(paused.frameId) && paused.resourceType === 'Document' && wished.delete(paused.request.url) && isNavigationRefused(paused)
    const settled = isRefused ? session.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Aborted' }) : letThrough(paused)
    settled.catch(() => {}) // the page went away meanwhile
  })

  function isNavigationRefused({ request }: PausedRequest): boolean {
    const url = toApp(request.url)
    const event = createEvent({ url, isMainFrame: true, isSameDocument: false, frame: contents.mainFrame })
    contents.emit('will-navigate', event, url, false, true, 1, 1)
    return event.defaultPrevented
  }

  async function letThrough(paused: PausedRequest): Promise<void> {
    if (isOurs(paused.request.url)) return protocols.serve(session, paused)
    await session.send('Fetch.continueRequest', { requestId: paused.requestId })
  }

  session.on('Page.frameStartedLoading', ({ frameId }) => {
    if (isMain(frameId)) contents.emit('did-start-loading', createEvent())
  })
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (isMain(frameId)) contents.emit('did-stop-loading', createEvent())
  })
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return
    moveTo(frame.url + (frame.urlFragment ?? ''))
    contents.emit('did-navigate', createEvent(), contents.mainFrame.url, 200, 'OK')
  })
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (!isMain(frameId)) return
    moveTo(url)
    contents.emit('did-navigate-in-page', createEvent(), contents.mainFrame.url, true)
  })

  function moveTo(address: string): void {
    contents.mainFrame.url = toApp(address)
    contents.mainFrame.origin = originOf(contents.mainFrame.url)
  }

  session.on('Page.domContentEventFired', () => contents.emit('dom-ready', createEvent()))
  session.on('Page.loadEventFired', () => {
    if (contents.requested === '') return // the empty page before the first address
    contents.emit('did-finish-load', createEvent())
    setTimeout(() => host.onFirstPaint(), paintDeadline).unref()
  })
  session.on('Page.lifecycleEvent', ({ name }) => {
    if (name === 'firstContentfulPaint' && contents.requested !== '') host.onFirstPaint()
  })

  // The browser shows a dialog when a page is reloaded or left. Electron shows none: the page stays unless the app overrules it.
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    if (type !== 'beforeunload') return
    session.send('Page.handleJavaScriptDialog', { accept: contents.isUnloadForced() }).catch(() => {}) // a spec answered it first
  })

  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    const level = type === 'error' || type === 'warning' || type === 'debug' ? type : 'info'
    const message = args.map(({ value, description }) => (typeof value === 'string' ? value : (description ?? JSON.stringify(value)))).join(' ')
    const place = stackTrace?.callFrames[0]
    const details = { level, message, lineNumber: (place?.lineNumber ?? -1) + 1, sourceId: toApp(place?.url ?? ''), frame: contents.mainFrame }
    contents.emit('console-message', createEvent(details))
  })
  session.on('Inspector.targetCrashed', () => contents.emit('render-process-gone', createEvent(), { reason: 'crashed', exitCode: 1 }))
}
