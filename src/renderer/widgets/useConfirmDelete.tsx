import { App } from 'antd'

interface Deletion {
  /** What will be gone, in words: `一期-3栋-1单元-1201 等 3 条`. */
  readonly destroyed: string
  readonly question?: string
  /** Resolves when it is done or refused; the dialog shows that it works until then. */
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before something is destroyed, and names it. */
export function useConfirmDelete(): (deletion: Deletion) => void {
  const { modal } = App.useApp()
  return ({ destroyed, question = '确认删除该记录吗?', onConfirm }) => {
    void modal.confirm({
      title: question,
      content: destroyed,
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: async () => {
        await onConfirm()
      },
    })
  }
}

/** Names some of the rows that an action is about: `甲`, or `甲 等 3 条`. */
export function namesOf(names: readonly string[]): string {
  const [first = ''] = names
  return names.length > 1 ? `${first} 等 ${names.length} 条` : first
}
