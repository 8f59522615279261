import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Sensitivity } from '#shared/features/sensitivity/contract.ts'
import { Act } from '../../app-context/Act.tsx'
import type { BridgeError } from '../../bridge/bridge.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { ItemList } from './ItemList.tsx'
import styles from './sensitivity.module.css'

/** 结论体检: what each conclusion would be under other conventions (`insight.md` section 3). */
export function SensitivityScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <Checked activity={activity} />}</ActivityPage>
}

function Checked({ activity }: { readonly activity: Activity }) {
  const { data, error, isFetching, refetch } = useEndpoint('sensitivity.get', { query: { activityId: activity.id } })
  const toResult = <Act text="表决结果" key="result" to={activityPaths.statistics(activity)} />
  return (
    <PageFrame
      actions={
        <>
          {toResult}
          <Act text="刷新" className="steady-button" loading={isFetching} onClick={() => void refetch()} />
        </>
      }
    >
      {error && isNothingToCheck(error) ? (
        <EmptyState text={error.message} action={toResult} />
      ) : data && !error ? (
        <Conventions activity={activity} checked={data} />
      ) : (
        <Awaited of={{ error, refetch }} rows={10} />
      )}
    </PageFrame>
  )
}

/** There are no votes yet, which is not a failure. */
const isNothingToCheck = ({ failure }: BridgeError): boolean => isRefusedFor(failure, 'sensitivity.noVotes') || isRefusedFor(failure, 'activity.wrongStatus')

function Conventions({ activity, checked: { heading, axes, items } }: { readonly activity: Activity; readonly checked: Sensitivity }) {
  return (
    <>
      <header className={styles.heading}>
        <h2>{heading}</h2>
        <p>
          {activity.status === ActivityStatus.finished ? null : <span className={styles.draft}>过程数据，投票结束前不作为表决结论</span>}
          仅供内部核对，不改变本次表决的结果，不写入报告、应诉包和公示材料。
        </p>
        {axes.length === 0 ? null : (
          <p>
            本次口径：
            {axes.map(({ axis, present }) => (
              <span key={axis} className={styles.present}>
                {axis} <strong>{present}</strong>
              </span>
            ))}
          </p>
        )}
      </header>
      <ItemList activity={activity} items={items} />
    </>
  )
}
