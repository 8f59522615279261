import { Button, Radio } from 'antd'
import { Act } from '../../app-context/Act.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useState } from 'react'
import type { AnswerOf } from '#shared/contract/index.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { ActivityStatus, statusName } from '#shared/features/activity/rules.ts'
import { adjustLimits, adjustReasons } from '#shared/features/ballot/rules.ts'
import type { SyncResult } from '#shared/features/ballot/contract.ts'
import type { Property } from '#shared/features/property/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { StateTag, stepTones } from '../../ui/StateTag.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { useHasScreen } from '../../app-context/feature.ts'
import { formatCount } from '../../ui/numbers.ts'
import { useQuestions } from '../../ui/question.tsx'
import { SyncEnd } from './parts/SyncEnd.tsx'
import { namesOf } from '../../ui/useConfirmDelete.tsx'
import { NEW_ACTIVITY } from '../../app-context/paths.ts'
import endStyles from './parts/syncEnd.module.css'
import styles from './property.module.css'

type ActivityChoice = Pick<AnswerOf<'activity.unfinished'>[number], 'id' | 'title' | 'status'>

interface SyncDialogProps {
  readonly isOpen: boolean
  readonly estateId: string
  /** The properties to sync to the activity's roster. */
  readonly properties: readonly Property[]
  readonly onClose: () => void
}

/** 同步到投票活动: select the activity, confirm, and see the result for each property. */
export function SyncDialog(props: SyncDialogProps) {
  const { isOpen, properties, onClose } = props
  const [isWorking, setIsWorking] = useState(false)
  return (
    <Dialog title={`同步到投票活动 · ${formatCount(properties.length)} 套房产`} open={isOpen} width={600} footer={null} isBusy={isWorking} onCancel={onClose}>
      <SyncBody {...props} onWorking={setIsWorking} />
    </Dialog>
  )
}

function SyncBody({ estateId, properties, onClose, onWorking }: SyncDialogProps & { readonly onWorking: (isWorking: boolean) => void }) {
  const { ask } = useQuestions()
  const query = useEndpoint('activity.unfinished', { query: { estateId } })
  const sync = useSend('ballot.sync', { refreshes: ['activity.unfinished'], success: '同步成功' })
  const [chosen, setChosen] = useState<string | null>(null)
  const [result, setResult] = useState<SyncResult | null>(null)
  if (result) {
    const places = new Map(properties.map((property) => [property.id, placeInWords(property)]))
    return <SyncEnd result={result} places={places} onClose={onClose} />
  }
  if (!query.data) return <Awaited of={query} rows={3} />
  const activities = query.data
  if (activities.length === 0) return <NoActivity onLeave={onClose} />
  // A single activity is preselected.
  const activity = activities.find(({ id }) => id === chosen) ?? (activities.length === 1 ? activities[0] : undefined)

  const send = async (target: ActivityChoice, reason: string) => {
    onWorking(true)
    const sent = await sync.send({ query: { propertyIds: properties.map(({ id }) => id), activityId: target.id, reason } })
    onWorking(false)
    if (sent.ok) setResult(sent.value)
  }
  const askToSend = (target: ActivityChoice) =>
    ask({
      title: '确认提交吗？',
      detail: `把 ${namesOf(properties.map(placeInWords))} 同步到“${target.title}”`,
      confirmText: '提交',
      ...(target.status === ActivityStatus.voting ? { reason: { ...adjustLimits.reason, ready: adjustReasons, isOptional: true } } : {}),
      onConfirm: (reason) => send(target, reason),
    })
  return (
    <>
      <p className="quiet lead">活动的票权清册中已有的房产会更新产权信息，没有的会加入；已标记或已投票的不会改动。</p>
      <Radio.Group
        className={styles.syncChoices}
        aria-label="投票活动"
        value={activity?.id ?? null}
        onChange={(event) => setChosen(String(event.target.value))}
        options={activities.map(({ id, title, status }) => ({ value: id, label: <ActivityLabel title={title} status={status} /> }))}
      />
      {activity?.status === ActivityStatus.tallying ? (
        <p className="quiet lead" role="status">{`${sentenceFor('ballot.wholeFixed')}：没有的房产不会加入，面积不同的不会更新。`}</p>
      ) : null}
      <div className={endStyles.actions}>
        <Button onClick={onClose}>取消</Button>
        <Act
          text="同步"
          type="primary"
          reason={activity ? null : '请先选择投票活动'}
          loading={sync.isSending}
          onClick={() => activity && askToSend(activity)}
        />
      </div>
    </>
  )
}

function ActivityLabel({ title, status }: Pick<ActivityChoice, 'title' | 'status'>) {
  return (
    <span className={styles.syncChoice}>
      <span className={styles.syncChoiceTitle} title={title}>
        {title}
      </span>
      <StateTag tone={stepTones[status]}>{statusName(status)}</StateTag>
    </span>
  )
}

function NoActivity({ onLeave }: { readonly onLeave: () => void }) {
  const canCreate = useHasScreen(NEW_ACTIVITY)
  return (
    <EmptyState
      text="这个小区没有未结束的投票活动。新建投票活动后，才能把房产同步进去"
      action={canCreate ? <Act text="新建投票活动" type="primary" onClick={onLeave} to={NEW_ACTIVITY} /> : <Button onClick={onLeave}>知道了</Button>}
    />
  )
}
