import { Button } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { formatCount } from '../../ui/numbers.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import styles from './progress.module.css'

/** Where the printed papers are that are not votes yet, apart from marks by hand; nothing where none was printed. */
export function PaperLine({ activity }: { readonly activity: Activity }) {
  const navigate = useNavigate()
  const refetchInterval = useLiveInterval()
  const { data } = useEndpoint('paper.balance', { query: { activityId: activity.id } }, { errors: 'caller', refetchInterval })
  if (!data || data.printed === 0) return null
  const { out, received, voted, late, handMarked } = data
  return (
    <p className={`${styles.papers} tabular`} data-testid="progress-papers">
      选票：已发出未收回 {formatCount(out)} 份，已收回未录入 {formatCount(received - voted)} 份{late > 0 ? `（其中逾期 ${formatCount(late)} 份）` : ''}
      ，手工标记 {formatCount(handMarked)} 票
      <Button type="link" size="small" onClick={() => navigate(activityPaths.papers(activity))}>
        选票管理
      </Button>
    </p>
  )
}
