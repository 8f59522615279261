import { AuditOutlined } from '@ant-design/icons'
import { Button, Card, Flex } from 'antd'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useHasScreen } from '../../app-context/feature.ts'
import { formatCount } from '../../ui/numbers.ts'

const CHANGES = '/voteManage/propertychange'

/** How many property changes wait for a decision; nothing where none does. */
export function PendingChanges() {
  const navigate = useNavigate()
  const canDecide = useHasScreen(CHANGES)
  const { data, error, refetch } = useEndpoint(
    'propertyChange.list',
    { query: { pageNo: 1, pageSize: 1, status: 0, condition: '' } },
    { enabled: canDecide, errors: 'caller' },
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
      <Button onClick={() => navigate(CHANGES)}>去审批</Button>
    </Notice>
  )
}

function Notice({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <Card className="page-card pending-changes" variant="borderless" role="group" aria-label="房产变更">
      <Flex align="center" gap="middle" wrap>
        <AuditOutlined aria-hidden className="pending-changes-icon" />
        <span className="pending-changes-text">{text}</span>
        {children}
      </Flex>
    </Card>
  )
}
