import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDevtools, type Devtools } from './devtools.ts'

export interface Browser {
  readonly devtools: Devtools
  /** The address Playwright connects to. */
  readonly address: string
  readonly version: string
  readonly pid: number
  /** Stops the browser, and waits for its exit. */
  stop(): Promise<void>
}

export interface BrowserOptions {
  readonly program: string
  readonly profileFolder: string
  readonly isHeaded: boolean
  readonly debuggingPort: number
  readonly locale: string
  /** The browser exited unexpectedly. */
  onLost(): void
}

const startDeadline = 30_000
const stopDeadline = 2_000

/** Starts a Chromium that exits with this process, however that one ends. */
export async function startBrowser(options: BrowserOptions): Promise<Browser> {
  prepareProfile(options.profileFolder)
  const child = spawnTogether(options.program, flags(options))
  process.once('exit', () => child.kill('SIGKILL'))

  let isStopping = false
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      if (!isStopping) options.onLost()
      resolve()
    })
  })
  const address = await readAddress(child)
  const devtools = await connectDevtools(address)
  const { product } = await devtools.browser.send('Browser.getVersion')

  return {
    devtools,
    address,
    version: product.split('/').at(-1) ?? '',
    pid: child.pid ?? 0,
    async stop() {
      isStopping = true
      // A browser that has already ended does not answer; the wait below detects that.
      devtools.browser.send('Browser.close').catch(() => {})
      await Promise.race([ended, sleep(stopDeadline, undefined, { ref: false })])
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Disables translation offers in a new profile. */
function prepareProfile(folder: string): void {
  const preferences = join(folder, 'Default', 'Preferences')
  if (existsSync(preferences)) return
  mkdirSync(dirname(preferences), { recursive: true })
  writeFileSync(preferences, JSON.stringify({ translate: { enabled: false } }))
}

/**
 * Spawns a child that the kernel kills when this process dies, even by SIGKILL, if the system has the tool for it.
 *
 * Then it has its own process group, so that Ctrl+C in a terminal only reaches the app.
 */
function spawnTogether(program: string, args: string[]): ChildProcess {
  const tool = '/usr/bin/setpriv'
  const hasTool = existsSync(tool)
  const [command, commandArgs] = hasTool ? [tool, ['--pdeathsig', 'KILL', program, ...args]] : [program, args]
  return spawn(command, commandArgs, { detached: hasTool, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LANGUAGE: 'zh_CN' } })
}

function flags({ isHeaded, debuggingPort, locale, profileFolder }: BrowserOptions): string[] {
  // Preloading for the hidden address bar would start another process.
  const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']
  const disabledFeatures = ['HttpsUpgrades', 'MediaRouter', 'OptimizationHints', 'Translate', 'LocalNetworkAccessChecks', 'PaintHolding', ...addressBar]
  return [
    // With a display Chromium would exit with its last window, which is the app's decision.
    ...(isHeaded ? ['--test-type', '--keep-alive-for-test'] : ['--headless', '--screen-info={1920x1080}']),
    // Required for root and containers; it only runs the project's own pages.
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-startup-window',
    '--disable-background-networking',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-back-forward-cache',
    '--disable-component-update',
    '--disable-extensions',
    '--disable-popup-blocking',
    '--disable-quic',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join(',')}`,
    '--password-store=basic',
    '--force-color-profile=srgb',
    '--allow-file-access-from-files',
    '--remote-allow-origins=*',
    `--remote-debugging-port=${debuggingPort}`,
    `--user-data-dir=${profileFolder}`,
    `--lang=${locale}`,
  ]
}

/** The line in which Chromium prints its DevTools address. */
function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (why: string): void => reject(new Error(`Chromium did not start: ${why}\n${output}`))
    const timer = setTimeout(() => fail('it took too long'), startDeadline)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`it ended with ${code}`))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (process.env.STANDIN_DEBUG) process.stderr.write(text)
      if (timer.hasRef()) output += text
      const address = /DevTools listening on (ws:\/\/\S+)/.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      output = ''
      resolve(address)
    })
  })
}
