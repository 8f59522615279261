import { useState, type ComponentProps } from 'react'
import { Radio } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { FoundDelivery, Delivery } from '#shared/features/delivery/contract.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { useMay } from '../../app-context/may.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { Act } from '../../app-context/Act.tsx'
import { useTabState } from '../../app-context/tab.ts'
import { useSend } from '../../bridge/useSend.ts'
import { ActivityFunnel } from '../activity/parts/funnel/ActivityFunnel.tsx'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { ImportHost } from '../job/parts/ImportPanel/ImportHost.tsx'
import { TemplateButton } from '../job/parts/ImportPanel/TemplateButton.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { whyWholeFixed } from '../ballot/parts/adjusting/adjusting.ts'
import { AddPropertyDialog } from '../ballot/parts/rosterProperty/AddPropertyDialog.tsx'
import { EditPropertyDialog, type EditedProperty } from '../ballot/parts/rosterProperty/EditPropertyDialog.tsx'
import { useRosterSync } from '../ballot/parts/rosterProperty/useRosterSync.tsx'
import { useActivity } from '../activity/parts/useActivity.ts'
import { useUndo } from '../../bridge/useUndo.ts'
import { useSelection } from '../../ui/useSelection.ts'
import { BatchDialog } from './BatchDialog.tsx'
import { writtenMinutes, deliveryOf, proposedBy, type DeliveryFormValues } from './deliveryForm.ts'
import { DeliveryTable } from './DeliveryTable.tsx'
import { isTooShallow } from './parts/places/unitCascade.ts'
import { useDeliveryPage, type DeliveryPage } from './useDeliveryPage.ts'
import { usePaperDialog } from './usePaperDialog.tsx'
import styles from './delivery.module.css'
import { deliveryReads } from './deliveryReads.ts'
import { deliveryImport, UndoDeliveries } from './deliveryImport.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { shareOf, statusFilters, type StatusFilter, propertiesInWords } from './deliveryWords.ts'
import { UnitCascader } from './parts/places/UnitCascader.tsx'
import type { DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'

/** 送达登记 (`console.md` section 2, Notification registration): to which owners the vote was delivered, how and when. */
export function DeliveryScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityDeliveries key={activity.id} activity={activity} />}</ActivityPage>
}

function ActivityDeliveries({ activity }: { readonly activity: Activity }) {
  const { retry: askAgain } = useActivity(activity.id)
  const page = useDeliveryPage(activity)
  const selection = useSelection<FoundDelivery>()
  const [delivered, setDelivered] = useState<BegunDelivery | null>(null)
  const { edited, edit, close: closeEdited } = useEditedProperty()
  const [isAdding, setIsAdding] = useState(false)
  const [batchAt, setBatchAt] = useState<string | null>(null)
  const [isImporting, setIsImporting] = useState(false)
  const papers = usePaperDialog(activity, { onDone: selection.clear, onConflict: askAgain })
  const sync = useRosterSync(activity, selection.clear)
  const source = deliveryImport(activity)
  const mayImport = useMay('notification.import')
  const noDelivery = whyNot(activity.status, 'deliver')
  const noAdjusting = whyNot(activity.status, 'adjustBallots')
  return (
    <ImportHost
      source={mayImport && noDelivery === null ? source : null}
      isOpen={isImporting}
      onOpen={() => setIsImporting(true)}
      onClose={() => setIsImporting(false)}
      onSee={page.showAll}
      takesDrops={delivered === null && edited === null && !isAdding && batchAt === null && !papers.isOpen}
    >
      <PageFrame
        actions={
          <RosterButtons
            activityId={activity.id}
            template={source.template}
            noDelivery={noDelivery}
            noAdding={whyWholeFixed(activity.status)}
            onAdd={() => setIsAdding(true)}
            onImport={() => setIsImporting(true)}
          />
        }
      >
        <ActivityFunnel activityId={activity.id} />
        {isTooShallow(page.picked) ? (
          <p className={styles.deliveryHint} role="status">
            选到楼栋或单元后才会筛选
          </p>
        ) : null}
        <DeliveryTable
          activity={activity}
          filters={<DeliveryFilters activityId={activity.id} page={page} />}
          page={page}
          selection={selection}
          noDelivery={noDelivery}
          noAdjusting={noAdjusting}
          acts={{
            onDeliver: (row) => setDelivered({ property: row, at: writtenMinutes(Date.now()) }),
            onEdit: (row) => void edit(row),
            onBatch: () => setBatchAt(writtenMinutes(Date.now())),
            onPapers: papers.open,
            onSync: () => sync.begin(selection.rows),
          }}
        />
      </PageFrame>
      <DeliveryDialog policy={activity.deliveryPolicy} begun={delivered} onClose={() => setDelivered(null)} onConflict={askAgain} />
      <BatchDialog
        at={batchAt}
        activity={activity}
        chosen={selection.rows}
        filters={page.filters}
        counts={page.counts.isPlaceholderData ? undefined : page.counts.data}
        onClose={() => setBatchAt(null)}
        onDone={selection.clear}
        onConflict={() => {
          askAgain()
          void page.query.refetch()
          void page.counts.refetch()
        }}
      />
      {papers.dialog}
      <AddPropertyDialog isOpen={isAdding} activity={activity} onClose={() => setIsAdding(false)} />
      <EditPropertyDialog status={activity.status} property={edited} onClose={closeEdited} />
      {sync.end}
    </ImportHost>
  )
}

/** The property whose owner is being corrected, with the roster's current data. */
function useEditedProperty() {
  const load = useSend('ballot.property', { refreshes: [] })
  const [edited, setEdited] = useState<EditedProperty | null>(null)
  const edit = async ({ rosterPropertyId }: FoundDelivery) => {
    const sent = await load.send({ query: { rosterPropertyId } })
    if (sent.ok) setEdited(sent.value)
  }
  return { edited, edit, close: () => setEdited(null) }
}

interface RosterButtonsProps {
  readonly activityId: string
  readonly template: ComponentProps<typeof TemplateButton>['template']
  /** Why no delivery can be recorded now; null if it can. */
  readonly noDelivery: string | null
  /** Why nothing can be added to the roster now; null if it can. */
  readonly noAdding: string | null
  readonly onAdd: () => void
  readonly onImport: () => void
}

function RosterButtons({ activityId, template, noDelivery, noAdding, onAdd, onImport }: RosterButtonsProps) {
  return (
    <>
      <Allowed call="notification.undoImport">
        <UndoDeliveries activityId={activityId} text="撤销最近导入" />
      </Allowed>
      <Allowed call="notification.import">
        <TemplateButton template={template} />
      </Allowed>
      <Act call="ballot.addProperty" text="新增房产" reason={noAdding} onClick={onAdd} />
      <Act call="notification.import" text="Excel导入" type="primary" reason={noDelivery} onClick={onImport} />
    </>
  )
}

/** Filters of the list: search words, building or unit, status with its count. */
function DeliveryFilters({ activityId, page }: { readonly activityId: string; readonly page: DeliveryPage }) {
  const { query, counts, picked, change, showAll } = page
  const { condition, status } = page.filters
  return (
    <SearchBox
      label="房屋、姓名、手机号、证件号"
      value={condition}
      onSearch={(searched) => change({ condition: searched })}
      onReset={showAll}
      onRepeat={() => void query.refetch()}
      isSearching={query.isFetching}
    >
      <UnitCascader activityId={activityId} value={picked} onChange={(paths) => change({ picked: paths })} />
      <Radio.Group
        aria-label="送达状态"
        optionType="button"
        value={status}
        options={statusFilters.map(({ value, label }) => ({
          value,
          label: counts.data ? `${label} ${formatCount(shareOf(counts.data, value).count)}` : label,
        }))}
        onChange={(event) => change({ status: event.target.value as StatusFilter })}
      />
    </SearchBox>
  )
}

/** A delivery about to be registered: its property and proposed time, in the form's format. */
interface BegunDelivery {
  readonly property: Delivery
  readonly at: string
}

interface DeliveryDialogProps {
  readonly policy: DeliveryPolicy
  /** Null closes the dialog. */
  readonly begun: BegunDelivery | null
  readonly onClose: () => void
  /** The activity's status has changed since it was loaded. */
  readonly onConflict: () => void
}

/** Registers a single delivery, with the last delivery's method and deliverer as defaults. */
function DeliveryDialog({ policy, begun, onClose, onConflict }: DeliveryDialogProps) {
  const save = useSend('notification.save', { refreshes: deliveryReads })
  const tellSaved = useUndo('notification.void', deliveryReads)
  const [last, setLast] = useTabState<Pick<DeliveryFormValues, 'voteSource' | 'deliveredBy' | 'method'>>('delivery.last', {})
  // Keeps the last value while the dialog is closing.
  const [shown, setShown] = useState(begun)
  if (begun !== null && begun !== shown) setShown(begun)
  const submit = async (values: DeliveryFormValues) => {
    if (!shown) return false
    const delivery = deliveryOf(values)
    const sent = await save.send({ body: { rosterPropertyId: shown.property.rosterPropertyId, ...delivery } })
    if (sent.ok) {
      setLast(proposedBy(delivery))
      const { place, ownerName } = shown.property
      const inverse = { body: { deliveryId: sent.value.deliveryId, reason: '登记后立即撤销' } }
      tellSaved({ title: '提交成功', detail: `${place} ${ownerName}`, inverse })
    } else if (isRefusedFor(sent.failure, 'activity.wrongStatus')) onConflict()
    return sent.ok
  }
  return (
    <FormDialog<DeliveryFormValues>
      title="登记送达"
      isOpen={begun !== null}
      initialValues={{ ...last, deliveredAt: shown?.at ?? '', pictures: [] }}
      onSubmit={submit}
      onClose={onClose}
      width={640}
    >
      {shown ? <PropertyHead property={shown.property} /> : null}
      <DeliveryFields policy={policy} />
    </FormDialog>
  )
}

function PropertyHead({ property }: { readonly property: Delivery }) {
  const { place, ownerName, propertyCount } = property
  return (
    <p className={styles.deliveryProperty}>
      <b>{place}</b>
      <span>{ownerName}</span>
      {propertyCount > 1 ? <span className={styles.deliveryPropertyBallot}>同一票权的房屋：{propertiesInWords(property)}</span> : null}
    </p>
  )
}
