import type { ElectronApplication } from '@playwright/test'
import { beforeEach, expect, it, vi } from 'vitest'
import { closeWithin } from '../../support/closing.ts'

const forever = new Promise<never>(() => {})
const limits = { close: 40, look: 40 }

const kill = vi.fn()
beforeEach(() => kill.mockReset())

interface Habits {
  /** Its reaction to closing, with the dialogs replaced by the closing helper's. */
  readonly onClose: (ask: (question: { message: string; buttons: string[] }) => Promise<{ response: number }>) => Promise<void>
  readonly hasHungPage?: boolean
  readonly hangsOnClosing?: boolean
  readonly windows?: readonly string[]
}

/** A program whose main process is this one. */
function program({ onClose, hasHungPage = false, hangsOnClosing = false, windows = [] }: Habits): ElectronApplication {
  const dialog = { showMessageBox: () => forever }
  const closed = Promise.withResolvers<void>()
  let isClosing = false
  const electron = {
    dialog,
    BrowserWindow: { getAllWindows: () => windows.map((url) => ({ webContents: { getURL: () => url } })) },
    app: {
      quit: () => {
        isClosing = true
        void onClose(dialog.showMessageBox).then(closed.resolve)
      },
    },
  }
  const app = {
    process: () => ({ kill }),
    evaluate: (work: (given: typeof electron) => unknown) => (isClosing && hangsOnClosing ? forever : Promise.resolve(work(electron))),
    windows: () => [{ title: () => (hasHungPage ? forever : Promise.resolve('社区投票平台')) }],
    waitForEvent: () => closed.promise,
  }
  return app as unknown as ElectronApplication
}

it('a program that asks before closing is answered with its last button', async () => {
  let response = -1
  const onClose: Habits['onClose'] = async (ask) => {
    response = (await ask({ message: '有未保存的内容，确认关闭吗？', buttons: ['取消', '不保存并关闭'] })).response
  }
  await closeWithin(program({ onClose }))
  expect(response).toBe(1)
  expect(kill).not.toHaveBeenCalled()
})

it.each<[string, Habits, string]>([
  [
    'a question that leads nowhere',
    { onClose: async (ask) => (await ask({ message: '还有操作正在进行，确认关闭吗？', buttons: [] }), forever) },
    'it asked: 还有操作正在进行，确认关闭吗？, no window is open',
  ],
  ['nothing that it says', { onClose: () => forever }, 'it asked: nothing, no window is open'],
  ['a window that stays', { onClose: () => forever, windows: ['app://main/', 'ballot://print/'] }, 'it asked: nothing, open: app://main/, ballot://print/'],
  ['a page that hangs', { onClose: () => forever, hasHungPage: true }, 'it asked: nothing, no window is open, and its page does not answer'],
  ['a main process that hangs', { onClose: () => forever, hangsOnClosing: true }, 'its main process does not answer'],
])('a hung close ends at its limit and reports what it waited for: %s', async (_what, habits, state) => {
  await expect(closeWithin(program(habits), limits)).rejects.toThrow(new Error(`The program did not close within 0.04 s: ${state}`))
  expect(kill).toHaveBeenCalledExactlyOnceWith('SIGKILL')
})
