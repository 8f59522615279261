import { Alert, Button, Flex, Form } from 'antd'
import { useState } from 'react'
import { journalLimits } from '#shared/features/journal/rules.ts'
import { Act } from '../app-context/Act.tsx'
import { useComputer } from '../bridge/computer.tsx'
import { useSend } from '../bridge/useSend.ts'
import { AccountCard } from '../features/account/AccountCard.tsx'
import { RestoreDialog } from '../features/backup/RestoreDialog.tsx'
import { fieldRules } from '../ui/fieldRules.ts'
import { ReasonField } from '../ui/ReasonField.tsx'

const READY = ['由本单位恢复了旧备份', '更换电脑时复制了数据'] as const

interface OlderDatabaseProps {
  /** The server's message. */
  readonly sentence: string
  readonly onLeave: () => Promise<void>
}

/**
 * Replaces every page while the database is older than when last used (`proof.md` section 8): an administrator gives a reason to
 * continue, or restores a newer copy.
 */
export function OlderDatabase({ sentence, onLeave }: OlderDatabaseProps) {
  const { connection } = useComputer()
  const accept = useSend('audit.acceptOlder', { refreshes: ['account.current'], success: '已确认，可以继续使用' })
  const [isRestoring, setIsRestoring] = useState(false)
  return (
    <AccountCard title="请核对数据库" footer={<Act text="换一个账号登录" type="link" onClick={() => void onLeave()} />}>
      <Form<{ reason: string }> layout="vertical" onFinish={({ reason }) => void accept.send({ body: { reason } })}>
        <Flex vertical gap="middle">
          <Alert type="error" showIcon role="alert" title={sentence} />
          <span>
            数据文件可能被换成了较旧的一份，此后登记的投票会不见。确认以前不能查看或登记任何内容；确认人和原因写入操作日志。不清楚原因的，请先恢复较新的备份或联系技术支持。
          </span>
          <Form.Item name="reason" rules={fieldRules(journalLimits.knownReason, '请选择或填写原因')}>
            <ReasonField {...journalLimits.knownReason} ready={READY} hasFocus={false} />
          </Form.Item>
          <Flex gap="small" justify="end">
            {connection.kind === 'embedded' ? <Button onClick={() => setIsRestoring(true)}>恢复备份…</Button> : null}
            <Act text="确认使用这份数据" type="primary" danger htmlType="submit" loading={accept.isSending} />
          </Flex>
        </Flex>
      </Form>
      {isRestoring ? <RestoreDialog onClose={() => setIsRestoring(false)} onRestored={() => void onLeave()} /> : null}
    </AccountCard>
  )
}
