import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { activityMessages, stepRefusal, type ActivityStep, type StatusStep } from '#shared/features/activity/rules.ts'
import type { OperateType } from '../../widgets/activityPaths.ts'

/** What can be done with an activity from the list. */
export const actionNames = {
  view: '查看',
  edit: '编辑',
  ballots: '票权管理',
  notify: '送达登记',
  mark: '标记投票',
  vote: '完成投票',
  tally: '唱票',
  progress: '投票进度',
  statistics: '查看结果',
  start: '开启投票',
  startTally: '开启唱票',
  finish: '结束',
  delete: '删除',
} as const
export type ActionKey = keyof typeof actionNames

/** The three ways into the desk, each with its operatetype. */
export const deskActions = [
  { action: 'mark', operateType: 1 },
  { action: 'vote', operateType: 2 },
  { action: 'tally', operateType: 3 },
] as const satisfies readonly { readonly action: ActionKey; readonly operateType: OperateType }[]

/** The steps to another status, in their order. */
export const statusSteps = ['start', 'startTally', 'finish'] as const satisfies readonly StatusStep[]

/** Only the creator sees these (`console.md` section 6). */
const creatorOnly: readonly ActionKey[] = ['view', 'edit', 'delete', ...statusSteps]

/** The step of the state chart that an action takes; the others only look. */
const stepOf: Partial<Readonly<Record<ActionKey, ActivityStep>>> = {
  edit: 'update',
  ballots: 'adjustBallots',
  mark: 'mark',
  vote: 'vote',
  tally: 'tally',
  start: 'start',
  startTally: 'startTally',
  finish: 'finish',
  delete: 'delete',
}

/** Whether an action is shown, and why it cannot be done now. */
export type ActionState = { readonly isShown: false } | { readonly isShown: true; readonly reason: string | null }

/**
 * How an action stands for a user: hidden, possible, or impossible with its reason.
 *
 * The deliveries and the results can be looked at in every status, so that a finished vote can still be proved.
 */
export function actionState(action: ActionKey, { status, creator }: Pick<ActivityRow, 'status' | 'creator'>, userId: string): ActionState {
  if (creatorOnly.includes(action) && creator !== userId) return { isShown: false }
  const step = stepOf[action]
  return { isShown: true, reason: step === undefined ? null : stepRefusal(status, step) }
}

/** Why an activity cannot be changed by this user now, or null. */
export function editRefusal({ status, creator }: Pick<ActivityRow, 'status' | 'creator'>, userId: string): string | null {
  if (creator !== userId) return activityMessages.notCreator
  return stepRefusal(status, 'update')
}

/** Why some of the chosen activities cannot be deleted, naming the first one; null where all can. */
export function batchDeleteRefusal(rows: readonly Pick<ActivityRow, 'title' | 'status' | 'creator'>[], userId: string): string | null {
  for (const row of rows) {
    const reason = row.creator === userId ? stepRefusal(row.status, 'delete') : activityMessages.notCreator
    if (reason !== null) return `“${row.title}”不能删除：${reason}`
  }
  return null
}
