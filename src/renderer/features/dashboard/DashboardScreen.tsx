import { Button, Card, Flex, Typography } from 'antd'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ObjectionStatus } from '#shared/features/objection/rules.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Estate } from '#shared/features/estate/contract.ts'
import { roleNames } from '#shared/features/account/roles.ts'
import type { StandingPublication } from '#shared/features/publication/contract.ts'
import { runningInWords, runningOn } from '#shared/features/publication/rules.ts'
import { chinaDay } from '#shared/time/chinaTime.ts'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useMay } from '../../app-context/may.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { LastUse } from '../account/parts/LastUse.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { Awaited } from '../../ui/FailureState.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { BackupCard, BackupProblem, useBackupStatus, useCanBackUp } from './BackupCard.tsx'
import { dateInWords } from './deadline.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { inProgress, lastFinished, MAX_CARDS, notStarted } from './inProgress.ts'
import { LastImports } from './LastImports.tsx'
import { useHasScreen } from '../../app-context/feature.ts'
import { useWaitingAccounts } from '../account/parts/useWaitingAccounts.ts'
import { PROPERTY_CHANGES } from '../../app-context/paths.ts'
import { whyNoRoute } from '../route/parts/routeTime.ts'
import { todosOf, type HomeTodo } from './todos.ts'
import { TodoList } from './TodoList.tsx'
import { useNextSteps, type NextSteps } from './useNextSteps.tsx'
import styles from './dashboard.module.css'
import type { BridgeError } from '../../bridge/bridge.ts'
import { useEndpoints } from '../../bridge/useEndpoints.ts'
import { ActivityCard } from './ActivityCard.tsx'
import { formatCount } from '../../ui/numbers.ts'

/** Polling interval (ms) for the running activities and their remaining days. */
const INTERVAL = 60_000

/** The home page: the user, pending tasks, and an overview. */
export function DashboardScreen() {
  const user = useCurrentUser()
  const { estates, error, retry } = useEveryEstate()
  const refetchInterval = useLiveInterval(INTERVAL)
  // The newest 500 include all running activities.
  const activities = useEndpoint('activity.list', { query: { pageNo: 1, pageSize: MAX_PAGE_SIZE, name: '' } }, { refetchInterval })
  const retryAll = () => {
    if (error) retry()
    if (activities.error) void activities.refetch()
  }
  return (
    <section className="page" aria-label="首页">
      <Flex className="page-title" align="baseline" gap="middle" wrap>
        <Typography.Title level={1}>{user.nickName || user.username}，您好</Typography.Title>
        <span className="quiet">{dateInWords()}</span>
      </Flex>
      <LastUse />
      <BackupProblem />
      {estates && activities.data ? (
        <Content estates={estates} activities={activities.data.rows} now={activities.dataUpdatedAt} />
      ) : (
        <Awaited of={{ error: error ?? activities.error, refetch: retryAll }} rows={10} />
      )}
    </section>
  )
}

interface ContentProps {
  readonly estates: readonly Estate[]
  readonly activities: readonly ActivityRow[]
  /** Time of the data, epoch ms. */
  readonly now: number
}

function Content({ estates, activities, now }: ContentProps) {
  const hasProperties = estates.some(({ propertyCount }) => propertyCount > 0)
  const mayBegin = useMay('estate.save')
  const beginning = mayBegin ? <FirstSteps hasEstates={estates.length > 0} hasProperties={hasProperties} /> : <NothingYet />
  // Until the first activity exists, there is a next step to take.
  const isBegun = hasProperties && activities.length > 0
  return (
    <Flex vertical gap="middle">
      {isBegun ? null : beginning}
      <Activities activities={activities} now={now} isBegun={isBegun} />
      {hasProperties ? <LastImports /> : null}
      <BackupCard />
    </Flex>
  )
}

/** Pending tasks, and the running activities below. */
function Activities({ activities, now, isBegun }: Pick<ContentProps, 'activities' | 'now'> & { readonly isBegun: boolean }) {
  const underWay = inProgress(activities)
  const asked = [...underWay, ...notStarted(activities).slice(0, MAX_CARDS), ...lastFinished(activities)]
  const steps = useNextSteps(asked, now)
  const standing = useStanding(asked)
  const { todos, failures } = useTodos(asked, steps, standing, now)
  return (
    <>
      {isBegun || todos.length > 0 || failures.length > 0 ? (
        <TodoList todos={todos} steps={steps}>
          {failures.map(({ sentence, retry }) => (
            <Flex key={sentence} gap="middle" align="center" wrap>
              <span>{sentence}</span>
              <Button onClick={retry}>重试</Button>
            </Flex>
          ))}
        </TodoList>
      ) : null}
      <PublishedNow activities={asked} standing={standing.data ?? []} now={now} />
      {isBegun ? <VotesUnderWay activities={underWay} steps={steps} now={now} /> : null}
      {steps.question}
    </>
  )
}

/** For users with read-only access. */
function NothingYet() {
  return (
    <Card className="page-card" variant="borderless">
      <EmptyState text={`还没有可以查看的投票活动，请等待${roleNames.manager}建立`} />
    </Card>
  )
}

/** The estates, or why they are incomplete. */
interface EveryEstate {
  /** All estates with counts; undefined until the last page is loaded. */
  readonly estates: readonly Estate[] | undefined
  readonly error: BridgeError | null
  readonly retry: () => void
}

/** Loads all estates with counts, in pages of the maximum size. */
function useEveryEstate(): EveryEstate {
  const first = useEndpoint('estate.list', { query: { pageNo: 1, pageSize: MAX_PAGE_SIZE } })
  const pages = Math.ceil((first.data?.total ?? 0) / MAX_PAGE_SIZE)
  const others = useEndpoints(
    'estate.list',
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) => ({ query: { pageNo: index + 2, pageSize: MAX_PAGE_SIZE } })),
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
  /** Epoch ms. */
  readonly now: number
}

/** A card for each running activity, earliest end first. */
function VotesUnderWay({ activities, steps, now }: VotesUnderWayProps) {
  const more = activities.length - MAX_CARDS
  return (
    <section aria-label="进行中的投票">
      <Flex className={styles.dashboardHeading} align="center" justify="space-between">
        <h2>进行中的投票</h2>
        <Act text={more > 0 ? `还有 ${more} 个进行中的活动，查看全部` : '全部投票活动'} type="link" to={activityPaths.list} />
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

/** The current publications of several activities. */
function useStanding(activities: readonly ActivityRow[]) {
  const refetchInterval = useLiveInterval(INTERVAL)
  const activityIds = activities.map(({ id }) => id)
  const enabled = activityIds.length > 0
  return useEndpoint('publication.standing', { query: { activityIds } }, { enabled, keepsPrevious: true, refetchInterval })
}

interface Todos {
  readonly todos: readonly HomeTodo[]
  /** Failed requests, one message each. */
  readonly failures: readonly { readonly sentence: string; readonly retry: () => void }[]
}

/**
 * The pending tasks, of several activities and in general.
 *
 * @param now epoch ms
 */
function useTodos(activities: readonly ActivityRow[], steps: NextSteps, standing: ReturnType<typeof useStanding>, now: number): Todos {
  const refetchInterval = useLiveInterval(INTERVAL)
  const activityIds = activities.map(({ id }) => id)
  const settled = useEndpoint('todo.list', { query: { activityIds } }, { enabled: activityIds.length > 0, keepsPrevious: true, refetchInterval })
  // The same query as on the activities' cards, which poll it.
  const missing = activities.filter((activity) => whyNoRoute(activity, now) === null && activity.countingRule !== 6)
  const shortages = useEndpoints(
    'route.shortage',
    missing.map(({ id }) => ({ query: { activityId: id } })),
  )
  const underWay = activities.filter(({ status }) => status === ActivityStatus.voting || status === ActivityStatus.tallying)
  const byId = ({ id }: ActivityRow) => ({ query: { activityId: id } })
  const seconds = useEndpoints('reading.summary', underWay.map(byId))
  const sampled = activities.filter(({ status }) => status === ActivityStatus.tallying || status === ActivityStatus.finished)
  const samples = useEndpoints('sample.list', sampled.map(byId))
  const mayEnter = useMay('objection.list')
  const waiting = ({ id }: ActivityRow) => ({ query: { activityId: id, status: ObjectionStatus.pending, condition: '', pageNo: 1, pageSize: 1 } })
  const objections = useEndpoints('objection.list', mayEnter ? activities.map(waiting) : [])
  const hasChanges = useHasScreen(PROPERTY_CHANGES)
  const changes = useEndpoint('propertyChange.list', { query: { pageNo: 1, pageSize: 1, status: 0, condition: '' } }, { enabled: hasChanges })
  const may = { enter: useMay('voting.cast'), manage: useMay('todo.settle'), backUp: useCanBackUp(), approve: useMay('propertyChange.approve') }
  const todos = todosOf({
    activities: (settled.data && (standing.data ?? standing.error)) || activityIds.length === 0 ? activities : [],
    nextOf: steps.of,
    overviewOf: steps.overviewOf,
    shortageOf: ({ id }) => shortages[missing.findIndex((activity) => activity.id === id)]?.data,
    secondOf: ({ id }) => seconds[underWay.findIndex((activity) => activity.id === id)]?.data?.second,
    samplesOf: ({ id }) => samples[sampled.findIndex((activity) => activity.id === id)]?.data,
    objectionsOf: ({ id }) => objections[activities.findIndex((activity) => activity.id === id)]?.data?.total ?? 0,
    settled: settled.data ?? [],
    standing: standing.data ?? [],
    backup: useBackupStatus(),
    waitingChanges: changes.data?.total ?? 0,
    waitingAccounts: useWaitingAccounts(),
    may,
    now,
  })
  const failures = [
    ...(changes.error && !changes.data ? [{ sentence: `待审批的房产变更没有取到：${changes.error.message}`, retry: () => void changes.refetch() }] : []),
    ...(standing.error && !standing.data ? [{ sentence: `公示没有取到：${standing.error.message}`, retry: () => void standing.refetch() }] : []),
    ...(settled.error && !settled.data ? [{ sentence: `待办没有取到：${settled.error.message}`, retry: () => void settled.refetch() }] : []),
  ]
  return { todos, failures }
}

interface PublishedNowProps {
  readonly activities: readonly ActivityRow[]
  readonly standing: readonly StandingPublication[]
  /** Epoch ms. */
  readonly now: number
}

/** The running publications, with current day and end, earliest end first. Nothing if there are none. */
function PublishedNow({ activities, standing, now }: PublishedNowProps) {
  const today = chinaDay(now)
  const running = runningOn(standing, today).flatMap((publication) => {
    const activity = activities.find(({ id }) => id === publication.activityId)
    return activity ? [{ publication, activity }] : []
  })
  if (running.length === 0) return null
  return (
    <Card className={`page-card ${styles.todos}`} variant="borderless" title={`公示中 ${formatCount(running.length)} 项`}>
      <ul aria-label="公示中">
        {running.map(({ publication, activity }) => (
          <li key={publication.id} className={styles.todoLater}>
            <span className={styles.todoText}>
              <strong className="tabular">{runningInWords(publication, today)}</strong>
              <LineAct text={activity.title} className={styles.todoVote} title={activity.title} to={activityPaths.overview(activity)} />
            </span>
            <Act text="公示与异议" of={activity.title} to={activityPaths.publications(activity)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
