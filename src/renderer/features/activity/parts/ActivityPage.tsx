import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { activityPaths } from './activityPaths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { PageFrame } from '../../../ui/PageFrame.tsx'
import { useAddressQuery, useNavigate } from '../../../app-context/navigation.ts'
import { usePageTitle, useTabTitle } from '../../../app-context/tab.ts'
import { useActivity } from './useActivity.ts'

interface ActivityPageProps {
  /** True if the page names its tab itself, once it is there. */
  readonly namesItsTab?: boolean
  /** Required query parameters besides `activityid`: `['estateid']`. */
  readonly parameters?: readonly string[]
  /** Whether what the address says makes sense (`operatetype` of 1 to 3). */
  readonly accepts?: (query: URLSearchParams) => boolean
  /** The page itself, with a PageFrame of its own. */
  readonly children: (activity: Activity, query: URLSearchParams) => ReactNode
}

/**
 * A page about one activity, named by the address (`bad-input.md`, Screens).
 *
 * An address that lacks a parameter is reported without a call; so are an activity that is gone and one that could not be
 * fetched.
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

/** False if the address names an estate that is not the activity's. */
function isOfEstate({ estateId }: Activity, query: URLSearchParams): boolean {
  const named = query.get('estateid') ?? ''
  return named === '' || named === estateId
}

function OtherEstatePage() {
  return (
    <PageFrame title={usePageTitle()}>
      <EmptyState text="小区不存在，或者不是这个投票活动的小区" action={<ToActivityList />} />
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
  const title = usePageTitle()
  useTabTitle(namesItsTab ? undefined : activity?.title)
  if (activity) return children(activity)
  if (isGone) return <GoneActivityPage />
  return (
    <PageFrame title={title}>{failure === null ? <Skeleton active paragraph={{ rows: 8 }} /> : <FailureState sentence={failure} onRetry={retry} />}</PageFrame>
  )
}

/** An address that lacks a parameter or has one that makes no sense. */
export function IncompletePage() {
  useTabTitle(null)
  return (
    <PageFrame title={usePageTitle()}>
      <EmptyState text="页面参数不完整，请从活动列表进入" action={<ToActivityList />} />
    </PageFrame>
  )
}

/** An activity that the server does not know, or no longer. */
export function GoneActivityPage() {
  return (
    <PageFrame title={usePageTitle()}>
      <EmptyState text="投票活动不存在" action={<ToActivityList />} />
    </PageFrame>
  )
}

function ToActivityList() {
  const navigate = useNavigate()
  return (
    <Button type="primary" onClick={() => navigate(activityPaths.list)}>
      返回活动列表
    </Button>
  )
}
