import type { SavedFile } from '#shared/bridge/savedFile.ts'
import { useCommand } from '../bridge/useCommand.ts'
import { useToasts, type Notice } from '../bridge/toasts.tsx'

/** What a user does next with a file that was saved: finds it, or looks into it. */
export function useSavedFileActions(): (saved: SavedFile) => Notice['actions'] {
  const { run: showInFolder } = useCommand('file.showInFolder')
  const { run: open } = useCommand('file.open')
  return ({ ticket }) => [
    { label: '打开所在文件夹', act: () => void showInFolder({ ticket }) },
    { label: '打开文件', act: () => void open({ ticket }) },
  ]
}

/** Says that a file was saved, with 打开所在文件夹 and 打开文件; says nothing of one that was not (the user cancelled). */
export function useSavedFile(title = '文件已保存'): (saved: SavedFile | null) => void {
  const toasts = useToasts()
  const actionsOf = useSavedFileActions()
  return (saved) => {
    if (saved === null) return
    toasts.notice({ key: `saved:${saved.ticket}`, title, detail: saved.name, actions: actionsOf(saved) })
  }
}
