import { useQuestions } from './question.tsx'
import type { AskedReason } from './ReasonField.tsx'

interface Deletion {
  /** What will be deleted, as text: `一期-3栋-1单元-1201 等 3 条`. */
  readonly destroyed: string
  readonly question?: string
  /** Also asks for a reason. */
  readonly reason?: AskedReason
  /** Resolves when done or refused; the dialog shows progress until then. */
  readonly onConfirm: (reason: string) => Promise<unknown>
}

/** Asks before a deletion, naming what is deleted. */
export function useConfirmDelete(): (deletion: Deletion) => void {
  const { ask } = useQuestions()
  return ({ destroyed, question = '确认删除该记录吗?', ...rest }) =>
    ask({ title: question, detail: destroyed, confirmText: '删除', isDangerous: true, ...rest })
}

/** Summarises the rows of an action: `甲`, or `甲 等 3 条`. */
export function namesOf(names: readonly string[]): string {
  const [first = ''] = names
  return names.length > 1 ? `${first} 等 ${names.length} 条` : first
}
