import type { SavedFile } from '#shared/bridge/savedFile.ts'
import { useCommand } from '../bridge/useCommand.ts'
import { useToasts, type Notice } from '../bridge/toasts.tsx'

/** Actions for a saved file: show it in its folder, or open it. */
export function useSavedFileActions(): (saved: SavedFile) => Notice['actions'] {
  const { run: showInFolder } = useCommand('file.showInFolder')
  const { run: open } = useCommand('file.open')
  return ({ ticket }) => [
    { label: '打开所在文件夹', act: () => void showInFolder({ ticket }) },
    { label: '打开文件', act: () => void open({ ticket }) },
  ]
}

/** Reports a saved file, with 打开所在文件夹 and 打开文件; does nothing if none was saved (cancelled). */
export function useSavedFile(title = '文件已保存'): (saved: SavedFile | null) => void {
  const toasts = useToasts()
  const actionsOf = useSavedFileActions()
  return (saved) => {
    if (saved === null) return
    toasts.notice({ key: `saved:${saved.ticket}`, title, detail: saved.name, actions: actionsOf(saved) })
  }
}
