import { Alert } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { checkTierNames } from '#shared/features/checkup/rules.ts'
import { Act } from '../../../../app-context/Act.tsx'
import { useMay } from '../../../../app-context/may.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import { activityPaths } from '../activityPaths.ts'
import { scansWaitingInWords } from './stepWords.ts'
import styles from './stepDialog.module.css'

interface StepWarningProps {
  readonly activity: Pick<ActivityRow, 'id' | 'estateId'>
  /** Called before navigating to the subject of the warning, so that the dialog closes. */
  readonly onLeave: () => void
}

/** Before voting starts: warns of check-up findings that nobody has settled or looked at. Nothing if there are none. */
export function CheckupWarning({ activity, onLeave }: StepWarningProps) {
  const mayCheck = useMay('checkup.get')
  const { data } = useEndpoint('checkup.get', { query: { estateId: '', activityId: activity.id } }, { enabled: mayCheck })
  const open = (data?.counts ?? []).filter(({ tier, open: count }) => tier < 3 && count > 0)
  if (open.length === 0) return null
  return (
    <Alert
      className={styles.rosterWarning}
      type={open[0]?.tier === 1 ? 'warning' : 'info'}
      showIcon
      title={`名册体检：${open.map(({ tier, open: count }) => `${checkTierNames[tier]} ${formatCount(count)} 项`).join('，')}，还没有处理`}
      action={<Act text="去体检" size="small" onClick={onLeave} to={activityPaths.checkup(activity)} />}
    />
  )
}

/** Before the end: informs about scanned papers that are not votes yet; does not prevent the step. */
export function ScansWaiting({ activity, onLeave }: StepWarningProps) {
  const { data } = useEndpoint('reading.summary', { query: { activityId: activity.id } }, { keptMs: 0 })
  if (!data || data.confirmable + data.open === 0) return null
  return (
    <Alert
      className={styles.rosterWarning}
      type="warning"
      showIcon
      title={scansWaitingInWords(data)}
      action={<Act text="去唱票读数" size="small" onClick={onLeave} to={activityPaths.readings(activity)} />}
    />
  )
}

/** Number of owners named in the warning. */
const NAMED = 5

/** Before voting starts: names owners who would vote with several ballots, with a button to merge them. Nothing if there are none. */
export function UnmergedWarning({ activity, onLeave }: StepWarningProps) {
  const { data } = useEndpoint('ballot.unmergedOwners', { query: { activityId: activity.id, kind: 'same', pageNo: 1, pageSize: NAMED } }, { keptMs: 0 })
  if (!data || (data.sameCount === 0 && data.alikeCount === 0)) return null
  return (
    <Alert
      className={styles.rosterWarning}
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
      action={<Act text="去票权管理" size="small" onClick={onLeave} to={activityPaths.ballots(activity)} />}
    />
  )
}

function titleOf(sameCount: number, alikeCount: number): string {
  const alike = alikeCount === 0 ? '' : `${formatCount(alikeCount)} 组产权人仅姓名相同，请核对是不是同一人。`
  if (sameCount === 0) return alike
  return `${formatCount(sameCount)} 位产权人有多套房产未合并，不合并就会按多票计。${alike === '' ? '' : `另有 ${alike}`}`
}
