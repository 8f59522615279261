import { Alert, Button } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { useNavigate } from '../../../../app-context/navigation.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { activityPaths } from '../activityPaths.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import styles from './unmerged.module.css'

/** Owners that the warning names. */
const NAMED = 5

interface UnmergedWarningProps {
  readonly activity: Pick<ActivityRow, 'id' | 'estateId'>
  /** Called before the ballots are shown: the dialog around it closes. */
  readonly onLeave: () => void
}

/** Before voting starts: who would vote with several ballots, and the way to merge them. Nothing if there is nobody. */
export function UnmergedWarning({ activity, onLeave }: UnmergedWarningProps) {
  const navigate = useNavigate()
  const { data } = useEndpoint(
    'ballot.unmergedOwners',
    { query: { activityId: activity.id, kind: 'same', pageNo: 1, pageSize: NAMED } },
    { errors: 'caller', keptMs: 0 },
  )
  if (!data || (data.sameCount === 0 && data.alikeCount === 0)) return null
  const see = () => {
    onLeave()
    navigate(activityPaths.ballots(activity))
  }
  return (
    <Alert
      className={styles.unmergedStart}
      type={data.sameCount > 0 ? 'warning' : 'info'}
      showIcon
      title={titleOf(data.sameCount, data.alikeCount)}
      description={
        data.sameCount === 0 ? null : (
          <ul aria-label="有多套房产未合并的产权人">
            {data.rows.map(({ ownerName, propertyCount, ballots }) => (
              <li key={ballots[0]?.ballotId}>
                {ownerName}：{formatCount(propertyCount)} 套，现在按 {formatCount(ballots.length)} 票计
              </li>
            ))}
            {data.sameCount > data.rows.length ? <li>……共 {formatCount(data.sameCount)} 位</li> : null}
          </ul>
        )
      }
      action={
        <Button size="small" onClick={see}>
          去票权管理
        </Button>
      }
    />
  )
}

function titleOf(sameCount: number, alikeCount: number): string {
  const alike = alikeCount === 0 ? '' : `${formatCount(alikeCount)} 组产权人仅姓名相同，请核对是不是同一人。`
  if (sameCount === 0) return alike
  return `${formatCount(sameCount)} 位产权人有多套房产未合并，不合并就会按多票计。${alike === '' ? '' : `另有 ${alike}`}`
}
