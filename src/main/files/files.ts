import type { Shell } from 'electron'
import type { CommandHandlers } from '#shared/bridge/commands.ts'
import { deliverySheet } from '#shared/features/delivery/sheet.ts'
import { propertySheet } from '#shared/features/property/sheet.ts'
import { LocalFailure } from '../failures.ts'
import { createDialogs, type DialogOptions } from './dialogs.ts'
import { exists, writeWhole, type Content } from './disk.ts'
import type { FetchDownload } from './download.ts'
import { isOpened } from './names.ts'
import type { Tickets } from './tickets.ts'

type FileCommands = Pick<
  CommandHandlers,
  'file.saveTemplate' | 'file.saveBytes' | 'file.chooseWorkbook' | 'file.open' | 'file.showInFolder' | 'file.saveDownload' | 'page.savePdf' | 'data.backUp'
>

interface FilesOptions extends DialogOptions {
  readonly tickets: Tickets
  readonly shell: Pick<Shell, 'openPath' | 'showItemInFolder'>
  /** Downloads a file that the server generates; rejects endpoints that are not downloads. */
  readonly fetchDownload: FetchDownload
  /** Asks the server to copy its database to a path, stating the purpose; encrypted if a password is given. Throws the user-facing message. */
  readonly copyData: (path: string, purpose: string, password: string | null) => Promise<void>
  readonly platform?: NodeJS.Platform
}

const templateNames = { property: propertySheet.fileName, delivery: deliverySheet.fileName } as const

/**
 * The commands for files: the page exchanges bytes and tickets, the user chooses the path, and only main knows it.
 *
 * A command returns null if cancelled, and throws {@link LocalFailure} with the user-facing message.
 */
export function createFiles({
  app,
  dialog,
  tickets,
  shell,
  window,
  ownFolders,
  fetchDownload,
  copyData,
  platform = process.platform,
}: FilesOptions): FileCommands {
  const { chooseSavePath, chooseWorkbook } = createDialogs({ app, dialog, window, ownFolders })

  const save = async (suggestedName: string, bytes: () => Promise<Uint8Array>, origin: 'own' | 'others' = 'own') => {
    const path = await chooseSavePath(suggestedName)
    if (path === null) return null
    await writeWhole(path, await bytes(), { origin, platform })
    return tickets.issue(path)
  }
  const savedPath = async (ticket: string): Promise<string> => {
    const path = tickets.pathOf(ticket)
    if (!(await exists(path))) throw new LocalFailure('文件已被移动或删除')
    return path
  }

  return {
    'file.saveTemplate': ({ template }) =>
      save(templateNames[template], async () => {
        // the large workbook library is loaded on demand
        const { makeTemplate } = await import('./template.ts')
        return makeTemplate(template)
      }),
    'file.saveBytes': ({ suggestedName, bytes, origin }) => save(suggestedName, () => Promise.resolve(bytes), origin),
    'file.saveDownload': async ({ endpoint, input, suggestedName }) => {
      const path = await chooseSavePath(suggestedName)
      if (path === null) return null
      const isWhole = await fetchDownload(endpoint, input, (content: Content) => writeWhole(path, content, { platform }))
      return isWhole ? tickets.issue(path) : null
    },
    'page.savePdf': ({ suggestedName }) =>
      save(suggestedName, async () => {
        const page = window()
        if (page === null) throw new LocalFailure('窗口已关闭，无法生成 PDF')
        // Page size, margins and headers come from the document, so that printing gives the same pages.
        return page.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true })
      }),
    'data.backUp': async ({ suggestedName, purpose, password }) => {
      const path = await chooseSavePath(suggestedName)
      if (path === null) return null
      await copyData(path, purpose, password)
      return tickets.issue(path)
    },
    'file.chooseWorkbook': chooseWorkbook,
    'file.open': async ({ ticket }) => {
      const path = await savedPath(ticket)
      // a file that the user named like a program in the dialog is never run
      if (!isOpened(path)) throw new LocalFailure('这个文件不能直接打开，请在文件夹中查看')
      const problem = await shell.openPath(path)
      if (problem !== '')
        throw new LocalFailure(`文件无法打开，请检查电脑上是否安装了${/\.pdf$/i.test(path) ? ' PDF 阅读器或 WPS' : ' WPS 或 Excel'}`, { cause: problem })
      return null
    },
    'file.showInFolder': async ({ ticket }) => {
      shell.showItemInFolder(await savedPath(ticket))
      return null
    },
  }
}
