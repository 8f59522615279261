import { Checkbox, Tree } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ActivityFunnel } from '../activity/parts/funnel/ActivityFunnel.tsx'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { EmptyRoster } from '../activity/parts/EmptyRoster.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { MomentsButton } from '../result/parts/moments/MomentsButton.tsx'
import { BoothDialog } from './booth/BoothDialog.tsx'
import { BuildingPanel } from './BuildingPanel.tsx'
import { NotVotedPanel } from './NotVotedPanel.tsx'
import { firstBuilding, hasGrid, nodeAt, progressTree, pathsAboveBuildings, type ProgressNode } from './placeProgress.ts'
import { useTabState } from '../../app-context/tab.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import styles from './progress.module.css'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { TurnoutBars } from '../activity/parts/turnout/TurnoutBars.tsx'
import { LineAct } from '../../app-context/Act.tsx'
import { ContactProgressLine } from '../contact/parts/ContactProgressLine.tsx'
import { RouteNumber } from '../route/parts/RouteNumber.tsx'
import { formatCount } from '../../ui/numbers.ts'

/** 投票进度 (`console.md` section 2, Progress screen): who has voted, by building. */
export function ProgressScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityProgress activity={activity} />}</ActivityPage>
}

function ActivityProgress({ activity }: { readonly activity: Activity }) {
  const refetchInterval = useLiveInterval()
  // Another client may start the tally meanwhile: the enclosing page shows the same cache entry.
  useEndpoint('activity.get', { query: { id: activity.id } }, { refetchInterval: refetchInterval && refetchInterval * 3 })
  const query = useEndpoint('voting.placeProgress', { query: { activityId: activity.id } }, { refetchInterval })
  const [chosen, setChosen] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [showsList, setShowsList] = useTabState('notVoted.isShown', true)

  const body = () => {
    if (!query.data) return <Awaited of={query} rows={10} />
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
          <ActivityFunnel activityId={activity.id}>
            <LineAct text="选票管理" to={activityPaths.papers(activity)} />
          </ActivityFunnel>
          <ContactProgressLine activityId={activity.id} path="" />
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

/** Whether the numbers are updated live; nothing if no desk can change them. */
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

/** The turnout so far, updated live. */
function ParticipationBars({ activity }: { readonly activity: Activity }) {
  const refetchInterval = useLiveInterval()
  const { data, error, refetch } = useEndpoint('result.progress', { query: { activityId: activity.id } }, { refetchInterval })
  if (!data) return <Awaited of={{ error, refetch }} rows={2} isShort />
  // Shown once, in place of the properties.
  if (data.totalCount === 0) return null
  return (
    <TurnoutBars className={styles.turnout} turnout={data} countingRule={activity.countingRule}>
      <RouteNumber activity={activity}>
        <LineAct call="route.get" text="补票路线" to={activityPaths.route(activity)} />
      </RouteNumber>
    </TurnoutBars>
  )
}

interface PlaceProgressTreeProps {
  readonly root: ProgressNode
  /** The path of the branch whose rooms are shown. */
  readonly chosen: string
  readonly onChoose: (path: string) => void
}

interface TreeEntry {
  readonly key: string
  readonly node: ProgressNode
  readonly children: TreeEntry[]
}

const entryOf = (node: ProgressNode): TreeEntry => ({ key: node.path, node, children: node.children.map(entryOf) })

function titleOf({ node: { label, voted, total } }: TreeEntry) {
  return (
    <span className={styles.node}>
      <span className={styles.nodeLabel} title={label}>
        {label}
      </span>
      <span className={`${styles.nodeCount} tabular`}>
        {formatCount(voted)}/{formatCount(total)}
      </span>
    </span>
  )
}

/** The estate's branches down to units, each with 已投/总数. */
function PlaceProgressTree({ root, chosen, onChoose }: PlaceProgressTreeProps) {
  const [expanded, setExpanded] = useState<readonly string[]>(() => pathsAboveBuildings(root))
  return (
    <nav className={styles.tree} aria-label="楼栋与单元">
      <div className={styles.treeHead} aria-hidden>
        <span>楼栋</span>
        <span>已投/总数（套）</span>
      </div>
      <Tree<TreeEntry>
        aria-label="楼栋与单元"
        blockNode
        treeData={[entryOf(root)]}
        expandedKeys={[...expanded]}
        onExpand={(keys) => setExpanded(keys.map(String))}
        selectedKeys={[chosen]}
        onSelect={(_, { node }) => onChoose(node.key)}
        titleRender={titleOf}
      />
    </nav>
  )
}
