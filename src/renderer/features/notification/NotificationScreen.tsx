import { Button, Radio } from 'antd'
import { useMemo, useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { whyNot } from '#shared/features/activity/refusals.ts'
import type { FoundNotification } from '#shared/features/notification/contract.ts'
import { searchTerms } from '#shared/search/condition.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { usePageTitle } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { ActivityLine } from '../activity/parts/ActivityLine.tsx'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { EmptyRoster } from '../activity/parts/EmptyRoster.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { ImportHost } from '../job/parts/ImportPanel/ImportHost.tsx'
import { TemplateButton } from '../job/parts/ImportPanel/TemplateButton.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { PageTable } from '../../ui/PageTable.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { AddPropertyDialog } from '../ballot/parts/rosterProperty/AddPropertyDialog.tsx'
import { EditPropertyDialog, type EditedProperty } from '../ballot/parts/rosterProperty/EditPropertyDialog.tsx'
import { useRosterSync } from '../ballot/parts/rosterProperty/useRosterSync.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { useActivity } from '../activity/parts/useActivity.ts'
import { usePaging } from '../../ui/usePaging.ts'
import { useSelection } from '../../ui/useSelection.ts'
import { useSort } from '../../ui/useSort.ts'
import { BatchDialog } from './BatchDialog.tsx'
import { DeliveryDialog, type BegunDelivery } from './DeliveryDialog.tsx'
import { writtenMinutes } from './deliveryForm.ts'
import { columnsOf } from './notificationColumns.tsx'
import { notificationImport } from './notificationImport.ts'
import { shareOf, statusFilters, type StatusFilter } from './notifyWords.ts'
import { RowActions } from './RowActions.tsx'
import { filterPath, isTooShallow } from './unitCascade.ts'
import { UnitCascader } from './UnitCascader.tsx'
import './notification.css'

const TABLE = 'notification'
/** 送达登记 (`console.md` section 2, Notification registration): which owners were notified of the vote, how and when. */
export function NotificationScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityNotifications key={activity.id} activity={activity} />}</ActivityPage>
}

const noFilters = { condition: '', picked: [] as readonly string[], status: 'all' as StatusFilter }

function ActivityNotifications({ activity }: { readonly activity: Activity }) {
  const navigate = useNavigate()
  const { retry: askAgain } = useActivity(activity.id)
  const [filters, setFilters] = useState(noFilters)
  const { condition, picked, status } = filters
  const path = filterPath(picked)
  const columns = useMemo(() => columnsOf(searchTerms(condition)), [condition])
  const { sort, sorting } = useSort(['place', 'time'])
  const paging = usePaging(TABLE, [condition, path, status, sort])
  const selection = useSelection<FoundNotification>()
  const [delivered, setDelivered] = useState<BegunDelivery | null>(null)
  const [edited, setEdited] = useState<EditedProperty | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [batchAt, setBatchAt] = useState<string | null>(null)
  const [isImporting, setIsImporting] = useState(false)
  const query = useEndpoint(
    'notification.list',
    { body: { activityId: activity.id, condition, status, path, sort, pageNo: paging.pageNo, pageSize: paging.pageSize } },
    { keepsPrevious: true, errors: 'caller' },
  )
  const counts = useEndpoint(
    'notification.counts',
    { body: { activityId: activity.id, condition, path, status: 'all' } },
    { keepsPrevious: true, errors: 'caller' },
  )
  const property = useSend('ballot.property', { refreshes: [] })
  const sync = useRosterSync(activity, selection.clear)
  const source = notificationImport(activity)
  const noDelivery = whyNot(activity.status, 'deliver')
  const noAdjusting = whyNot(activity.status, 'adjustBallots')
  const edit = async ({ rosterPropertyId }: FoundNotification) => {
    const asked = await property.send({ query: { rosterPropertyId } })
    if (asked.ok) setEdited(asked.value)
  }
  const showAll = () => setFilters(noFilters)
  const rowActions = (row: FoundNotification) => (
    <RowActions
      row={row}
      noDelivery={noDelivery}
      noAdjusting={noAdjusting}
      onDeliver={() => setDelivered({ property: row, at: writtenMinutes(Date.now()) })}
      onEdit={() => void edit(row)}
      onSee={() => navigate(activityPaths.notifyHistory(row.rosterPropertyId))}
    />
  )
  return (
    <ImportHost
      source={noDelivery === null ? source : null}
      isOpen={isImporting}
      onOpen={() => setIsImporting(true)}
      onClose={() => setIsImporting(false)}
      onSee={showAll}
      takesDrops={delivered === null && edited === null && !isAdding && batchAt === null}
    >
      <PageFrame
        title={usePageTitle()}
        about={<ActivityLine activity={activity} />}
        actions={
          <>
            <TemplateButton template={source.template} />
            <ReasonedButton reason={noAdjusting} onClick={() => setIsAdding(true)}>
              新增房产
            </ReasonedButton>
            <ReasonedButton type="primary" reason={noDelivery} onClick={() => setIsImporting(true)}>
              Excel导入
            </ReasonedButton>
          </>
        }
        filters={
          <SearchBox
            label="房屋、姓名、手机号、证件号"
            value={condition}
            onSearch={(searched) => setFilters((before) => ({ ...before, condition: searched }))}
            onReset={showAll}
            onRepeat={() => void query.refetch()}
            isSearching={query.isFetching}
          >
            <UnitCascader activityId={activity.id} value={picked} onChange={(paths) => setFilters((before) => ({ ...before, picked: paths }))} />
            <Radio.Group
              aria-label="送达状态"
              optionType="button"
              value={status}
              options={statusFilters.map(({ value, label }) => ({
                value,
                label: counts.data ? `${label} ${formatCount(shareOf(counts.data, value).count)}` : label,
              }))}
              onChange={(event) => setFilters((before) => ({ ...before, status: event.target.value as StatusFilter }))}
            />
          </SearchBox>
        }
      >
        {isTooShallow(picked) ? (
          <p className="notify-hint" role="status">
            选到楼栋或单元后才会筛选
          </p>
        ) : null}
        <PageTable<FoundNotification>
          name={TABLE}
          label="送达列表"
          columns={columns}
          query={query}
          paging={paging}
          rowKey={({ rosterPropertyId }) => rosterPropertyId}
          rowName={({ place }) => place}
          selection={selection}
          sorting={sorting}
          totals={counts.data ? `面积合计 ${formatArea(shareOf(counts.data, status).areaHundredths)}㎡` : ''}
          tools={
            <ExportButton
              endpoint="notification.export"
              query={{ activityId: activity.id, condition, status, path, sort }}
              name="送达登记"
              of={activity.title}
              isPersonal
              count={counts.data ? shareOf(counts.data, status).count : undefined}
            />
          }
          toolbar={
            <>
              <ReasonedButton reason={noDelivery} onClick={() => setBatchAt(writtenMinutes(Date.now()))}>
                批量登记送达
              </ReasonedButton>
              <ReasonedButton reason={whyNot(activity.status, 'sync')} onClick={() => sync.begin(selection.rows)}>
                同步房产
              </ReasonedButton>
            </>
          }
          actionsWidth={172}
          actions={rowActions}
          empty={<NoProperties activity={activity} isFiltered={condition !== '' || path !== '' || status !== 'all'} onShowAll={showAll} />}
        />
      </PageFrame>
      <DeliveryDialog begun={delivered} onClose={() => setDelivered(null)} onConflict={askAgain} />
      <BatchDialog
        at={batchAt}
        activityId={activity.id}
        chosen={selection.rows}
        filters={{ condition, status, path }}
        counts={counts.isPlaceholderData ? undefined : counts.data}
        onClose={() => setBatchAt(null)}
        onDone={selection.clear}
        onConflict={() => {
          askAgain()
          void query.refetch()
          void counts.refetch()
        }}
      />
      <AddPropertyDialog isOpen={isAdding} activity={activity} onClose={() => setIsAdding(false)} />
      <EditPropertyDialog property={edited} onClose={() => setEdited(null)} />
      {sync.end}
    </ImportHost>
  )
}

interface NoPropertiesProps {
  readonly activity: Activity
  readonly isFiltered: boolean
  readonly onShowAll: () => void
}

function NoProperties({ activity, isFiltered, onShowAll }: NoPropertiesProps) {
  if (isFiltered) return <EmptyState text="没有符合条件的房屋，请换个条件再查" action={<Button onClick={onShowAll}>显示全部</Button>} />
  return <EmptyRoster activity={activity} />
}
