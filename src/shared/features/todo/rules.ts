/** Todos around a vote that the program cannot observe and a person has to tick off. */
export const todoKinds = ['notice', 'publication', 'filing', 'bundle', 'backup'] as const
export type TodoKind = (typeof todoKinds)[number]

export const todoNames: Readonly<Record<TodoKind, string>> = {
  notice: '表决公告',
  publication: '公示结果',
  filing: '报主管部门备案',
  bundle: '应诉包',
  backup: '备份',
}

/** State of a todo; `putOff`: no more reminders. */
export const TodoState = { open: 0, done: 1, putOff: 2 } as const
export type TodoState = (typeof TodoState)[keyof typeof TodoState]

export const todoStateNames: Readonly<Record<TodoState, string>> = {
  [TodoState.open]: '待办',
  [TodoState.done]: '已办',
  [TodoState.putOff]: '不再提醒',
}
