import { EventEmitter } from 'node:events'
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMainWindow, windowPlace } from '../../../src/main/window.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const full = { workArea: { x: 0, y: 0, width: 1920, height: 1040 } }
const small = { workArea: { x: 0, y: 0, width: 1280, height: 680 } }
const second = { workArea: { x: 1920, y: 0, width: 1920, height: 1040 } }

describe('the window’s initial position', () => {
  const remembered = { x: 2000, y: 100, width: 1200, height: 800, isMaximized: false }

  it('is the last one while its display exists', () => {
    expect(windowPlace(remembered, [full, second], full)).toEqual({ bounds: { x: 2000, y: 100, width: 1200, height: 800 }, isMaximized: false })
  })

  it('is centred on the primary display if its display is gone or the title bar unreachable', () => {
    const fresh = { bounds: { width: 1366, height: 768 }, isMaximized: false }
    expect(windowPlace(remembered, [full], full)).toEqual(fresh)
    expect(windowPlace({ ...remembered, x: 100, y: -400 }, [full], full)).toEqual(fresh)
    expect(windowPlace({ ...remembered, x: 1850 }, [full], full)).toEqual(fresh)
    expect(windowPlace(null, [small], small)).toEqual({ bounds: { width: 1280, height: 680 }, isMaximized: false })
  })

  it('is maximised again if it was, and never too small to work in', () => {
    expect(windowPlace({ ...remembered, isMaximized: true }, [full], full).isMaximized).toBe(true)
    expect(windowPlace({ ...remembered, width: 10, height: 10, x: -400 }, [second], full).bounds).toEqual({ width: 1366, height: 768 })
    expect(windowPlace({ ...remembered, width: 300, height: 10 }, [second], full).bounds).toMatchObject({ width: 800, height: 600 })
  })
})

/** A window with Electron's closing rules: an event, then the page's decision, then the end. */
class FakeWindow extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: vi.fn(),
    send: vi.fn(),
    reload: vi.fn(),
    isCrashed: () => this.hasCrashed,
    executeJavaScript: () => (this.hangs || this.hasCrashed ? new Promise<never>(() => {}) : Promise.resolve(true)),
  })
  readonly options: BrowserWindowConstructorOptions
  holdsUnsavedInput = false
  hangs = false
  hasCrashed = false
  isGone = false
  loaded: string[] = []
  show = vi.fn()
  focus = vi.fn()
  restore = vi.fn()
  maximize = vi.fn()

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
    opened.push(this)
  }
  loadURL(address: string): Promise<void> {
    this.loaded.push(address)
    return Promise.resolve()
  }
  close(): void {
    const event = { isPrevented: false, preventDefault: () => void (event.isPrevented = true) }
    this.emit('close', event)
    if (event.isPrevented) return
    if (this.holdsUnsavedInput) {
      const unload = { mayLeave: false, preventDefault: () => void (unload.mayLeave = true) }
      this.webContents.emit('will-prevent-unload', unload)
      if (!unload.mayLeave) return
    }
    this.destroy()
  }
  destroy(): void {
    this.isGone = true
    this.emit('closed')
  }
  isDestroyed(): boolean {
    return this.isGone
  }
  isMinimized(): boolean {
    return true
  }
  isMaximized(): boolean {
    return false
  }
  getNormalBounds(): object {
    return { x: 1, y: 2, width: 900, height: 700 }
  }
}

let opened: FakeWindow[] = []
beforeEach(() => {
  opened = []
})
afterEach(() => {
  vi.useRealTimers()
  for (const window of opened) if (!window.isGone) window.destroy()
})

function mainWindow({ underWay = [] as string[], connected = 0, answer = 0 } = {}) {
  const showMessageBox = vi.fn((..._given: unknown[]) => Promise.resolve({ response: answer, checkboxChecked: false }))
  const addNotice = vi.fn()
  const sessionEnd = { onAsked: vi.fn(), onEnding: vi.fn() }
  const main = createMainWindow({
    BrowserWindow: FakeWindow as unknown as new (options: BrowserWindowConstructorOptions) => BrowserWindow,
    screen: { getAllDisplays: () => [full], getPrimaryDisplay: () => full } as never,
    dialog: { showMessageBox },
    preload: '/app/out/preload/index.cjs',
    hasDevTools: false,
    log,
  })
  main.open({
    place: () => null,
    keepPlace: vi.fn(),
    underWay: () => underWay,
    onClosed: vi.fn(),
    connectedComputers: () => connected,
    sessionEnd,
    addNotice,
  })
  const [window] = opened
  if (window === undefined) throw new Error('no window')
  return { main, window, showMessageBox, addNotice, sessionEnd, underWay }
}

describe('the window', () => {
  it('is locked down, loads only our page, and is shown after the first paint', () => {
    const { window } = mainWindow()
    expect(window.options).toMatchObject({
      title: '社区投票平台',
      show: false,
      minWidth: 800,
      minHeight: 600,
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, spellcheck: false, devTools: false },
    })
    expect(window.loaded).toEqual(['app://console/'])
    expect(window.show).not.toHaveBeenCalled()
    window.emit('ready-to-show')
    expect(window.show).toHaveBeenCalledTimes(1)
  })

  it('forwards Windows’ session end and its query', () => {
    const { window, sessionEnd } = mainWindow()
    window.emit('query-session-end')
    expect(sessionEnd.onAsked).toHaveBeenCalledOnce()
    window.emit('session-end')
    expect(sessionEnd.onEnding).toHaveBeenCalledOnce()
  })

  it.each([{ hasCrashed: false }, { hasCrashed: true }])('closes without asking if nothing is running or unsaved: %o', async ({ hasCrashed }) => {
    const { window, showMessageBox } = mainWindow()
    window.hasCrashed = hasCrashed
    window.close()
    await expect.poll(() => window.isGone).toBe(true)
    expect(showMessageBox).not.toHaveBeenCalled()
  })

  it('waits briefly for an ending call before closing, without asking', async () => {
    const { window, showMessageBox, underWay } = mainWindow({ underWay: ['estate.list'] })
    window.close()
    expect(window.isGone).toBe(false)
    underWay.length = 0
    await expect.poll(() => window.isGone).toBe(true)
    expect(showMessageBox).not.toHaveBeenCalled()
  })

  it('asks once about work in progress, and stays open with 取消', async () => {
    const { window, showMessageBox } = mainWindow({ underWay: ['property.import'], answer: 0 })
    window.close()
    window.close()
    await expect.poll(() => showMessageBox).toHaveBeenCalledTimes(1)
    expect(showMessageBox.mock.calls[0]?.[1]).toMatchObject({
      message: '还有操作正在进行，确认关闭吗？',
      buttons: ['取消', '仍然关闭'],
      defaultId: 0,
      cancelId: 0,
    })
    await showMessageBox.mock.results[0]?.value
    await new Promise((resolve) => setImmediate(resolve)) // what follows the answer
    expect(window.isGone).toBe(false)
  })

  it('asks first if other computers use this one’s data', async () => {
    const { window, showMessageBox } = mainWindow({ connected: 2, answer: 0 })
    window.close()
    await expect.poll(() => showMessageBox).toHaveBeenCalledTimes(1)
    expect(showMessageBox.mock.calls[0]?.[1]).toMatchObject({ message: '还有 2 台电脑正在使用本机的数据，确认关闭吗？', defaultId: 0 })
    expect(window.isGone).toBe(false)
  })

  it('disconnects the other computers with 仍然关闭', async () => {
    const { window } = mainWindow({ connected: 1, answer: 1 })
    window.close()
    await expect.poll(() => window.isGone).toBe(true)
  })

  it('closes with 仍然关闭', async () => {
    const { window } = mainWindow({ underWay: ['property.import'], answer: 1 })
    window.close()
    await expect.poll(() => window.isGone).toBe(true)
  })

  it('asks before unsaved input is lost', async () => {
    const stay = mainWindow({ answer: 0 })
    stay.window.holdsUnsavedInput = true
    stay.window.close()
    await expect.poll(() => stay.showMessageBox).toHaveBeenCalledTimes(1)
    expect(stay.showMessageBox.mock.calls[0]?.[1]).toMatchObject({ message: '有未保存的内容，确认关闭吗？' })
    expect(stay.window.isGone).toBe(false)

    opened = []
    const leave = mainWindow({ answer: 1 })
    leave.window.holdsUnsavedInput = true
    leave.window.close()
    await expect.poll(() => leave.window.isGone).toBe(true)
  })

  it('asks before closing a hanging page, which cannot tell what would be lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { window, showMessageBox } = mainWindow({ answer: 0 })
    // The answer about unsaved input never comes.
    window.hangs = true
    window.close()
    window.close()
    await vi.advanceTimersByTimeAsync(4_900)
    expect([window.isGone, showMessageBox.mock.calls.length]).toEqual([false, 0])
    await vi.advanceTimersByTimeAsync(200)
    expect(showMessageBox).toHaveBeenCalledTimes(1)
    expect(showMessageBox.mock.calls[0]?.[1]).toMatchObject({
      message: '页面没有响应，确认强制关闭吗？',
      buttons: ['取消', '强制关闭'],
      defaultId: 0,
      cancelId: 0,
    })
    expect(window.isGone).toBe(false)

    // It recovers after a while, and the page decides again.
    window.hangs = false
    window.holdsUnsavedInput = true
    vi.useRealTimers()
    window.close()
    await expect.poll(() => showMessageBox).toHaveBeenCalledTimes(2)
    expect(showMessageBox.mock.calls[1]?.[1]).toMatchObject({ message: '有未保存的内容，确认关闭吗？' })
    expect(window.isGone).toBe(false)
  })

  it('closes a hanging page with 强制关闭', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { window } = mainWindow({ answer: 1 })
    window.hangs = true
    window.close()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(window.isGone).toBe(true)
  })

  it('comes to the front when the program is started again, or is recreated if closed', () => {
    const { main, window } = mainWindow()
    main.focus()
    expect([window.restore, window.show, window.focus].map((called) => called.mock.calls.length)).toEqual([1, 1, 1])
    window.destroy()
    expect(main.current()).toBeNull()
    main.focus()
    expect(opened).toHaveLength(2)
  })

  it('reloads a crashed page once with a message; a second crash within a minute asks', async () => {
    const { window, addNotice, showMessageBox } = mainWindow({ answer: 0 })
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
    expect(window.webContents.reload).not.toHaveBeenCalled()
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    expect(window.webContents.reload).toHaveBeenCalledTimes(1)
    expect(addNotice).toHaveBeenCalledWith('页面刚才意外退出，已重新打开；没有提交的内容请重新填写')
    window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 })
    await expect.poll(() => window.webContents.reload).toHaveBeenCalledTimes(2)
    expect(showMessageBox).toHaveBeenCalledTimes(1)
  })

  it('sends events to its page, and to nobody once closed', () => {
    const { main, window } = mainWindow()
    main.send('menu.chosen', { item: 'help' })
    expect(window.webContents.send).toHaveBeenCalledWith('bridge.event', 'menu.chosen', { item: 'help' })
    window.destroy()
    main.send('menu.chosen', { item: 'help' })
    expect(window.webContents.send).toHaveBeenCalledTimes(1)
  })
})
