import type { ElectronApplication } from '@playwright/test'

/** Limits for what hangs, in ms. */
interface ClosingLimits {
  readonly close: number
  /** For each of the questions about why it did not close. */
  readonly look: number
}

/**
 * Closes a program. What it asks first, about input that a failed test has left for one, is answered with yes: nobody
 * else would answer.
 *
 * @throws Error if it is still there after the limit, having killed it: what it asked, or which part of it does not answer
 */
export async function closeWithin(app: ElectronApplication, limits: ClosingLimits = { close: 20_000, look: 1_000 }): Promise<void> {
  const process = app.process()
  // Not `app.close()`: it cuts the line to the main process first, which nobody can ask any more what it waits for.
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
  // What ends while it is looked at has no state any more.
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

/** Whether a work is done within that time; it throws what the work throws. */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
