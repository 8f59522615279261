import { basename, join } from 'node:path'
import type { App, BrowserWindow, Dialog } from 'electron'
import { LocalFailure } from '../failures.ts'
import { exists, isInside, readWorkbook } from './disk.ts'
import { safeFileName, savedExtension } from './names.ts'

const WORKBOOK = { name: 'Excel 工作簿', extensions: ['xlsx'] }

/** The parts of Electron that the dialogs need. */
export interface DialogOptions {
  readonly app: Pick<App, 'getPath'>
  readonly dialog: Pick<Dialog, 'showSaveDialog' | 'showOpenDialog'>
  /** The dialogs' parent window. */
  readonly window: () => BrowserWindow | null
  /** The program's own folders, where saving is forbidden. */
  readonly ownFolders: readonly string[]
}

/** The system's file dialogs. Both throw {@link LocalFailure} with the user-facing message. */
export function createDialogs({ app, dialog, window, ownFolders }: DialogOptions) {
  return {
    /** The save path chosen by the user; null if cancelled. */
    chooseSavePath: async (suggestedName: string): Promise<string | null> => {
      const name = safeFileName(withoutFolders(suggestedName))
      const extension = savedExtension(name) ?? '.xlsx'
      const options = {
        title: '保存',
        buttonLabel: '保存',
        defaultPath: join(app.getPath('documents'), name),
        filters: [extension === '.xlsx' ? WORKBOOK : { name: '文件', extensions: [extension.slice(1)] }],
      }
      const parent = window()
      const { canceled, filePath } = await (parent === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(parent, options))
      if (canceled || filePath === '') return null
      const path = await withExtension(filePath, extension)
      if (await isInside(path, ownFolders)) throw new LocalFailure('不能保存在程序自己的文件夹中，请换一个文件夹，例如“文档”或“桌面”')
      return path
    },
    /** A workbook chosen by the user, with its bytes; null if cancelled. */
    chooseWorkbook: async () => {
      const options = {
        title: '选择文件',
        buttonLabel: '选择',
        properties: ['openFile' as const],
        filters: [WORKBOOK, { name: '所有文件', extensions: ['*'] }],
      }
      const parent = window()
      const { canceled, filePaths } = await (parent === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options))
      const [path] = filePaths
      return canceled || path === undefined ? null : { name: basename(path), bytes: await readWorkbook(path) }
    },
  }
}

/** The last part of a path: the page may pass a full path, and a suggested name has no folders. */
function withoutFolders(name: string): string {
  return name.split(/[\\/]/).at(-1) ?? name
}

/**
 * Adds the extension, which some systems' dialogs omit. Throws if a file of the longer name exists: the dialog did not ask
 * about overwriting it.
 */
async function withExtension(path: string, extension: string): Promise<string> {
  if (path.toLowerCase().endsWith(extension)) return path
  const longer = `${path}${extension}`
  if (await exists(longer)) throw new LocalFailure(`文件“${basename(longer)}”已存在，请换一个名称`)
  return longer
}
