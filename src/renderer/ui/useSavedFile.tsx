import type { SavedFile } from '#shared/bridge/savedFile.ts'
import { useCommand } from '../bridge/useCommand.ts'
import { useToasts } from '../bridge/toasts.tsx'

/** Says that a file was saved, with 打开所在文件夹; says nothing of one that was not (the user cancelled). */
export function useSavedFile(): (saved: SavedFile | null) => void {
  const toasts = useToasts()
  const { run: showInFolder } = useCommand('file.showInFolder')
  return (saved) => {
    if (saved === null) return
    const { ticket, name } = saved
    toasts.notice({
      key: `saved:${ticket}`,
      title: '文件已保存',
      detail: name,
      actions: [{ label: '打开所在文件夹', act: () => void showInFolder({ ticket }) }],
    })
  }
}
