import { useQuestions } from '../../ui/question.tsx'
import { ballotRefusal } from './modes.ts'
import type { DeskHandle } from './useDesk.ts'

/** From this many answers on, giving them up is confirmed first. */
const WORTH_ASKING = 2

/** Esc and 重来: asks before two answers or more are given up. */
export function useRestart({ current, act }: Pick<DeskHandle, 'current' | 'act'>): () => void {
  const { ask } = useQuestions()
  return () => {
    const { entry, isListOpen, mode } = current()
    // What can no longer be sent is no loss.
    const isLosing = entry?.phase === 'open' && !isListOpen && entry.answers.size >= WORTH_ASKING && ballotRefusal(mode, entry.owner) === null
    if (!isLosing) {
      act({ type: 'escaped' })
      return
    }
    const question = {
      title: '放弃已选的内容吗?',
      detail: `${entry.owner.ownerName} 的选票已选 ${entry.answers.size} 项，还没有提交`,
      confirmText: '放弃',
      cancelText: '继续填写',
      isDangerous: true,
      onConfirm: () => act({ type: 'escaped' }),
    }
    // Deferred: the same Esc event would close the dialog.
    setTimeout(() => ask(question))
  }
}
