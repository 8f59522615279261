import { App, Button, Space } from 'antd'
import type { SavedFile } from '#shared/bridge/commands.ts'
import { useCommand } from '../../bridge/useCommand.ts'

/** Says that the report is on the disk, with 打开文件 and 打开所在文件夹; stays until it is closed. */
export function useSavedReport(): (saved: SavedFile) => void {
  const { notification } = App.useApp()
  const { run: open } = useCommand('file.open')
  const { run: showInFolder } = useCommand('file.showInFolder')
  return ({ ticket, name }) =>
    notification.success({
      key: `report:${ticket}`,
      title: '报告已保存',
      description: name,
      duration: 0,
      placement: 'bottomRight',
      actions: (
        <Space>
          <Button size="small" onClick={() => void showInFolder({ ticket })}>
            打开所在文件夹
          </Button>
          <Button size="small" type="primary" onClick={() => void open({ ticket })}>
            打开文件
          </Button>
        </Space>
      ),
    })
}
