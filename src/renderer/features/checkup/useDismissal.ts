import type { Finding } from '#shared/features/checkup/contract.ts'
import { checkRuleNames, checkupLimits, dismissReasons } from '#shared/features/checkup/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useQuestions } from '../../ui/question.tsx'
import { checkupReads, type CheckedSubject } from './checkupReads.ts'
import { dismissName } from './findingWords.ts'

/** Puts findings aside, after a reason was given, and takes that back. `onDone` hears of each. */
export function useDismissal(subject: CheckedSubject, onDone: (finding: Finding, reason: string | null) => void) {
  const { ask } = useQuestions()
  const dismiss = useSend('checkup.dismiss', { refreshes: checkupReads, success: '已记录' })
  const takeBack = useSend('checkup.undismiss', { refreshes: checkupReads, success: '已撤回标记' })
  return {
    dismiss: (finding: Finding) =>
      ask({
        title: `标记“${checkRuleNames[finding.rule]}”这一项为“${dismissName(finding)}”吗?`,
        detail: '登记内容不会改动；谁在什么时候、为什么标记，记入操作日志。有关的登记内容以后变了，这一项会重新出现。',
        confirmText: dismissName(finding),
        reason: { ...checkupLimits.dismissReason, ready: dismissReasons },
        onConfirm: async (reason) => {
          if ((await dismiss.send({ body: { ...subject, findingId: finding.id, reason } })).ok) onDone(finding, reason)
        },
      }),
    takeBack: async (finding: Finding) => {
      if ((await takeBack.send({ body: { ...subject, findingId: finding.id } })).ok) onDone(finding, null)
    },
  }
}
