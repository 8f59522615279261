import type { Failure } from '#shared/bridge/outcome.ts'
import type { EndpointName } from '#shared/contract/index.ts'
import type { PropertyChangeRequest } from '#shared/features/property-change/contract.ts'
import { ChangeStatus } from '#shared/features/property-change/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { useQuestions } from '../../ui/question.tsx'
import { rosterReads } from '../ballot/parts/rosterProperty/rosterReads.ts'
import { propertyReads } from '../estate/parts/propertyReads.ts'
import { approvedInWords, changedInWords, staleFieldsOf, type StaleField } from './changes.ts'

const refreshes: readonly EndpointName[] = ['propertyChange.list', ...propertyReads, ...rosterReads]

interface DecisionOptions {
  /** Returns the current comment; may be empty. */
  readonly commentOf: () => string
  /** The fields changed since the request was submitted; empty to allow another attempt. */
  readonly onStale: (fields: readonly StaleField[]) => void
  /** The request has changed on the server; resolves when the list is refetched. */
  readonly onConflict: (request: PropertyChangeRequest) => Promise<void>
  /** Decided and applied everywhere. */
  readonly onDone: () => void
  /** Approved, but some rosters were left unchanged. */
  readonly onApprovedInPart: (approved: PropertyChangeRequest) => void
}

/** Approves, rejects, or withdraws (one's own) a request after confirmation; refetches after a refusal. */
export function useDecision({ commentOf, onStale, onConflict, onDone, onApprovedInPart }: DecisionOptions) {
  const { ask } = useQuestions()
  const toasts = useToasts()
  // Fields changed meanwhile are shown in the dialog, other failures as a toast.
  const approve = useSend('propertyChange.approve', { refreshes, success: ({ rosters }) => approvedInWords(rosters), errors: 'caller' })
  const reject = useSend('propertyChange.reject', { refreshes: ['propertyChange.list'], success: '提交成功' })
  const afterFailure = async (failure: Failure | null, decided: PropertyChangeRequest) => {
    if (isRefusedFor(failure, 'propertyChange.notFound', 'propertyChange.decided', 'propertyChange.own', 'propertyChange.propertyGone', 'propertyChange.stale'))
      await onConflict(decided)
  }
  const sendApproval = async (decided: PropertyChangeRequest) => {
    const comment = commentOf()
    const sent = await approve.send({ body: { id: decided.id, comment } })
    if (!sent.ok) {
      const changed = staleFieldsOf(sent.failure, decided)
      onStale(changed)
      if (changed.length > 0) return
      if (sent.failure) toasts.failure(sent.failure)
      return afterFailure(sent.failure, decided)
    }
    const { rosters } = sent.value
    if (rosters.every(({ isUpdated }) => isUpdated)) onDone()
    else onApprovedInPart({ ...decided, status: ChangeStatus.approved, comment, rosters })
  }
  const sendRejection = async (decided: PropertyChangeRequest) => {
    const sent = await reject.send({ body: { id: decided.id, comment: commentOf() } })
    if (sent.ok) onDone()
    else await afterFailure(sent.failure, decided)
  }
  return {
    askToApprove: (decided: PropertyChangeRequest) =>
      ask({
        title: '确认同意吗？',
        detail: `同意后，${placeInWords(decided.before)} 的房产信息按变更后的内容更新（${changedInWords(decided)}），未结束活动的票权清册一并更新。已标记或已投票的票权，以及合并后产权人会不一致的票权，清册保持不变，同意后逐一列出`,
        confirmText: '同意',
        onConfirm: () => sendApproval(decided),
      }),
    askToReject: (decided: PropertyChangeRequest) =>
      ask({
        title: decided.isOwn ? '确认撤回申请吗？' : '确认不同意吗？',
        detail: `${decided.isOwn ? '撤回' : '不同意'}后，${placeInWords(decided.before)} 的房产信息保持不变`,
        confirmText: decided.isOwn ? '撤回' : '不同意',
        isDangerous: true,
        onConfirm: () => sendRejection(decided),
      }),
    /** Refetches the request before another attempt, since the registry may have been corrected. */
    refresh: async (current: PropertyChangeRequest) => {
      await onConflict(current)
      onStale([])
    },
  }
}
