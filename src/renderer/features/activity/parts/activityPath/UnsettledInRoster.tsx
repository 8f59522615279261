import { Alert, Button } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { useNavigate } from '../../../../app-context/navigation.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import { UnsettledList } from '../../../property/parts/unsettled/UnsettledList.tsx'
import { propertyPaths } from '../../../../app-context/paths.ts'
import styles from './unsettledInRoster.module.css'

interface UnsettledInRosterProps {
  readonly activity: Pick<ActivityRow, 'id' | 'estateId'>
  /** Before another page is shown. */
  readonly onLeave: () => void
}

/** Before a vote is started: the properties of its roster whose places somebody has to decide on; nothing where there is none. */
export function UnsettledInRoster({ activity, onLeave }: UnsettledInRosterProps) {
  const navigate = useNavigate()
  const { data = [] } = useEndpoint('ballot.unsettledPlaces', { query: { activityId: activity.id } }, { errors: 'caller' })
  if (data.length === 0) return null
  const places = data.map(({ voters, ...place }) => ({ ...place, properties: voters.map((voter) => ({ ...voter, id: voter.rosterPropertyId })) }))
  const leave = () => {
    onLeave()
    navigate(propertyPaths.ofEstate(activity.estateId))
  }
  return (
    <Alert
      type="warning"
      showIcon
      title={`票权清册有 ${formatCount(data.length)} 处位置需要先决定，否则同一套房产可能投两票`}
      description={
        <>
          <UnsettledList places={places} />
          <p className={styles.advice}>
            请在“房产信息”中处理，再同步到本活动；清册里多余的，在“票权管理”中删除。
            <Button type="link" size="small" onClick={leave}>
              去房产信息
            </Button>
          </p>
        </>
      }
    />
  )
}
