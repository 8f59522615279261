import { Descriptions, Segmented, Switch, InputNumber } from 'antd'
import { Dialog } from '../../ui/Dialog.tsx'
import { useState } from 'react'
import type { Preferences } from '#shared/bridge/commands.ts'
import { useComputer } from '../../bridge/computer.tsx'
import type { KeepsPages } from '../tabs/useKeptPages.ts'
import { fontSizeNames } from '../theme.ts'
import { statusNames } from './connectionWords.ts'
import { coverMinutesRange as range } from '#shared/features/account/rules.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useMay } from '../../app-context/may.ts'
import { useSend } from '../../bridge/useSend.ts'

interface SettingsDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly keepsPages: KeepsPages
}

/** 设置: font size, restoring open pages, cover time, program information. */
export function SettingsDialog({ isOpen, onClose, keepsPages: { isWanted, want } }: SettingsDialogProps) {
  const { start, connection, preferences, remember } = useComputer()
  return (
    <Dialog title="设置" open={isOpen} onCancel={onClose} footer={null} width={560}>
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
    </Dialog>
  )
}

/** 自动锁屏 in the settings: editable by administrators, read-only for others. */
function CoverTime() {
  const { coverMinutes } = useCurrentUser()
  const maySet = useMay('account.setCoverMinutes')
  return (
    <div>
      {maySet ? <MinutesField key={coverMinutes} minutes={coverMinutes} /> : `${coverMinutes} 分钟没有操作时`}
      <span className="settings-note">
        {maySet ? `${range.min} 至 ${range.max} 分钟，所有账号相同；其他电脑在下次登录或解锁后生效。` : '由系统管理员设置。'}离开座位时请按 Ctrl+L 立即锁定。
      </span>
    </div>
  )
}

function MinutesField({ minutes }: { readonly minutes: number }) {
  const [typed, setTyped] = useState<number | null>(minutes)
  const { send, isSending } = useSend('account.setCoverMinutes', { refreshes: ['account.current'], success: '已保存' })
  const save = () => {
    if (typed === null || typed === minutes) setTyped(minutes)
    else void send({ body: { minutes: typed } })
  }
  return (
    <InputNumber<number>
      className="settings-minutes"
      aria-label="自动锁屏时间（分钟）"
      min={range.min}
      max={range.max}
      precision={0}
      value={typed}
      disabled={isSending}
      suffix="分钟没有操作时"
      onChange={setTyped}
      onBlur={save}
      onPressEnter={save}
    />
  )
}
