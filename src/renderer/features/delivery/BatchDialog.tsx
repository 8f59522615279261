import { Alert, Form, Radio } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Delivery, DeliveryCounts } from '#shared/features/delivery/contract.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useSend } from '../../bridge/useSend.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useJob } from '../job/parts/useJob.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { useQuestions } from '../../ui/question.tsx'
import { useTabState } from '../../app-context/tab.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import { deliveryOf, proposedBy, type DeliveryFormValues } from './deliveryForm.ts'
import { deliveryReads } from './deliveryReads.ts'
import { registeredInWords, useBatchSaved } from './useBatchSaved.ts'
import { filterInWords, shareOf, type RosterFilters } from './deliveryWords.ts'
import styles from './delivery.module.css'

interface BatchFormValues extends DeliveryFormValues {
  /** For the selected properties, or for all that match the filter. */
  readonly target?: 'chosen' | 'all'
}

interface BatchDialogProps {
  /** The proposed time, in the form's format; null closes the dialog. */
  readonly at: string | null
  readonly activity: Pick<Activity, 'id' | 'deliveryPolicy'>
  /** The selected rows, over all pages. */
  readonly chosen: readonly Delivery[]
  readonly filters: RosterFilters
  /** Counts for the filter; undefined while loading. */
  readonly counts: DeliveryCounts | undefined
  readonly onClose: () => void
  readonly onDone: () => void
  /** The activity or roster has changed since it was loaded. */
  readonly onConflict: () => void
}

/** 批量登记送达: registers a delivery for each selected property, or for all that match the filter. */
export function BatchDialog({ at, activity, chosen, filters, counts, onClose, onDone, onConflict }: BatchDialogProps) {
  const save = useSend('notification.saveMany', { refreshes: deliveryReads })
  const tellSaved = useBatchSaved(activity.id)
  const [last, setLast] = useTabState<Pick<DeliveryFormValues, 'voteSource' | 'deliveredBy' | 'method'>>('delivery.last', {})
  const job = useJob({ title: '正在批量登记送达', words: registeredInWords })
  const { ask } = useQuestions()
  const isConfirmed = (count: number) =>
    new Promise<boolean>((resolve) =>
      ask({
        title: `确认给 ${formatCount(count)} 套房屋登记送达吗?`,
        detail: '登记后 10 秒内可以撤销，之后可以在“查看”里逐条作废。按“未反馈”计票的活动，登记过送达的才计入。',
        confirmText: '登记',
        onConfirm: () => resolve(true),
        onCancel: () => resolve(false),
      }),
    )
  const shown = counts ? shareOf(counts, filters.status).count : null
  const submit = async ({ target, ...values }: BatchFormValues) => {
    const delivery = deliveryOf(values)
    const rosterPropertyIds = target === 'chosen' ? chosen.map((row) => row.rosterPropertyId) : []
    const expectedCount = target === 'chosen' ? rosterPropertyIds.length : (shown ?? 0)
    if (!(await isConfirmed(expectedCount))) return false
    const sent = await job.run((jobId) => save.send({ body: { activityId: activity.id, ...filters, rosterPropertyIds, expectedCount, ...delivery, jobId } }))
    if (sent.ok) {
      const { total, inserted, batchId } = sent.value
      tellSaved(`提交成功，已登记 ${formatCount(total)} 套`, { batchId, expectedCount: inserted })
      setLast(proposedBy(delivery))
      onDone()
    } else if (isRefusedFor(sent.failure, 'activity.wrongStatus', 'activity.notFound', 'notification.countChanged', 'notification.notInRoster')) onConflict()
    return sent.ok
  }
  const targets = [
    ...(chosen.length > 0
      ? [{ value: 'chosen', label: `已勾选的 ${formatCount(chosen.length)} 套（${chosen[0]?.place ?? ''}${chosen.length > 1 ? ' 等' : ''}）` }]
      : []),
    { value: 'all', label: shown === null ? '正在统计…' : `${filterInWords(filters)} ${formatCount(shown)} 套`, disabled: shown === null || shown === 0 },
  ]
  return (
    <>
      <FormDialog<BatchFormValues>
        title="批量登记送达"
        isOpen={at !== null}
        initialValues={{ ...last, target: chosen.length > 0 ? 'chosen' : 'all', deliveredAt: at ?? '', pictures: [] }}
        onSubmit={submit}
        onClose={onClose}
        width={640}
      >
        <Form.Item<BatchFormValues> name="target" label="登记给" rules={[{ required: true, message: '请选择登记给哪些房屋' }]}>
          <Radio.Group className={styles.batchTargets} options={targets} />
        </Form.Item>
        <AlreadyDelivered chosen={chosen} filters={filters} counts={counts} />
        <DeliveryFields policy={activity.deliveryPolicy} />
      </FormDialog>
      {job.dialog}
    </>
  )
}

/** Warns that properties already delivered to get another record. */
function AlreadyDelivered({ chosen, filters, counts }: Pick<BatchDialogProps, 'chosen' | 'filters' | 'counts'>) {
  const target = Form.useWatch<BatchFormValues['target']>('target')
  const ofFilter = !counts || filters.status === -1 ? 0 : shareOf(counts, filters.status).count - (filters.status === 'all' ? counts.undelivered.count : 0)
  const reached = target === 'chosen' ? chosen.filter(({ deliveryStatus }) => deliveryStatus !== null).length : ofFilter
  if (reached === 0) return null
  return (
    <Alert
      className={styles.batchWarning}
      type="warning"
      showIcon
      title={`其中 ${formatCount(reached)} 套已送达或已投票，会再增加一条送达记录。只登记未送达的，请先点上面的“未送达”。`}
    />
  )
}
