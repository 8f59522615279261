import { Button, Card, Flex, Skeleton, Statistic, Table, Typography } from 'antd'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { Estate } from '#shared/features/estate/contract.ts'
import { roleNames } from '#shared/features/account/roles.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useMay } from '../../app-context/may.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { LastUse } from '../account/parts/LastUse.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { BackupCard, BackupProblem } from './BackupCard.tsx'
import { dateInWords } from './deadline.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { inProgress, MAX_CARDS, notStarted } from './inProgress.ts'
import { LastImports } from './LastImports.tsx'
import { NotStarted } from './NotStarted.tsx'
import { PendingChanges, WaitingAccounts } from './PendingChanges.tsx'
import { totalsOf } from './totals.ts'
import { useNextSteps, type NextSteps } from './useNextSteps.tsx'
import { estatePaths, propertyPaths } from '../../app-context/paths.ts'
import styles from './dashboard.module.css'
import type { BridgeError } from '../../bridge/bridge.ts'
import { useEndpoints } from '../../bridge/useEndpoints.ts'
import { ActivityCard } from './ActivityCard.tsx'

/** Milliseconds between two requests for which votes are under way, and how many days they have left. */
const INTERVAL = 60_000

/** The home page: who is here, what needs doing, what there is. */
export function DashboardScreen() {
  const user = useCurrentUser()
  const { estates, error, retry } = useEveryEstate()
  const refetchInterval = useLiveInterval(INTERVAL)
  // The newest 500: a vote that is still under way is among them.
  const activities = useEndpoint('activity.list', { query: { pageNo: 1, pageSize: MAX_PAGE_SIZE, name: '' } }, { errors: 'caller', refetchInterval })
  const failure = error ?? activities.error
  const retryAll = () => {
    if (error) retry()
    if (activities.error) void activities.refetch()
  }
  return (
    <section className="page" aria-label="首页">
      <Flex className="page-title" align="baseline" gap="middle" wrap>
        <Typography.Title level={1}>{user.nickName || user.username}，您好</Typography.Title>
        <span className={styles.dashboardDate}>{dateInWords()}</span>
      </Flex>
      <LastUse />
      <BackupProblem />
      {estates && activities.data ? (
        <Content estates={estates} activities={activities.data.rows} now={activities.dataUpdatedAt} />
      ) : failure ? (
        <FailureState sentence={failure.message} onRetry={retryAll} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </section>
  )
}

interface ContentProps {
  readonly estates: readonly Estate[]
  readonly activities: readonly ActivityRow[]
  /** When that was so, in epoch ms. */
  readonly now: number
}

function Content({ estates, activities, now }: ContentProps) {
  const totals = totalsOf(estates)
  const mayBegin = useMay('estate.save')
  const hasProperties = totals.propertyCount > 0
  const beginning = mayBegin ? <FirstSteps hasEstates={estates.length > 0} hasProperties={hasProperties} /> : <NothingYet />
  // Until the first activity is there is a next step to take.
  const isBegun = hasProperties && activities.length > 0
  return (
    <Flex vertical gap="middle">
      {isBegun ? <Activities activities={activities} now={now} /> : beginning}
      <PendingChanges />
      <WaitingAccounts />
      <Numbers estateCount={estates.length} totals={totals} />
      {isBegun ? <Shortcuts /> : null}
      {hasProperties ? <LastImports /> : null}
      {hasProperties ? <EstateOverview estates={estates} /> : null}
      <BackupCard />
    </Flex>
  )
}

/** What is under way, and what waits for its start. */
function Activities({ activities, now }: Pick<ContentProps, 'activities' | 'now'>) {
  const [underWay, waiting] = [inProgress(activities), notStarted(activities)]
  const steps = useNextSteps([...underWay.slice(0, MAX_CARDS), ...waiting.slice(0, MAX_CARDS)], now)
  return (
    <>
      {/* Where nothing is under way and something waits for its start, that is what needs doing. */}
      {underWay.length > 0 || waiting.length === 0 ? <VotesUnderWay activities={underWay} steps={steps} now={now} /> : null}
      <NotStarted activities={waiting} steps={steps} now={now} />
      {steps.question}
    </>
  )
}

function Numbers({ estateCount, totals }: { readonly estateCount: number; readonly totals: ReturnType<typeof totalsOf> }) {
  const numbers = [
    { title: '小区', value: formatCount(estateCount), unit: '个' },
    { title: '房产', value: formatCount(totals.propertyCount), unit: '套' },
    { title: '票权', value: formatCount(totals.ballotCount), unit: '票' },
    { title: '总面积', value: formatArea(totals.areaHundredths), unit: '㎡' },
  ]
  return (
    <div className={styles.dashboardNumbers}>
      {numbers.map(({ title, value, unit }) => (
        <Card key={title} variant="borderless" role="group" aria-label={title}>
          <Statistic title={title} value={value} suffix={unit} />
        </Card>
      ))}
    </div>
  )
}

/** For those who may only look on. */
function NothingYet() {
  return (
    <Card className="page-card" variant="borderless">
      <EmptyState text={`还没有可以查看的投票活动，请等待${roleNames.manager}建立`} />
    </Card>
  )
}

function Shortcuts() {
  const navigate = useNavigate()
  return (
    <Card className="page-card" variant="borderless" title="常用功能">
      <Flex gap="small" wrap>
        <Button type="primary" onClick={() => navigate(activityPaths.list)}>
          投票活动
        </Button>
        <Allowed call="activity.save">
          <Button onClick={() => navigate(activityPaths.create)}>新建投票</Button>
        </Allowed>
        <Button onClick={() => navigate(propertyPaths.list)}>查询房产</Button>
        <Allowed call="property.import">
          <Button onClick={() => navigate(propertyPaths.list)}>导入房产</Button>
        </Allowed>
        <Button onClick={() => navigate(estatePaths.list)}>小区管理</Button>
      </Flex>
    </Card>
  )
}

/** Each estate with what it holds; those without properties first, because something is left to do there. */
function EstateOverview({ estates }: { readonly estates: readonly Estate[] }) {
  const mayImport = useMay('property.import')
  const navigate = useNavigate()
  return (
    <Card className="page-card" variant="borderless" title="各小区房产">
      <Table<Estate>
        aria-label="各小区房产"
        size="small"
        rowKey="id"
        dataSource={estates.toSorted((a, b) => Number(a.propertyCount > 0) - Number(b.propertyCount > 0))}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 720 }}
        columns={[
          { key: 'name', title: '小区名称', ellipsis: true, render: (_, estate) => estate.name },
          {
            key: 'properties',
            title: '房屋数',
            align: 'right',
            width: 130,
            className: `tabular ${styles.dashboardNumber}`,
            render: (_, { propertyCount }) => formatCount(propertyCount),
          },
          {
            key: 'ballots',
            title: '票权数',
            align: 'right',
            width: 130,
            className: `tabular ${styles.dashboardNumber}`,
            render: (_, { ballotCount }) => formatCount(ballotCount),
          },
          {
            key: 'area',
            title: '房屋面积(㎡)',
            align: 'right',
            width: 170,
            className: `tabular ${styles.dashboardNumber}`,
            render: (_, { areaHundredths }) => formatArea(areaHundredths),
          },
          {
            key: 'actions',
            title: '操作',
            width: 140,
            render: (_, estate) => (
              <div className="row-actions">
                <Button type="link" size="small" onClick={() => navigate(propertyPaths.ofEstate(estate.id))}>
                  {estate.propertyCount > 0 || !mayImport ? '查看房产' : '去导入房产'}
                </Button>
              </div>
            ),
          },
        ]}
      />
    </Card>
  )
}

/** The estates, or why they are not all there. */
interface EveryEstate {
  /** All of them with their counts; undefined until the last page is there. */
  readonly estates: readonly Estate[] | undefined
  readonly error: BridgeError | null
  readonly retry: () => void
}

/** Every estate with its counts, in as many pages as the server's largest page needs. */
function useEveryEstate(): EveryEstate {
  const first = useEndpoint('estate.list', { query: { pageNo: 1, pageSize: MAX_PAGE_SIZE } }, { errors: 'caller' })
  const pages = Math.ceil((first.data?.total ?? 0) / MAX_PAGE_SIZE)
  const others = useEndpoints(
    'estate.list',
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) => ({ query: { pageNo: index + 2, pageSize: MAX_PAGE_SIZE } })),
    { errors: 'caller' },
  )
  const all = [first, ...others]
  const isWhole = all.every((page) => page.data !== undefined)
  return {
    estates: isWhole ? all.flatMap((page) => page.data?.rows ?? []) : undefined,
    error: all.find((page) => page.error)?.error ?? null,
    retry: () => all.forEach((page) => void page.refetch()),
  }
}

interface VotesUnderWayProps {
  readonly activities: readonly ActivityRow[]
  readonly steps: NextSteps
  /** In epoch ms. */
  readonly now: number
}

/** A card for each vote that is going on; those that end first come first. */
function VotesUnderWay({ activities, steps, now }: VotesUnderWayProps) {
  const navigate = useNavigate()
  const more = activities.length - MAX_CARDS
  return (
    <section aria-label="进行中的投票">
      <Flex className={styles.dashboardHeading} align="center" justify="space-between">
        <h2>进行中的投票</h2>
        <Button type="link" onClick={() => navigate(activityPaths.list)}>
          {more > 0 ? `还有 ${more} 个进行中的活动，查看全部` : '全部投票活动'}
        </Button>
      </Flex>
      {activities.length === 0 ? (
        <p className={styles.dashboardNone}>现在没有进行中的投票。在“投票活动”中开启投票后，这里显示进度</p>
      ) : (
        <div className={styles.activityCards}>
          {activities.slice(0, MAX_CARDS).map((activity) => (
            <ActivityCard key={activity.id} activity={activity} steps={steps} now={now} />
          ))}
        </div>
      )}
    </section>
  )
}
