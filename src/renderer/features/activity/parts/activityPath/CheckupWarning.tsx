import { Alert, Button } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { checkTierNames } from '#shared/features/checkup/rules.ts'
import { useMay } from '../../../../app-context/may.ts'
import { useNavigate } from '../../../../app-context/navigation.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import { activityPaths } from '../activityPaths.ts'
import styles from './unmerged.module.css'

interface CheckupWarningProps {
  readonly activity: Pick<ActivityRow, 'id' | 'estateId'>
  /** Called before the check-up is shown: the dialog around it closes. */
  readonly onLeave: () => void
}

/** Before voting starts: what a check-up of the roster has found that nobody has settled or looked at. Nothing where there is nothing. */
export function CheckupWarning({ activity, onLeave }: CheckupWarningProps) {
  const navigate = useNavigate()
  const mayCheck = useMay('checkup.get')
  const { data } = useEndpoint('checkup.get', { query: { estateId: '', activityId: activity.id } }, { enabled: mayCheck, errors: 'caller' })
  const open = (data?.counts ?? []).filter(({ tier, open: count }) => tier < 3 && count > 0)
  if (open.length === 0) return null
  const see = () => {
    onLeave()
    navigate(activityPaths.checkup(activity))
  }
  return (
    <Alert
      className={styles.unmergedStart}
      type={open[0]?.tier === 1 ? 'warning' : 'info'}
      showIcon
      title={`名册体检：${open.map(({ tier, open: count }) => `${checkTierNames[tier]} ${formatCount(count)} 项`).join('，')}，还没有处理`}
      action={
        <Button size="small" onClick={see}>
          去体检
        </Button>
      }
    />
  )
}
