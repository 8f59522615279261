import type { ReactNode } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { FoundDelivery, Delivery } from '#shared/features/delivery/contract.ts'
import { propertyMessages } from '#shared/features/property/rules.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatArea } from '../../ui/numbers.ts'
import { PageTable } from '../../ui/PageTable.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { Selection } from '../../ui/useSelection.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { EmptyRoster } from '../activity/parts/EmptyRoster.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { shareOf } from './deliveryWords.ts'
import { TABLE, type DeliveryPage } from './useDeliveryPage.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'

interface DeliveryTableProps {
  readonly activity: Activity
  readonly filters: ReactNode
  readonly page: DeliveryPage
  readonly selection: Selection<FoundDelivery>
  /** Why no delivery can be recorded now; null if it can. */
  readonly noDelivery: string | null
  /** Why the roster cannot be changed now; null if it can. */
  readonly noAdjusting: string | null
  readonly acts: {
    readonly onDeliver: (row: FoundDelivery) => void
    readonly onEdit: (row: FoundDelivery) => void
    readonly onBatch: () => void
    readonly onPapers: () => void
    readonly onSync: () => void
  }
}

/** The roster's properties with their deliveries, and batch actions. */
export function DeliveryTable({ activity, filters, page, selection, noDelivery, noAdjusting, acts }: DeliveryTableProps) {
  const { query, counts, columns, paging, sort, sorting, showAll } = page
  const { condition, status, path } = page.filters
  const navigate = useNavigate()
  const mayDeliver = useMay('notification.saveMany')
  const rowActions = (row: FoundDelivery) => (
    <RowActions
      row={row}
      noDelivery={noDelivery}
      noAdjusting={noAdjusting}
      onDeliver={() => acts.onDeliver(row)}
      onEdit={() => acts.onEdit(row)}
      onSee={() => navigate(activityPaths.deliveryHistory(row.rosterPropertyId))}
    />
  )
  return (
    <PageTable<FoundDelivery>
      name={TABLE}
      label="送达列表"
      columns={columns}
      filters={filters}
      query={query}
      paging={paging}
      rowKey={({ rosterPropertyId }) => rosterPropertyId}
      rowName={({ place }) => place}
      selection={mayDeliver ? selection : undefined}
      everyRow={page.everyRow}
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
          <Allowed call="notification.saveMany">
            <ReasonedButton reason={noDelivery} onClick={acts.onBatch}>
              批量登记送达
            </ReasonedButton>
          </Allowed>
          <Allowed call="notification.saveByPapers">
            <ReasonedButton reason={noDelivery} onClick={acts.onPapers}>
              按选票登记送达
            </ReasonedButton>
          </Allowed>
          <Allowed call="ballot.sync">
            <ReasonedButton
              reason={whyNot(activity.status, 'sync') ?? (selection.ids.length === 0 ? propertyMessages.nothingToSync : null)}
              onClick={acts.onSync}
            >
              同步房产
            </ReasonedButton>
          </Allowed>
        </>
      }
      actionsWidth={172}
      actions={rowActions}
      empty={<NoProperties activity={activity} isFiltered={condition !== '' || path !== '' || status !== 'all'} onShowAll={showAll} />}
    />
  )
}

interface NoPropertiesProps {
  readonly activity: Activity
  readonly isFiltered: boolean
  readonly onShowAll: () => void
}

function NoProperties({ activity, isFiltered, onShowAll }: NoPropertiesProps) {
  if (isFiltered) return <EmptyState text="没有符合条件的房屋，请换个条件再查" action={<Act text="显示全部" onClick={onShowAll} />} />
  return <EmptyRoster activity={activity} />
}

interface RowActionsProps {
  readonly row: Delivery
  /** Why no delivery can be registered now; null if it can. */
  readonly noDelivery: string | null
  readonly noAdjusting: string | null
  readonly onDeliver: () => void
  readonly onEdit: () => void
  readonly onSee: () => void
}

/** Actions on a roster property. */
function RowActions({ row: { place, deliveryStatus }, noDelivery, noAdjusting, onDeliver, onEdit, onSee }: RowActionsProps) {
  const frozen = deliveryStatus === 1 ? sentenceFor('ballot.frozen') : null
  return (
    <div className="row-actions">
      <LineAct call="notification.save" text="登记送达" reason={noDelivery} of={place} onClick={onDeliver} />
      <LineAct call="ballot.modifyProperty" text="编辑" reason={noAdjusting ?? frozen} of={place} onClick={onEdit} />
      <LineAct text="查看" of={place} onClick={onSee} />
    </div>
  )
}
