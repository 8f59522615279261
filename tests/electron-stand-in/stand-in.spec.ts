import { _electron, type ElectronApplication, expect, type Page, test } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Records } from './records.ts'

// Tests the stand-in against Electron's behaviour with a small app. The program's own specs are in tests/e2e.

process.env.ELECTRON_OVERRIDE_DIST_PATH = import.meta.dirname
test.skip(process.platform !== 'linux', 'The stand-in runs on Linux alone')

const fixture = join(import.meta.dirname, 'fixture')

interface Probe {
  readonly shared: { readonly list: readonly number[]; readonly nested: { word: string } }
  echo(value: unknown): Promise<unknown>
  kindOf(value: unknown): Promise<string>
  sender(): Promise<object>
  fail(): Promise<never>
  ask(channel: string): Promise<unknown>
  say(...words: unknown[]): void
  onSaid(listener: (...words: unknown[]) => void): () => void
  throwNow(): never
  changeOwnCopy(): void
  pathOf(file: unknown): string
  world(): object
  missing(): never
  requireFs(): string
}
declare const probe: Probe
declare const standIn: Records

interface Opened {
  readonly app: ElectronApplication
  readonly page: Page
  readonly userData: string
}

async function open(userData: string, variables: Record<string, string> = {}): Promise<Opened> {
  const app = await _electron.launch({ args: [fixture, `--user-data-dir=${userData}`], env: { ...(process.env as Record<string, string>), ...variables } })
  const page = await app.firstWindow()
  await page.waitForURL((address) => address.href !== 'about:blank')
  return { app, page, userData }
}

const it = test.extend<{ opened: Opened }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  opened: async ({}, use, info) => {
    const opened = await open(info.outputPath('user-data'))
    await use(opened)
    await opened.app.close()
  },
})

/** The ids of processes whose command line contains a text. */
function processesWith(text: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(text) && !/^\s*\d+\s+Z/.test(line)).map((line) => Number.parseInt(line, 10))
}

test.describe('the page and the main process', () => {
  it('the app starts with its own name and version', async ({ opened: { app, userData } }) => {
    const facts = await app.evaluate(({ app }) => [app.getName(), app.getVersion(), app.getPath('userData'), app.isPackaged, process.versions.electron])
    const { version } = JSON.parse(readFileSync('node_modules/electron/package.json', 'utf8')) as { version: string }
    expect(facts).toEqual(['替身样例', '1.2.3', userData, false, version])
  })

  it('a call returns every structured-clone type', async ({ opened: { page } }) => {
    const facts = await page.evaluate(async () => {
      const value = { when: new Date(5), big: 2n ** 70n, none: undefined, map: new Map([['a', new Set([Number.NaN])]]) }
      const back = (await probe.echo(value)) as typeof value
      return [back.when.getTime(), String(back.big), 'none' in back, [...(back.map.get('a') ?? [])].map(String), await probe.kindOf(new Date())]
    })
    expect(facts).toEqual([5, String(2n ** 70n), true, ['NaN'], '[object Date]'])
  })

  it('five megabytes pass unchanged in both directions', async ({ opened: { page } }) => {
    const same = await page.evaluate(async () => {
      const bytes = new Uint8Array(5_000_000).map((_, index) => index % 251)
      const back = await probe.echo(bytes)
      return back instanceof Uint8Array && back.length === bytes.length && back.every((byte, index) => byte === bytes[index])
    })
    expect(same).toBe(true)
  })

  it('a thrown error arrives as a message, and uncloneable values are never sent', async ({ opened: { page } }) => {
    const messages = await page.evaluate(async () => {
      const messageOf = (error: unknown): string => (error as Error).message
      return [await probe.fail().catch(messageOf), await probe.echo({ symbol: document }).catch(messageOf), await probe.ask('nobody').catch(messageOf)]
    })
    expect(messages).toEqual([
      "Error invoking remote method 'fail': TypeError: nothing doing",
      'An object could not be cloned.',
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    ])
  })

  it('a message is received until its listener is removed', async ({ opened: { page } }) => {
    const heard = await page.evaluate(async () => {
      const words: unknown[] = []
      const stop = probe.onSaid((...said) => words.push(said))
      probe.say('one', new Uint8Array([1]))
      await probe.echo(0)
      stop()
      probe.say('two')
      await probe.echo(0)
      return words.map((each) => String(each))
    })
    expect(heard).toEqual(['one,1'])
  })

  it('the main process knows which page is calling', async ({ opened: { page } }) => {
    expect(await page.evaluate(() => probe.sender())).toEqual({ url: 'fixture://page/index.html#start', origin: 'fixture://page', isMain: true })
  })

  it('the bridge exposes frozen copies, and plain error messages', async ({ opened: { page } }) => {
    const facts = await page.evaluate(() => {
      probe.changeOwnCopy()
      const attempt = (action: () => unknown): unknown => {
        try {
          return action()
        } catch (error) {
          return `${(error as Error).message}${'secret' in (error as object) ? ' with a secret' : ''}`
        }
      }
      const change = (): void => {
        'use strict'
        probe.shared.nested.word = 'changed outside'
      }
      return [
        probe.shared.nested.word,
        Object.isFrozen(probe.shared.list),
        String(attempt(change)).startsWith('Cannot assign'),
        attempt(() => probe.throwNow()),
      ]
    })
    expect(facts).toEqual(['as it was', true, true, 'thrown in the preload'])
  })

  it('the page has the computer’s language and its browser’s identity', async ({ opened: { page } }) => {
    const facts = await page.evaluate(() => [navigator.language, new Intl.DateTimeFormat().resolvedOptions().locale, /Electron\/\d/.test(navigator.userAgent)])
    expect(facts).toEqual(['zh-CN', 'zh-CN', true])
  })

  it('the preload has the sandboxed environment, and the page none of it', async ({ opened: { page } }) => {
    const facts = await page.evaluate(() => {
      const attempt = (action: () => unknown): string => {
        try {
          return String(action())
        } catch (error) {
          return (error as Error).message
        }
      }
      const names = ['require', 'process', 'module', 'ipcRenderer'].filter((name) => name in globalThis)
      const leftovers = Object.keys(globalThis).filter((name) => name.startsWith('standIn'))
      return {
        names,
        leftovers,
        world: probe.world(),
        fs: attempt(() => probe.requireFs()),
        missing: attempt(() => probe.missing()),
        path: attempt(() => probe.pathOf(new File([], 'a'))),
      }
    })
    expect(facts).toMatchObject({ names: [], leftovers: [], world: { type: 'renderer', sandboxed: true }, fs: 'module not found: fs', path: '' })
    expect(facts.missing).toContain('does not emulate ipcRenderer.sendSync')
  })
})

test.describe('the app’s custom scheme', () => {
  it('serves the page under its content security policy', async ({ opened: { page } }) => {
    await expect(page.locator('#script')).toHaveText('脚本运行了，桥在')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 250, 240)')
    const refused = await page.evaluate(() => fetch('/index.html').then(() => 'loaded', String))
    expect(refused).toContain('TypeError')
  })

  it('is the address that the app sees, also after a reload and a hash change', async ({ opened: { app, page } }) => {
    await page.reload()
    await page.evaluate(() => {
      location.hash = 'elsewhere'
    })
    const address = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())
    await expect.poll(address).toBe('fixture://page/index.html#elsewhere')
    await expect(page.locator('#script')).toHaveText('脚本运行了，桥在')
  })

  it('prevents the page from navigating or opening windows if the app refuses', async ({ opened: { app, page } }) => {
    await app.evaluate(({ BrowserWindow, shell }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      contents?.on('will-navigate', (event) => {
        event.preventDefault()
        void shell.openExternal(event.url)
      })
      contents?.setWindowOpenHandler(({ url }) => {
        void shell.openExternal(url)
        return { action: 'deny' }
      })
    })
    await page.locator('#away').click()
    await page.locator('#outside').click()
    await page.evaluate(() => window.open('https://elsewhere.invalid/opened'))
    const opened = () => app.evaluate(() => standIn.opened.map(({ target }) => target))
    await expect.poll(opened).toEqual(['https://elsewhere.invalid/away', 'https://elsewhere.invalid/', 'https://elsewhere.invalid/opened'])
    expect(app.windows()).toHaveLength(1)
    await expect(page.locator('#script')).toHaveText('脚本运行了，桥在')
  })
})

test.describe('windows', () => {
  it('windows have the size set by the app, and the page resizes with them', async ({ opened: { app, page } }) => {
    const size = () => page.evaluate(() => [innerWidth, innerHeight])
    await expect.poll(size).toEqual([1000, 700])
    const facts = await app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0]
      const events: string[] = []
      for (const name of ['resize', 'maximize', 'unmaximize'] as const) window?.on(name as 'resize', () => events.push(name))
      window?.maximize()
      const isMaximized = window?.isMaximized()
      window?.unmaximize()
      window?.setBounds({ width: 300, height: 600 })
      return { isMaximized, events, bounds: window?.getBounds() }
    })
    expect(facts).toMatchObject({ isMaximized: true, events: ['maximize', 'resize', 'unmaximize', 'resize', 'resize'], bounds: { width: 600, height: 600 } })
    await expect.poll(size).toEqual([600, 600])
  })

  it('windows zoom like a browser: fewer, larger pixels', async ({ opened: { app, page } }) => {
    const zoom = (factor: number) => app.evaluate(({ BrowserWindow }, factor) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor), factor)
    const facts = () => page.evaluate(() => [innerWidth, devicePixelRatio])
    await zoom(1.25)
    await expect.poll(facts).toEqual([800, 1.25])
    await zoom(1)
    await expect.poll(facts).toEqual([1000, 1])
  })

  it('windows keep their options, show when painted, and take the page’s title', async ({ opened: { app } }) => {
    const facts = () =>
      app.evaluate(({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows()[0]
        // Electron has it undocumented.
        const contents = window?.webContents as unknown as { getLastWebPreferences(): { sandbox?: boolean; nodeIntegration?: boolean } } | undefined
        const preferences = contents?.getLastWebPreferences()
        return [window?.isVisible(), window?.getTitle(), preferences?.sandbox, preferences?.nodeIntegration ?? null]
      })
    await expect.poll(facts).toEqual([true, '样例页面', true, null])
  })

  it('windows stay open if the app or the page objects', async ({ opened: { app, page } }) => {
    const close = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.once('close', (event) => event.preventDefault()))
    await close()
    await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
    await page.locator('#touch').click() // only a page that was used may object
    await app.evaluate(({ BrowserWindow }) => {
      const counter = { objections: 0 }
      Object.assign(globalThis, counter)
      BrowserWindow.getAllWindows()[0]?.webContents.on('will-prevent-unload', () => (globalThis as unknown as typeof counter).objections++)
    })
    const objections = () => app.evaluate(() => (globalThis as unknown as { objections: number }).objections)
    await close()
    await expect.poll(objections).toBe(1)
    await app.evaluate(({ app }) => app.quit())
    await expect.poll(objections).toBe(2)
    await expect(page.locator('h1')).toHaveText('样例页面')

    const closed = app.waitForEvent('close')
    await app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0]
      window?.webContents.on('will-prevent-unload', (event) => event.preventDefault())
      window?.close()
    })
    await closed
  })

  it('closed windows cannot be used', async ({ opened: { app } }) => {
    const messages = await app.evaluate(async ({ app, BrowserWindow }) => {
      app.removeAllListeners('window-all-closed')
      app.on('window-all-closed', () => {})
      const window = BrowserWindow.getAllWindows()[0]
      const contents = window?.webContents
      const closed = new Promise<void>((resolve) => window?.once('closed', () => resolve()))
      window?.destroy()
      await closed
      const attempt = (action: () => unknown): string => {
        try {
          return String(action())
        } catch (error) {
          return (error as Error).message
        }
      }
      return [attempt(() => window?.isDestroyed()), attempt(() => window?.show()), attempt(() => contents?.send('late')), BrowserWindow.getAllWindows().length]
    })
    expect(messages).toEqual(['true', 'Object has been destroyed', 'Object has been destroyed', 0])
  })
})

test.describe('the desktop', () => {
  it('answers dialogs by script, once each, and cancels others', async ({ opened }, info) => {
    await opened.app.close()
    const script = info.outputPath('dialogs')
    writeFileSync(script, `${JSON.stringify({ method: 'showSaveDialog', answer: { canceled: false, filePath: '/tmp/a.xlsx' } })}\n`)
    const { app } = await open(opened.userData, { STANDIN_DIALOGS: script })
    const ask = () => app.evaluate(({ dialog }) => dialog.showSaveDialog({ title: '保存' }))
    expect(await ask()).toEqual({ canceled: false, filePath: '/tmp/a.xlsx' })
    expect(await ask()).toMatchObject({ canceled: true })
    expect(await app.evaluate(() => standIn.dialogs)).toHaveLength(2)
    await app.close()
  })

  it('encrypts secrets across restarts, and says when it cannot', async ({ opened: { app, userData } }) => {
    const secret = '令牌-123'
    const stored = await app.evaluate(async ({ safeStorage }, text) => [...(await safeStorage.encryptStringAsync(text))], secret)
    expect(Buffer.from(stored).includes(Buffer.from(secret))).toBe(false)
    await app.close()

    const second = await open(userData)
    const read = () =>
      second.app.evaluate(async ({ safeStorage }, bytes) => {
        const { result } = await safeStorage.decryptStringAsync(Buffer.from(bytes))
        return [result, safeStorage.decryptString(Buffer.from(bytes))]
      }, stored)
    expect(await read()).toEqual([secret, secret])
    stored[stored.length - 1] = (stored.at(-1) ?? 0) ^ 1
    await expect(read()).rejects.toThrow('Error while decrypting')
    await second.app.close()

    const third = await open(userData, { STANDIN_NO_KEYRING: '1' })
    expect(await third.app.evaluate(({ safeStorage }) => safeStorage.isAsyncEncryptionAvailable())).toBe(false)
    await third.app.close()
  })

  it('runs utility processes, and reports their exit', async ({ opened: { app } }) => {
    const facts = await app.evaluate(
      async ({ app, utilityProcess }, script) => {
        const child = utilityProcess.fork(script, ['argument'], { stdio: 'pipe', env: { ...process.env, FIXTURE_SECRET: 'yes' } })
        let output = ''
        child.stdout?.on('data', (text) => {
          output += String(text)
        })
        await new Promise<void>((resolve) => child.once('spawn', () => resolve()))
        const answer = new Promise((resolve) => child.once('message', resolve))
        const pidWhileRunning = typeof child.pid
        child.postMessage({ bytes: new Uint8Array([1, 2]) })
        const received = await answer
        let isLastMessageLost = true
        child.once('message', () => {
          isLastMessageLost = false
        })
        const gone = new Promise<number>((resolve) => app.once('child-process-gone', (_event, { exitCode }) => resolve(exitCode)))
        child.postMessage('end')
        return { received, output, pidWhileRunning, exitCode: await gone, pidAfter: typeof child.pid, isLastMessageLost }
      },
      join(fixture, 'utility.mjs'),
    )
    expect(facts).toMatchObject({
      received: { received: { bytes: new Uint8Array([1, 2]) }, type: 'utility', argument: 'argument', hasSecret: true },
      output: 'utility says hello\n',
      pidWhileRunning: 'number',
      exitCode: 7,
      pidAfter: 'undefined',
      isLastMessageLost: true, // as Electron loses it
    })
  })

  it('records what is shown and opened, the clipboard, and menus that can be clicked', async ({ opened: { app } }) => {
    const facts = await app.evaluate(async ({ clipboard, Menu, Notification, session, shell }) => {
      new Notification({ title: '验证码', body: '123456' }).show()
      shell.showItemInFolder('/tmp/a')
      await clipboard.writeText('复制')
      session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
      const chosen: string[] = []
      Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: '文件', submenu: [{ id: 'print', label: '打印', click: (item) => chosen.push(item.label) }] }]))
      Menu.getApplicationMenu()?.getMenuItemById('print')?.click()
      return { ...standIn, sessions: standIn.sessions.map(({ method }) => method), text: await clipboard.readText(), chosen }
    })
    expect(facts).toMatchObject({
      notifications: [{ title: '验证码', body: '123456' }],
      opened: [{ by: 'showItemInFolder', target: '/tmp/a' }],
      sessions: ['setPermissionRequestHandler'],
      text: '复制',
      chosen: ['打印'],
    })
  })

  it('reports what it does not support', async ({ opened: { app } }) => {
    const attempt = app.evaluate(({ app }) => app.startAccessingSecurityScopedResource('x'))
    await expect(attempt).rejects.toThrow('The stand-in for Electron does not emulate app.startAccessingSecurityScopedResource')
  })
})

test.describe('start and exit', () => {
  it('a second start notifies the first, and exits', async ({ opened: { app, userData } }) => {
    await app.evaluate(({ app }) => {
      app.on('second-instance', (_event, argv) => Object.assign(globalThis, { second: argv.at(-1) }))
    })
    execFileSync(join(import.meta.dirname, 'electron'), [fixture, `--user-data-dir=${userData}`, 'file.xlsx'], { stdio: 'ignore' })
    await expect.poll(() => app.evaluate(() => (globalThis as { second?: string }).second)).toBe('file.xlsx')
  })

  it('quitting asks the app, closes the windows, then exits', async ({ opened: { app, userData } }) => {
    const closed = app.waitForEvent('close')
    const main = app.process()
    const lines: string[] = []
    main.stdout?.on('data', (text) => lines.push(...String(text).trim().split('\n')))
    await app.evaluate(({ app, BrowserWindow }) => {
      for (const name of ['before-quit', 'will-quit', 'quit', 'window-all-closed'] as const) app.on(name as 'quit', () => console.log(name))
      BrowserWindow.getAllWindows()[0]?.on('closed', () => console.log('closed'))
      setImmediate(() => app.quit()) // this call is answered first
    })
    await closed
    expect(lines).toEqual(['before-quit', 'closed', 'will-quit', 'quit'])
    expect(main.exitCode).toBe(0)
    expect(processesWith(userData)).toEqual([])
  })

  it('page storage persists to the next start', async ({ opened: { app, page, userData } }) => {
    await page.evaluate(() => localStorage.setItem('remembered', '是'))
    await app.close()
    const second = await open(userData)
    expect(await second.page.evaluate(() => localStorage.getItem('remembered'))).toBe('是')
    await second.app.close()
  })

  it('kill -9 leaves neither browser nor utility process behind', async ({ opened: { app, userData } }) => {
    const utility = await app.evaluate(
      ({ utilityProcess }, script) =>
        new Promise<number>((resolve) => {
          const child = utilityProcess.fork(script, [])
          child.once('spawn', () => resolve(child.pid ?? 0))
        }),
      join(fixture, 'utility.mjs'),
    )
    // The program and its browser.
    expect(processesWith(userData).length).toBeGreaterThan(1)
    expect(processesWith(join(fixture, 'utility.mjs'))).toContain(utility)
    app.process().kill('SIGKILL')
    await expect.poll(() => [...processesWith(userData), ...processesWith(join(fixture, 'utility.mjs')).filter((pid) => pid === utility)]).toEqual([])
  })
})
