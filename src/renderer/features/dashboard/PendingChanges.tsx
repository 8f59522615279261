import { AuditOutlined, TeamOutlined } from '@ant-design/icons'
import { Button, Card, Flex } from 'antd'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useHasScreen } from '../../app-context/feature.ts'
import { useMay } from '../../app-context/may.ts'
import { useWaitingAccounts } from '../account/parts/useWaitingAccounts.ts'
import { formatCount } from '../../ui/numbers.ts'
import { systemPaths } from '../../app-context/paths.ts'
import styles from './dashboard.module.css'

const CHANGES = '/voteManage/propertychange'

/** How many property changes wait for a decision; nothing if none does. */
export function PendingChanges() {
  const navigate = useNavigate()
  const hasScreen = useHasScreen(CHANGES)
  const mayApprove = useMay('propertyChange.approve')
  const { data, error, refetch } = useEndpoint(
    'propertyChange.list',
    { query: { pageNo: 1, pageSize: 1, status: 0, condition: '' } },
    { enabled: hasScreen, errors: 'caller' },
  )
  if (!data && error) {
    return (
      <Notice text={`待审批的房产变更没有取到：${error.message}`}>
        <Button onClick={() => void refetch()}>重试</Button>
      </Notice>
    )
  }
  if (!data || data.total === 0) return null
  return (
    <Notice text={`有 ${formatCount(data.total)} 条房产变更等待审批`}>
      <Button onClick={() => navigate(CHANGES)}>{mayApprove ? '去审批' : '查看'}</Button>
    </Notice>
  )
}

/** How many accounts wait for the administrator; nothing for everybody else. */
export function WaitingAccounts() {
  const navigate = useNavigate()
  const waiting = useWaitingAccounts()
  if (waiting === 0) return null
  return (
    <Notice label="账号审核" icon={<TeamOutlined aria-hidden className={styles.pendingChangesIcon} />} text={`有 ${formatCount(waiting)} 个账号等待审核`}>
      <Button onClick={() => navigate(systemPaths.accounts)}>去审核</Button>
    </Notice>
  )
}

interface NoticeProps {
  readonly label?: string
  /** Absent: that of property changes. */
  readonly icon?: ReactNode
  readonly text: string
  readonly children: ReactNode
}

function Notice({ label = '房产变更', icon, text, children }: NoticeProps) {
  return (
    <Card className="page-card" variant="borderless" role="group" aria-label={label}>
      <Flex align="center" gap="middle" wrap>
        {icon ?? <AuditOutlined aria-hidden className={styles.pendingChangesIcon} />}
        <span className={styles.pendingChangesText}>{text}</span>
        {children}
      </Flex>
    </Card>
  )
}
