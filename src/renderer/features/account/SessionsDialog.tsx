import { Button, Table } from 'antd'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { SessionRow } from '#shared/features/account/sessions.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import styles from './account.module.css'

const timeOf = (moment: number | null): string => (moment === null ? '' : formatTime(moment).slice(0, 16))

/** 登录的电脑: the user's sessions, which can be ended. */
export function SessionsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog title="登录的电脑" open={isOpen} onCancel={onClose} footer={null} width={720}>
      <Sessions />
    </Dialog>
  )
}

function Sessions() {
  const query = useEndpoint('account.sessions', {})
  const { send: end, isSending } = useSend('account.endSession', { refreshes: ['account.sessions'], success: '已结束，那台电脑需要重新登录' })
  if (query.error && !query.data) return <FailureState sentence={query.error.message} onRetry={() => void query.refetch()} />
  return (
    <>
      <p className={styles.sessionsAbout}>您的账号现在登录在这些电脑上，最多 5 处。有不认识的，请结束它并修改密码。</p>
      <Table<SessionRow>
        aria-label="登录的电脑"
        className={styles.sessionsList}
        size="small"
        rowKey="id"
        loading={query.isPending}
        dataSource={query.data ?? []}
        pagination={false}
        columns={[
          { key: 'device', title: '电脑', render: (_, { device }) => device },
          { key: 'address', title: '地址', width: '9rem', className: 'tabular', render: (_, { address }) => address },
          { key: 'since', title: '登录时间', width: '9.5rem', className: 'tabular', render: (_, { startedAt }) => timeOf(startedAt) },
          { key: 'lastUse', title: '最近使用', width: '9.5rem', className: 'tabular', render: (_, { usedAt }) => timeOf(usedAt) },
          {
            key: 'end',
            title: '操作',
            width: '5.5rem',
            render: (_, { id, device, isCurrent }) =>
              isCurrent ? (
                <StateTag tone="green">本机</StateTag>
              ) : (
                <div className="row-actions">
                  <Button
                    type="link"
                    size="small"
                    danger
                    aria-label={`结束 ${device}`}
                    disabled={isSending}
                    onClick={() => void end({ body: { sessionId: id } })}
                  >
                    结束
                  </Button>
                </div>
              ),
          },
        ]}
      />
    </>
  )
}
