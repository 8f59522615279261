import { useQuestions } from './question.tsx'
import type { AskedReason } from './ReasonField.tsx'

interface Deletion {
  /** What will be gone, in words: `一期-3栋-1单元-1201 等 3 条`. */
  readonly destroyed: string
  readonly question?: string
  /** Asks why as well. */
  readonly reason?: AskedReason
  /** Resolves when it is done or refused; the dialog shows that it works until then. */
  readonly onConfirm: (reason: string) => Promise<unknown>
}

/** Asks before something is destroyed, and names it. */
export function useConfirmDelete(): (deletion: Deletion) => void {
  const { ask } = useQuestions()
  return ({ destroyed, question = '确认删除该记录吗?', ...rest }) =>
    ask({ title: question, detail: destroyed, confirmText: '删除', isDangerous: true, ...rest })
}

/** Names some of the rows that an action is about: `甲`, or `甲 等 3 条`. */
export function namesOf(names: readonly string[]): string {
  const [first = ''] = names
  return names.length > 1 ? `${first} 等 ${names.length} 条` : first
}
