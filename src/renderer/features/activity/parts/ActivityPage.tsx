import { useState, type ReactNode } from 'react'
import type { Activity, ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { runningInWords, runningOn } from '#shared/features/publication/rules.ts'
import { Act } from '../../../app-context/Act.tsx'
import { activityPaths } from './activityPaths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { AwaitedPage, PageFrame, SharedHeadContext } from '../../../app-context/PageFrame.tsx'
import { activityTabNames, useActivityTabs } from '../../../app-context/activityTabs.ts'
import { minutesOf, periodOf } from '../../../ui/moments.ts'
import { ActivityStatusTag } from './ActivityStatusTag.tsx'
import { ExtendedTag } from './ExtendedTag.tsx'
import styles from './activityPage.module.css'
import { useAddressQuery } from '../../../app-context/navigation.ts'
import { useTab, useTabTitle } from '../../../app-context/tab.ts'
import { useActivity } from './useActivity.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { useStandingPublications } from './useStandingPublications.ts'

interface ActivityPageProps {
  /** True if the page sets its tab's title itself, once loaded. */
  readonly namesItsTab?: boolean
  /** Required query parameters besides `activityid`: `['estateid']`. */
  readonly parameters?: readonly string[]
  /** Whether the query is valid (`operatetype` of 1 to 3). */
  readonly accepts?: (query: URLSearchParams) => boolean
  /** The page, with its own PageFrame. */
  readonly children: (activity: Activity, query: URLSearchParams) => ReactNode
}

/**
 * A page about the activity named in the address (`bad-input.md`, Screens).
 *
 * Reports a missing parameter without a call, as well as an activity that no longer exists or failed to load.
 *
 * @example
 * <ActivityPage parameters={['estateid']}>{(activity) => <Progress activity={activity} />}</ActivityPage>
 */
export function ActivityPage({ namesItsTab = false, parameters = [], accepts = () => true, children }: ActivityPageProps) {
  const query = useAddressQuery()
  const activityId = query.get('activityid') ?? ''
  const isComplete = activityId !== '' && parameters.every((name) => (query.get(name) ?? '') !== '') && accepts(query)
  if (!isComplete) return <IncompletePage />
  return (
    <FoundActivityPage namesItsTab={namesItsTab} activityId={activityId}>
      {(activity) => (isOfEstate(activity, query) ? children(activity, query) : <OtherEstatePage />)}
    </FoundActivityPage>
  )
}

/** False if the address names another estate than the activity's. */
function isOfEstate({ estateId }: Activity, query: URLSearchParams): boolean {
  const named = query.get('estateid') ?? ''
  return named === '' || named === estateId
}

function OtherEstatePage() {
  return (
    <PageFrame>
      <EmptyState text="小区不存在，或者不是这个投票活动的小区" action={toActivityList} />
    </PageFrame>
  )
}

interface FoundActivityPageProps {
  readonly namesItsTab: boolean
  readonly activityId: string
  readonly children: (activity: Activity) => ReactNode
}

function FoundActivityPage({ namesItsTab, activityId, children }: FoundActivityPageProps) {
  const { activity, isGone, failure, retry } = useActivity(activityId)
  useTabTitle(namesItsTab ? undefined : activity?.title)
  if (activity) {
    const head = { line: <ActivityLine activity={activity} />, tabs: <ActivityTabBar activity={activity} /> }
    return <SharedHeadContext value={head}>{children(activity)}</SharedHeadContext>
  }
  if (isGone) return <GoneActivityPage />
  return <AwaitedPage failure={failure} onRetry={retry} />
}

/** The activity that a page is about: title, status, estate and time. */
function ActivityLine({ activity }: { readonly activity: ActivityRow }) {
  const { status, title, estateName, startsAt, endsAt } = activity
  const [now] = useState(() => Date.now())
  const { start, end } = periodOf(startsAt, endsAt, now)
  return (
    <div className={styles.line}>
      <span className={styles.heading}>
        <span className={styles.title} title={title}>
          {title}
        </span>
        <ActivityStatusTag status={status} />
        <ExtendedTag activity={activity} />
        <RunningPublications activityId={activity.id} />
      </span>
      <span className={styles.more}>
        <span className="tabular" title={`${minutesOf(startsAt)} 至 ${minutesOf(endsAt)}`}>
          {start} 至 {end}
        </span>
        <span>{estateName}</span>
      </span>
    </div>
  )
}

/** The tabs of an activity's page; arrow keys do not move between them, since each is a separate screen. */
function ActivityTabBar({ activity }: { readonly activity: ActivityRow }) {
  const { shown, tabOf, open } = useActivityTabs()
  const here = tabOf(useTab()?.key.split('?')[0] ?? '')
  return (
    <nav className={styles.tabs} aria-label="本次投票">
      {shown
        .filter((tab) => tab === here || tab !== 'readings' || activity.status !== ActivityStatus.notStarted)
        .map((tab) => (
          <button key={tab} type="button" {...(tab === here ? { 'aria-current': 'page' } : {})} onClick={() => open(tab, activity)}>
            {activityTabNames[tab]}
          </button>
        ))}
    </nav>
  )
}

/** Shown for an address with a missing or invalid parameter. */
export function IncompletePage() {
  useTabTitle(null)
  return (
    <PageFrame>
      <EmptyState text="页面参数不完整，请从活动列表进入" action={toActivityList} />
    </PageFrame>
  )
}

/** Shown if the server does not have the activity, or no longer. */
export function GoneActivityPage() {
  return (
    <PageFrame>
      <EmptyState text="投票活动不存在" action={toActivityList} />
    </PageFrame>
  )
}

const toActivityList = <Act text="返回活动列表" type="primary" to={activityPaths.list} />

/** The current day and the end of running publications; nothing if there are none. */
function RunningPublications({ activityId }: { readonly activityId: string }) {
  const { standing, today } = useStandingPublications(activityId)
  const [first, ...others] = runningOn(standing, today).map((publication) => runningInWords(publication, today))
  if (first === undefined) return null
  return (
    <span className={styles.published} title={[first, ...others].join('\n')}>
      <StateTag tone="blue">{others.length === 0 ? first : `${first}，另有 ${others.length} 项公示`}</StateTag>
    </span>
  )
}
