import { Descriptions, Modal, Segmented, Switch } from 'antd'
import type { Preferences } from '#shared/bridge/commands.ts'
import { useComputer } from '../../bridge/computer.tsx'
import type { KeepsPages } from '../tabs/useKeptPages.ts'
import { fontSizeNames } from '../theme.ts'
import { CoverTime } from './CoverTime.tsx'
import { statusNames } from './connectionWords.ts'

interface SettingsDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly keepsPages: KeepsPages
}

/** 设置: the letters' size, whether the open pages come back, when the window is covered, and what one may want to know of the program. */
export function SettingsDialog({ isOpen, onClose, keepsPages: { isWanted, want } }: SettingsDialogProps) {
  const { start, connection, preferences, remember } = useComputer()
  return (
    <Modal title="设置" open={isOpen} onCancel={onClose} footer={null} width={560} closable={{ 'aria-label': '关闭' }} destroyOnHidden>
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { width: '9em' } }}
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
          {
            key: 'keptPages',
            label: '启动时',
            children: (
              <label className="settings-switch">
                <Switch checked={isWanted === true} disabled={isWanted === null} onChange={want} />
                <span>
                  重新打开上次的页面
                  <span className="settings-note">只记住打开了哪些页面，不记住填写和查询的内容；各账号分开。</span>
                </span>
              </label>
            ),
          },
          { key: 'cover', label: '自动锁屏', children: <CoverTime /> },
          { key: 'server', label: '服务器', children: `${connection.name}（${statusNames[connection.status]}）` },
          { key: 'version', label: '版本', children: start.version },
        ]}
      />
    </Modal>
  )
}
