import { Descriptions, Modal, Segmented } from 'antd'
import type { Preferences } from '#shared/bridge/commands.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { fontSizeNames } from '../theme.ts'
import { statusNames } from './connectionWords.ts'

const shortcuts: readonly (readonly [keys: string, what: string])[] = [
  ['Ctrl + Tab', '切换到下一个页面'],
  ['Ctrl + Shift + Tab', '切换到上一个页面'],
  ['Ctrl + W', '关闭当前页面'],
  ['Enter', '在搜索框中查询'],
  ['Esc', '关闭没有填写内容的窗口'],
]

/** What the menu's 设置 and 帮助 show: the letters' size, the server, the version, the keys. */
export function AboutDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { start, connection, preferences, remember } = useComputer()
  return (
    <Modal title="设置与帮助" open={isOpen} onCancel={onClose} footer={null} width={520} destroyOnHidden>
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { width: '11em' } }}
        items={[
          {
            key: 'fontSize',
            label: '字号',
            children: (
              <Segmented<Preferences['fontSize']>
                value={preferences.fontSize}
                onChange={(fontSize) => remember({ fontSize })}
                options={[
                  { value: 'standard', label: fontSizeNames.standard },
                  { value: 'large', label: fontSizeNames.large },
                  { value: 'extraLarge', label: fontSizeNames.extraLarge },
                ]}
              />
            ),
          },
          { key: 'server', label: '服务器', children: `${connection.name}（${statusNames[connection.status]}）` },
          { key: 'version', label: '版本', children: start.version },
          ...shortcuts.map(([keys, what]) => ({ key: keys, label: keys, children: what })),
        ]}
      />
    </Modal>
  )
}
