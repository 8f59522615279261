import { App, Button } from 'antd'
import type { SavedFile } from '#shared/bridge/commands.ts'
import { useCommand } from '../../bridge/useCommand.ts'

const SHOWN_SECONDS = 8

/** Says that a file was saved, with 打开所在文件夹; says nothing of one that was not (the user cancelled). */
export function useSavedFile(): (saved: SavedFile | null) => void {
  const { notification } = App.useApp()
  const { run: showInFolder } = useCommand('file.showInFolder')
  return (saved) => {
    if (saved === null) return
    const key = `saved:${saved.ticket}`
    const show = () => {
      notification.destroy(key)
      void showInFolder({ ticket: saved.ticket })
    }
    notification.success({
      key,
      title: '文件已保存',
      description: saved.name,
      duration: SHOWN_SECONDS,
      placement: 'bottomRight',
      actions: (
        <Button type="primary" size="small" onClick={show}>
          打开所在文件夹
        </Button>
      ),
    })
  }
}
