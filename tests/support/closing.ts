import type { ElectronApplication } from '@playwright/test'

/** Time limits for hanging operations (ms). */
interface ClosingLimits {
  readonly close: number
  /** For each question about why it did not close. */
  readonly look: number
}

/**
 * Closes a program, confirming its questions about input left by a failed test.
 *
 * @throws Error if it is still running after the limit, having killed it: its question, or which part does not answer
 */
export async function closeWithin(app: ElectronApplication, limits: ClosingLimits = { close: 20_000, look: 1_000 }): Promise<void> {
  const process = app.process()
  // Not `app.close()`: it disconnects from the main process first, which can then no longer be asked what it waits for.
  const ask = async () => {
    const closed = app.waitForEvent('close', { timeout: 0 })
    await app.evaluate(({ app: main, dialog }) => {
      const questions: string[] = []
      Object.assign(globalThis, { questionsOnClosing: questions })
      dialog.showMessageBox = (...given: unknown[]) => {
        const { message = '', buttons = [] } = given.at(-1) as { message?: string; buttons?: readonly string[] }
        questions.push(message)
        return Promise.resolve({ response: Math.max(0, buttons.length - 1), checkboxChecked: false })
      }
      setImmediate(() => main.quit())
    })
    await closed
  }
  if (await within(ask(), limits.close)) return
  // If it exits meanwhile, it has no state any more.
  const state = await whatItWaitsFor(app, limits.look).catch(String)
  process.kill('SIGKILL')
  throw new Error(`The program did not close within ${limits.close / 1_000} s: ${state}`)
}

async function whatItWaitsFor(app: ElectronApplication, limit: number): Promise<string> {
  const asked: string[] = []
  const open: string[] = []
  const look = async () => {
    const state = await app.evaluate(({ BrowserWindow }) => ({
      questions: (globalThis as { questionsOnClosing?: string[] }).questionsOnClosing ?? [],
      windows: BrowserWindow.getAllWindows().map((window) => window.webContents.getURL()),
    }))
    asked.push(...state.questions)
    open.push(...state.windows)
  }
  if (!(await within(look(), limit))) return 'its main process does not answer'
  const pages = await Promise.all(app.windows().map((page) => within(page.title(), limit)))
  const windows = open.length === 0 ? 'no window is open' : `open: ${open.join(', ')}`
  return `it asked: ${asked.length === 0 ? 'nothing' : asked.join('; ')}, ${windows}${pages.includes(false) ? ', and its page does not answer' : ''}`
}

/** Whether a promise settles within that time; throws its error. */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
