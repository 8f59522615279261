import { Descriptions, Modal, Segmented } from 'antd'
import { memo } from 'react'
import type { Preferences } from '#shared/bridge/commands.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { fontSizeNames } from '../theme.ts'
import { statusNames } from './connectionWords.ts'

/** What the menu's 设置 shows: the letters' size, the server, the version. */
export const AboutDialog = memo(function AboutDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { start, connection, preferences, remember } = useComputer()
  return (
    <Modal title="设置" open={isOpen} onCancel={onClose} footer={null} width={520} destroyOnHidden>
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
        ]}
      />
    </Modal>
  )
})
