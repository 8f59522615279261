import type { SavedFile } from '#shared/bridge/savedFile.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { useToasts } from '../../bridge/toasts.tsx'

/** Says that the report is on the disk, with 打开文件 and 打开所在文件夹. */
export function useSavedReport(): (saved: SavedFile) => void {
  const toasts = useToasts()
  const { run: open } = useCommand('file.open')
  const { run: showInFolder } = useCommand('file.showInFolder')
  return ({ ticket, name }) =>
    toasts.notice({
      key: `report:${ticket}`,
      title: '报告已保存',
      detail: name,
      actions: [
        { label: '打开所在文件夹', act: () => void showInFolder({ ticket }) },
        { label: '打开文件', act: () => void open({ ticket }) },
      ],
    })
}
