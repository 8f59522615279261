import { Dialog } from '../../../../ui/Dialog.tsx'
import { useState, type ReactNode } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { SyncResult } from '#shared/features/ballot/contract.ts'
import { isRefusedFor } from '../../../../bridge/failure.ts'
import { useToasts } from '../../../../bridge/toasts.tsx'
import { useSend } from '../../../../bridge/useSend.ts'
import { useQuestions } from '../../../../ui/question.tsx'
import { SyncEnd } from '../../../property/parts/SyncEnd.tsx'
import { namesOf } from '../../../../ui/useConfirmDelete.tsx'
import { askedReason, whyWholeFixed } from '../adjusting/adjusting.ts'
import { rosterReads } from './rosterReads.ts'

interface SyncedProperty {
  /** Id in the registry. */
  readonly propertyId: string
  readonly place: string
}

interface RosterSync {
  /** Confirms, updates the properties from the registry, and reports the outcome. */
  readonly begin: (properties: readonly SyncedProperty[]) => void
  /** Must be rendered by the screen: shown if properties were left unchanged. */
  readonly end: ReactNode
}

const unregistered = '所选房屋中有的不在“房产信息”里（已删除，或是手工新增的），不能同步。请取消勾选后重试'

/** Updates selected properties of an activity's roster from the registry (房产信息). */
export function useRosterSync({ id, title, status }: Pick<Activity, 'id' | 'title' | 'status'>, onDone: () => void): RosterSync {
  const { ask } = useQuestions()
  const toasts = useToasts()
  const sync = useSend('ballot.sync', { refreshes: rosterReads, success: '同步成功', errors: 'caller' })
  const [ended, setEnded] = useState<{ readonly result: SyncResult; readonly places: ReadonlyMap<string, string> } | null>(null)
  const asked = askedReason(status)
  const send = async (properties: readonly SyncedProperty[], reason: string) => {
    const sent = await sync.send({ query: { propertyIds: [...new Set(properties.map(({ propertyId }) => propertyId))], activityId: id, reason } })
    if (sent.ok) {
      onDone()
      if (sent.value.skipped.length > 0) setEnded({ result: sent.value, places: new Map(properties.map(({ propertyId, place }) => [propertyId, place])) })
    } else if (sent.failure) {
      const isUnregistered = isRefusedFor(sent.failure, 'property.notFound')
      toasts.failure(isUnregistered ? { kind: 'local', message: unregistered } : sent.failure)
    }
  }
  const fixed = status === ActivityStatus.tallying ? `。${whyWholeFixed(status)}：面积不同的不会同步` : ''
  const begin = (properties: readonly SyncedProperty[]) =>
    ask({
      title: '确认提交吗？',
      detail: `用“房产信息”中的产权人、手机号、证件号和面积，更新“${title}”票权清册里的 ${namesOf(properties.map(({ place }) => place))}；已标记或已投票的不会改动${fixed}`,
      confirmText: '提交',
      // Whether heads or area change is only known afterwards.
      ...(asked ? { reason: { ...asked, isOptional: true } } : {}),
      onConfirm: (reason) => send(properties, reason),
    })
  const close = () => setEnded(null)
  const end = (
    <Dialog title="同步房产" open={ended !== null} width={600} footer={null} onCancel={close}>
      {ended ? <SyncEnd {...ended} onClose={close} /> : null}
    </Dialog>
  )
  return { begin, end }
}
