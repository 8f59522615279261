import { Checkbox, Form } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { PaperShare } from '#shared/features/delivery/paperShare.ts'
import { deliveryMessages, type DeliveredPaperState } from '#shared/features/delivery/rules.ts'
import { paperStateNames } from '#shared/features/paper/rules.ts'
import { judged } from '../../ui/fieldRules.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { Awaited } from '../../ui/FailureState.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { useQuestions } from '../../ui/question.tsx'
import { useTabState } from '../../app-context/tab.ts'
import { useJob } from '../job/parts/useJob.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { evidenceOf, proposedBy, type DeliveryFormValues } from './deliveryForm.ts'
import { deliveryReads } from './deliveryReads.ts'
import { registeredInWords, useBatchSaved } from './useBatchSaved.ts'
import styles from './delivery.module.css'

interface PaperFormValues extends DeliveryFormValues {
  readonly paperStates?: readonly DeliveredPaperState[]
}

interface PaperDialogEnds {
  readonly onDone: () => void
  /** The activity has changed since it was loaded. */
  readonly onConflict: () => void
}
interface PaperDialogProps extends PaperDialogEnds {
  readonly activity: Activity
  readonly onClose: () => void
}

/** The dialog of 按选票登记送达, opened by a button. */
export function usePaperDialog(activity: Activity, ends: PaperDialogEnds): { readonly isOpen: boolean; readonly open: () => void; readonly dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const dialog = isOpen ? <PaperDialog activity={activity} onClose={() => setIsOpen(false)} {...ends} /> : null
  return { isOpen, open: () => setIsOpen(true), dialog }
}

/** 按选票登记送达: registers a delivery for each ballot whose paper was returned or handed out, at that time. */
function PaperDialog({ activity, onClose, ...ends }: PaperDialogProps) {
  const { counts, chosen, last, job, submit } = useRegisteringByPapers(activity.id, ends)
  return (
    <>
      <FormDialog<PaperFormValues>
        title="按选票登记送达"
        isOpen
        initialValues={{ ...last, paperStates: [], pictures: [] }}
        onSubmit={submit}
        onClose={onClose}
        width={640}
      >
        {counts.data ? <PaperStates shares={{ 1: counts.data.out, 2: counts.data.received }} chosen={chosen} /> : <Awaited of={counts} rows={2} />}
        <DeliveryFields policy={activity.deliveryPolicy} ownTimes="已收回的为选票收回时间，已发出的为选票发出时间" />
      </FormDialog>
      {job.dialog}
    </>
  )
}

type Chosen = (states: readonly DeliveredPaperState[]) => PaperShare

const stateWords: Readonly<Record<DeliveredPaperState, string>> = { 2: '业主已交回选票', 1: '选票已交给业主' }

interface PaperStatesProps {
  readonly shares: Readonly<Record<DeliveredPaperState, PaperShare>>
  readonly chosen: Chosen
}

/** The paper states to include, each with the resulting numbers. */
function PaperStates({ shares, chosen }: PaperStatesProps) {
  const options = ([2, 1] as const).map((state) => ({
    value: state,
    disabled: shares[state].propertyCount === 0,
    label: `${paperStateNames[state]}（${stateWords[state]}）：${paperShareInWords(shares[state])}`,
  }))
  const isAny = judged((states: readonly DeliveredPaperState[] = []) => (chosen(states).propertyCount > 0 ? null : deliveryMessages.noPaperState))
  return (
    <Form.Item<PaperFormValues> name="paperStates" label="登记给" rules={[isAny]}>
      <Checkbox.Group className={styles.batchTargets} options={options} />
    </Form.Item>
  )
}

function useRegisteringByPapers(activityId: string, { onDone, onConflict }: PaperDialogEnds) {
  const counts = useEndpoint('notification.byPapers', { query: { activityId } })
  const save = useSend('notification.saveByPapers', { refreshes: deliveryReads })
  const tellSaved = useBatchSaved(activityId)
  const [last, setLast] = useTabState<Pick<DeliveryFormValues, 'voteSource' | 'deliveredBy' | 'method'>>('delivery.last', {})
  const job = useJob({ title: '正在按选票登记送达', words: registeredInWords })
  const { ask } = useQuestions()
  const chosen: Chosen = (states) => sumOf(states.flatMap((state) => (state === 1 ? counts.data?.out : counts.data?.received) ?? []))
  const isConfirmed = (share: PaperShare) =>
    new Promise<boolean>((resolve) =>
      ask({
        title: `确认给 ${formatCount(share.propertyCount)} 套房屋登记送达吗?`,
        detail: `共 ${formatCount(share.ballotCount)} 票${skippedInWords(share)}。登记后 10 秒内可以撤销，之后可以在“查看”里逐条作废。按“未反馈”计票的活动，登记过送达的才计入。`,
        confirmText: '登记',
        onConfirm: () => resolve(true),
        onCancel: () => resolve(false),
      }),
    )
  const submit = async ({ paperStates = [], ...values }: PaperFormValues) => {
    const share = chosen(paperStates)
    if (!(await isConfirmed(share))) return false
    const evidence = evidenceOf(values)
    const sent = await job.run((jobId) =>
      save.send({ body: { activityId, paperStates: [...paperStates], expectedCount: share.propertyCount, ...evidence, jobId } }),
    )
    if (sent.ok) {
      const { propertyCount, ballotCount, batchId } = sent.value
      const title = `提交成功，已登记 ${formatCount(propertyCount)} 套（${formatCount(ballotCount)} 票）${skippedInWords(sent.value)}`
      tellSaved(title, { batchId, expectedCount: propertyCount })
      setLast(proposedBy(evidence))
      onDone()
    } else if (isRefusedFor(sent.failure, 'notification.countChanged')) void counts.refetch()
    else if (isRefusedFor(sent.failure, 'activity.wrongStatus', 'activity.notFound')) onConflict()
    return sent.ok
  }
  return { counts, chosen, last, job, submit }
}

/** The total over several paper states. */
const sumOf = (shares: readonly PaperShare[]): PaperShare =>
  shares.reduce(
    (sum, share) => ({
      ballotCount: sum.ballotCount + share.ballotCount,
      propertyCount: sum.propertyCount + share.propertyCount,
      deliveredCount: sum.deliveredCount + share.deliveredCount,
      votedCount: sum.votedCount + share.votedCount,
    }),
    { ballotCount: 0, propertyCount: 0, deliveredCount: 0, votedCount: 0 },
  )

/** What is skipped, appended to the number registered: `，跳过已送达 4 票、已投票 2 票`; `''` if nothing. */
function skippedInWords({ deliveredCount, votedCount }: PaperShare): string {
  const parts = [
    ...(deliveredCount > 0 ? [`已送达 ${formatCount(deliveredCount)} 票`] : []),
    ...(votedCount > 0 ? [`已投票 ${formatCount(votedCount)} 票`] : []),
  ]
  return parts.length === 0 ? '' : `，跳过${parts.join('、')}`
}

/** The numbers that a paper state would register and skip. */
const paperShareInWords = (share: PaperShare): string =>
  `登记 ${formatCount(share.ballotCount)} 票 ${formatCount(share.propertyCount)} 套${skippedInWords(share)}`
