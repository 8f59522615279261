import { Checkbox, Skeleton } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ActivityFunnel } from '../activity/parts/funnel/ActivityFunnel.tsx'
import { ActivityLine } from '../activity/parts/ActivityLine.tsx'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { EmptyRoster } from '../activity/parts/EmptyRoster.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { MomentsButton } from '../result/parts/moments/MomentsButton.tsx'
import { BoothDialog } from './booth/BoothDialog.tsx'
import { BuildingPanel } from './BuildingPanel.tsx'
import { NotVotedPanel } from './NotVotedPanel.tsx'
import { PapersButton } from './PapersButton.tsx'
import { ParticipationBars } from './ParticipationBars.tsx'
import { firstBuilding, hasGrid, nodeAt, progressTree } from './placeProgress.ts'
import { PlaceProgressTree } from './PlaceProgressTree.tsx'
import { usePageTitle, useTabState } from '../../app-context/tab.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { RouteLine } from './RouteLine.tsx'
import styles from './progress.module.css'

/** 投票进度 (`console.md` section 2, Progress screen): who has voted, building by building. */
export function ProgressScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityProgress activity={activity} />}</ActivityPage>
}

function ActivityProgress({ activity }: { readonly activity: Activity }) {
  const refetchInterval = useLiveInterval()
  // Another program may start the tally meanwhile: the page around shows what is in the same place of the cache.
  useEndpoint('activity.get', { query: { id: activity.id } }, { errors: 'caller', refetchInterval: refetchInterval && refetchInterval * 3 })
  const query = useEndpoint('voting.placeProgress', { query: { activityId: activity.id } }, { errors: 'caller', refetchInterval })
  const [chosen, setChosen] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [showsList, setShowsList] = useTabState('notVoted.isShown', true)

  const body = () => {
    if (!query.data) {
      return query.error ? <FailureState sentence={query.error.message} onRetry={() => void query.refetch()} /> : <Skeleton active paragraph={{ rows: 10 }} />
    }
    if (query.data.length === 0) return <EmptyRoster activity={activity} />
    const root = progressTree(activity.estateName, query.data)
    const path = (chosen === null ? undefined : nodeAt(root, chosen)?.path) ?? firstBuilding(root) ?? root.path
    return (
      <div className={styles.place}>
        <div className={showsList && hasGrid(path) ? styles.columnsWithList : styles.columns}>
          <PlaceProgressTree root={root} chosen={path} onChoose={setChosen} />
          {hasGrid(path) ? <BuildingPanel key={activity.id} activity={activity} path={path} onOpen={setOpened} /> : null}
          {/* Where there is no grid to see, the list of the branch takes its place. */}
          {showsList || !hasGrid(path) ? <NotVotedPanel activity={activity} path={path} onOpen={setOpened} /> : null}
        </div>
      </div>
    )
  }
  return (
    <PageFrame
      title={usePageTitle()}
      about={<ActivityLine activity={activity} />}
      actions={
        query.data && query.data.length > 0 ? (
          <>
            <LiveNote status={activity.status} isFailing={query.isError} />
            <MomentsButton activity={activity} />
            <Checkbox checked={showsList} onChange={(event) => setShowsList(event.target.checked)}>
              未投名单
            </Checkbox>
          </>
        ) : null
      }
    >
      {/* What keeps the properties away keeps these away, too, and no properties are no bars: it is said once, below. */}
      {(query.error && !query.data) || query.data?.length === 0 ? null : (
        <>
          <ParticipationBars activity={activity} />
          <div className={styles.notes}>
            <RouteLine activity={activity} />
            <ActivityFunnel activityId={activity.id}>
              <PapersButton activity={activity} />
            </ActivityFunnel>
          </div>
        </>
      )}
      {body()}
      {opened === null ? null : <BoothDialog key={opened} activity={activity} propertyId={opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  )
}

interface LiveNoteProps {
  readonly status: ActivityStatus
  readonly isFailing: boolean
}

/** Whether the numbers on screen follow the other desks; nothing while no desk can change them. */
function LiveNote({ status, isFailing }: LiveNoteProps) {
  const { connection } = useComputer()
  const isLive = connection.status === 'connected' && !isFailing
  const isMoving = status === ActivityStatus.voting || status === ActivityStatus.tallying
  if (isLive && !isMoving) return null
  return (
    <span className={isLive ? styles.live : styles.liveOff} role="status">
      {isLive ? '自动更新中' : '连接中断，数字可能不是最新的'}
    </span>
  )
}
