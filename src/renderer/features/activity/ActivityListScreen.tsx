import { Button } from 'antd'
import { useState } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { PaperFunnel } from '#shared/features/voting/funnel.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { Act } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ExtendedTag } from './parts/ExtendedTag.tsx'
import { ActivityStatusTag } from './parts/ActivityStatusTag.tsx'
import { nextStep } from './parts/activityPath/path.ts'
import { Funnel } from './parts/funnel/Funnel.tsx'
import { activityPaths } from './parts/activityPaths.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { minutesOf, periodOf } from '../../ui/moments.ts'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { usePageState } from '../../ui/usePageState.ts'
import { useSelection } from '../../ui/useSelection.ts'
import { useSort } from '../../ui/useSort.ts'
import { RowActions } from './RowActions.tsx'
import { useListActions } from './activityActions.tsx'
import styles from './activity.module.css'

const TABLE = 'activity'

const columnsOf = (funnelOf: (activityId: string) => PaperFunnel | null): readonly PageColumn<ActivityRow>[] => [
  { key: 'estateName', title: '小区', text: ({ estateName }) => estateName, width: 104 },
  {
    key: 'title',
    title: '标题',
    text: ({ title }) => title,
    cell: (activity) => <TitleCell activity={activity} funnel={funnelOf(activity.id)} />,
    width: 200,
    isStretched: true,
    isAlwaysShown: true,
  },
  {
    key: 'summary',
    title: '简介',
    text: ({ summary }) => summary,
    cell: ({ summary }) => <WrappedText text={summary} />,
    width: 110,
    share: 12,
    givesWay: 1,
  },
  {
    key: 'period',
    title: '投票时间',
    text: ({ startsAt, endsAt }) => `${minutesOf(startsAt)} 至 ${minutesOf(endsAt)}`,
    cell: (activity) => <Period activity={activity} />,
    kind: 'time',
    width: 142,
    givesWay: 2,
    sort: 'start',
  },
  {
    key: 'status',
    isPinned: true,
    title: '状态',
    text: () => '',
    cell: ({ status }) => <ActivityStatusTag status={status} />,
    width: 76,
  },
]

/** 投票活动 (`console.md` section 2, Vote activity list). */
export function ActivityListScreen() {
  const { id: userId } = useCurrentUser()
  const [name, setName] = useState('')
  const { sort, sorting } = useSort(['start'])
  const paging = usePageState(TABLE, [name, sort])
  const mayDelete = useMay('activity.delete')
  const selection = useSelection<ActivityRow>()
  const query = useEndpoint('activity.list', { query: { name, sort, pageNo: paging.pageNo, pageSize: paging.pageSize } }, { keepsPrevious: true })
  const overview = useOverview(query.data?.rows ?? [])
  const refresh = () => {
    void query.refetch()
    void overview.refetch()
  }
  const { act, deleteChosen, deleteRefusal, question } = useListActions(selection)
  const add = (text: string) => <Act call="activity.save" text={text} type="primary" to={activityPaths.create} />

  const rowActions = (activity: ActivityRow) => (
    <RowActions activity={activity} next={nextStep(activity, overview.of(activity.id), userId, query.dataUpdatedAt)} onAction={act} />
  )

  return (
    <PageFrame actions={add('新增')}>
      <PageTable<ActivityRow>
        name={TABLE}
        label="投票活动列表"
        columns={columnsOf((activityId) => overview.of(activityId)?.funnel ?? null)}
        filters={<SearchBox label="活动标题" value={name} onSearch={setName} onRepeat={refresh} isSearching={query.isFetching} />}
        query={query}
        paging={paging}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        selection={mayDelete ? selection : undefined}
        sorting={sorting}
        tools={<ExportButton endpoint="activity.export" query={{ name, sort }} name="投票活动" isPersonal={false} count={query.data?.total} />}
        toolbar={
          <Allowed call="activity.delete">
            <ReasonedButton danger reason={deleteRefusal} onClick={deleteChosen}>
              批量删除
            </ReasonedButton>
          </Allowed>
        }
        actionsWidth={304}
        actions={rowActions}
        empty={
          name === '' ? (
            <EmptyState text="还没有投票活动。新增活动后，会为投票范围内的每套房产建立票权" action={add('新增投票活动')} />
          ) : (
            <EmptyState text={`没有找到“${name}”，请换个条件再查`} action={<Button onClick={() => setName('')}>显示全部</Button>} />
          )
        }
      />
      {question}
    </PageFrame>
  )
}

/** Ballot progress of the activities on the page, which determines their next steps. */
function useOverview(rows: readonly ActivityRow[]) {
  const activityIds = rows.map(({ id }) => id)
  const { data, refetch } = useEndpoint('voting.overview', { query: { activityIds } }, { enabled: activityIds.length > 0, keepsPrevious: true })
  const byId = new Map(data?.map((each) => [each.activityId, each]))
  return { of: (activityId: string) => byId.get(activityId) ?? null, refetch: () => (activityIds.length > 0 ? refetch() : undefined) }
}

/** Wraps to two lines (the height of the row's buttons), a title to three; the rest is in the tooltip. */
function WrappedText({ text, isTitle = false }: { readonly text: string; readonly isTitle?: boolean }) {
  return (
    <div className={isTitle ? styles.activityWrappedTitle : styles.activityWrapped} title={text} data-testid={isTitle ? 'title' : undefined}>
      {text}
    </div>
  )
}

/** The title as a link to the activity's page, and the paper funnel unless the vote is over. */
function TitleCell({ activity, funnel }: { readonly activity: ActivityRow; readonly funnel: PaperFunnel | null }) {
  const navigate = useNavigate()
  return (
    <>
      <Button type="link" className={styles.activityTitle} onClick={() => navigate(activityPaths.overview(activity))}>
        <WrappedText text={activity.title} isTitle />
      </Button>
      {funnel === null ? null : <Funnel funnel={funnel} isCompact />}
    </>
  )
}

/** Start and end on two lines; years only where they differ. */
function Period({ activity }: { readonly activity: ActivityRow }) {
  const { startsAt, endsAt } = activity
  const [now] = useState(() => Date.now())
  const { start, end } = periodOf(startsAt, endsAt, now)
  return (
    <div title={`${minutesOf(startsAt)} 至 ${minutesOf(endsAt)}`}>
      {start}
      <br />至 {end}
      {activity.extensions.length === 0 ? null : (
        <div className={styles.extended}>
          <ExtendedTag activity={activity} />
        </div>
      )}
    </div>
  )
}
