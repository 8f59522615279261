import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserWindow as Window, Dialog, WebContents } from 'electron'
import type { Log } from './log.ts'
import { TITLE } from './title.ts'

/** Shorter work ends without asking. */
const SHORT_WORK_MS = 1_000
/** A page that takes longer to answer hangs, and can no longer report unsaved input. */
const PAGE_ANSWERS_WITHIN_MS = 5_000

/** Work that closing the window would end. */
export interface WorkInProgress {
  /** The pending calls. */
  readonly underWay: () => readonly unknown[]
  /** How many other computers currently use this program's server. */
  readonly connectedComputers: () => number
}

interface ClosingOptions extends WorkInProgress {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly log: Pick<Log, 'warn' | 'error'>
}

/**
 * Asks before the window closes: about other computers using this one's data, pending work, a hanging page and unsaved input,
 * in this order, once each.
 */
export function askBeforeClosing(window: Window, { dialog, underWay, connectedComputers, log }: ClosingOptions): void {
  let isAsking = false
  let mayLeaveOthers = false
  let mayBreakWork = false
  let pageAnswers = false
  let mayLoseInput = false
  const ask = async (message: string, detail: string, leave: string): Promise<boolean> => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      title: TITLE,
      message,
      detail,
      buttons: ['取消', leave],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    return response === 1
  }
  const once = async (question: () => Promise<boolean>): Promise<void> => {
    if (isAsking) return
    isAsking = true
    try {
      const mayClose = await question()
      if (mayClose && !window.isDestroyed()) setImmediate(() => window.close())
    } catch (error) {
      log.error({ err: error }, 'question before closing failed')
    } finally {
      isAsking = false
    }
  }

  const askAboutOthers = async (others: number): Promise<boolean> => {
    const detail = '关闭后，它们会提示连接断开；已提交的数据不会丢失，重新打开程序后会自动恢复连接。'
    mayLeaveOthers = await ask(`还有 ${others} 台电脑正在使用本机的数据，确认关闭吗？`, detail, '仍然关闭')
    return mayLeaveOthers
  }
  const askAboutWork = async (): Promise<boolean> => {
    if (await endsSoon(underWay)) return true
    mayBreakWork = await ask('还有操作正在进行，确认关闭吗？', '现在关闭，正在进行的操作（例如导入）可能不会完成。', '仍然关闭')
    return mayBreakWork
  }
  const askPage = async (): Promise<boolean> => {
    pageAnswers = await answersSoon(window.webContents)
    if (pageAnswers || window.isDestroyed()) return pageAnswers
    log.warn('page does not answer before closing')
    const detail = '页面上可能还有没有提交的内容，强制关闭后会丢失；也可以先取消，等一会儿再关闭。已提交的数据不会丢失。'
    if (await ask('页面没有响应，确认强制关闭吗？', detail, '强制关闭')) window.destroy()
    return false
  }
  const askAboutInput = async (): Promise<boolean> => {
    mayLoseInput = await ask('有未保存的内容，确认关闭吗？', '关闭后，没有提交的内容会丢失。', '不保存并关闭')
    // if the user stays, work is asked about again next time
    if (!mayLoseInput) mayBreakWork = false
    return mayLoseInput
  }

  window.on('close', (event) => {
    const others = connectedComputers()
    if (others > 0 && !mayLeaveOthers) {
      event.preventDefault()
      return void once(() => askAboutOthers(others))
    }
    if (!mayBreakWork && underWay().length > 0) {
      event.preventDefault()
      return void once(askAboutWork)
    }
    // Chromium gives a page one second to object, then closes it with all unsaved input
    if (!pageAnswers) {
      event.preventDefault()
      return void once(askPage)
    }
    pageAnswers = false
  })
  window.webContents.on('will-prevent-unload', (event) => {
    // "prevent" here means: close the window despite the page's objection
    if (mayLoseInput) event.preventDefault()
    else void once(askAboutInput)
  })
}

async function endsSoon(underWay: () => readonly unknown[]): Promise<boolean> {
  const latest = performance.now() + SHORT_WORK_MS
  while (underWay().length > 0 && performance.now() < latest) await wait(50)
  return underWay().length === 0
}

/** Whether a page runs a script within the limit; true for a crashed one, which has nothing to report. */
async function answersSoon(contents: Pick<WebContents, 'executeJavaScript' | 'isCrashed'>): Promise<boolean> {
  if (contents.isCrashed()) return true
  const answer = contents.executeJavaScript('true').then(
    () => true,
    () => true,
  )
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), PAGE_ANSWERS_WITHIN_MS)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
