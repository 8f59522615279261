/** What is left to do around a vote that the program cannot see for itself: only a person knows that it was done. */
export const todoKinds = ['notice', 'publication', 'filing', 'bundle', 'backup'] as const
export type TodoKind = (typeof todoKinds)[number]

export const todoNames: Readonly<Record<TodoKind, string>> = {
  notice: '表决公告',
  publication: '公示结果',
  filing: '报主管部门备案',
  bundle: '应诉包',
  backup: '备份',
}

/** What was said of a todo; `putOff`: nobody wants to be reminded of it. */
export const TodoState = { open: 0, done: 1, putOff: 2 } as const
export type TodoState = (typeof TodoState)[keyof typeof TodoState]

export const todoStateNames: Readonly<Record<TodoState, string>> = {
  [TodoState.open]: '待办',
  [TodoState.done]: '已办',
  [TodoState.putOff]: '不再提醒',
}
