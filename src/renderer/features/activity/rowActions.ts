import type { User } from '#shared/features/account/contract.ts'
import { isAllowed, type Role } from '#shared/features/account/roles.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { activityStepRefusal, ActivityStatus, type ActivityStep, type StatusStep } from '#shared/features/activity/rules.ts'
import { reasonInWords } from './parts/whyNot.ts'
import { pathStepNames, type PathStep } from './parts/activityPath/path.ts'
import type { OperateType } from './parts/activityPaths.ts'

/** What can be done with an activity from the list or its page. */
export const actionNames = {
  view: '查看',
  edit: '编辑',
  copy: '复制',
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
  extend: '延期',
  handover: '移交',
  delete: '删除',
} as const
export type ActionKey = keyof typeof actionNames

/** The three ways into the desk, each with its operatetype. */
export const deskActions = [
  { action: 'mark', operateType: 1 },
  { action: 'vote', operateType: 2 },
  { action: 'tally', operateType: 3 },
] as const satisfies readonly { readonly action: ActionKey; readonly operateType: OperateType }[]

/** The button that takes the creator a step further in each status; it is the one in the row, the others stand under 更多. */
export function statusAction(status: ActivityStatus, next: PathStep): { readonly action: ActionKey; readonly name: string } | null {
  switch (status) {
    case ActivityStatus.notStarted:
      return next === 'prepare' ? { action: 'edit', name: pathStepNames.prepare } : { action: 'start', name: actionNames.start }
    case ActivityStatus.voting: {
      const action = next === 'finish' ? 'finish' : 'startTally'
      return { action, name: actionNames[action] }
    }
    case ActivityStatus.tallying:
      return { action: 'finish', name: actionNames.finish }
    case ActivityStatus.finished:
      return null
  }
}

/** The button of a row that is an activity's next step: it is highlighted where it stands. */
export const actionOfStep: Readonly<Record<PathStep, ActionKey>> = {
  prepare: 'edit',
  check: 'ballots',
  start: 'start',
  vote: 'vote',
  startTally: 'startTally',
  tally: 'tally',
  finish: 'finish',
  result: 'statistics',
}

/** The steps to another status, in their order. */
const statusSteps = ['start', 'startTally', 'finish'] as const satisfies readonly StatusStep[]

/** Only the creator sees these (`console.md` section 6). */
const creatorOnly: readonly ActionKey[] = ['view', 'edit', 'delete', 'extend', ...statusSteps]

/** The step of the state chart that an action takes; the others only look. */
const stepOf: Partial<Readonly<Record<ActionKey, ActivityStep>>> = {
  edit: 'update',
  mark: 'mark',
  vote: 'cast',
  tally: 'tally',
  start: 'start',
  startTally: 'startTally',
  finish: 'finish',
  extend: 'extend',
  delete: 'delete',
}

/** The lowest role that each action needs; the others only look. */
const lowestRoles: Partial<Readonly<Record<ActionKey, Role>>> = {
  edit: 'manager',
  copy: 'manager',
  mark: 'clerk',
  vote: 'clerk',
  tally: 'clerk',
  start: 'manager',
  startTally: 'manager',
  finish: 'manager',
  extend: 'manager',
  handover: 'admin',
  delete: 'manager',
}

/** The lowest role that an action needs. */
export const lowestRoleOf = (action: ActionKey): Role => lowestRoles[action] ?? 'viewer'

/** What of an activity decides what can be done with it. */
type Standing = Pick<ActivityRow, 'status' | 'creator' | 'hasPapers'>

/** Who looks at an activity. */
export type Viewer = Pick<User, 'id' | 'roles'>

/** Whether an action is shown, and the step that the status or papers refuse; null if it can be done. */
export type ActionState = { readonly isShown: false } | { readonly isShown: true; readonly refusedStep: ActivityStep | null }

/**
 * How an action stands for a user: hidden, possible, or impossible with its reason.
 *
 * Ballots, deliveries and results can be looked at in every status, so that a finished vote can still be proved.
 */
export function actionState(action: ActionKey, activity: Standing, { id, roles }: Viewer): ActionState {
  if (!isAllowed(roles, lowestRoleOf(action)) || (creatorOnly.includes(action) && activity.creator !== id)) return { isShown: false }
  const step = stepOf[action]
  return { isShown: true, refusedStep: step === undefined || activityStepRefusal(activity, step) === null ? null : step }
}

/** Why a step of its creator cannot be taken by this user now; null if it can. */
export function creatorRefusal(
  activity: Standing,
  step: 'update' | 'delete',
  userId: string,
): 'activity.notCreator' | 'activity.wrongStatus' | 'activity.hasPapers' | null {
  return activity.creator === userId ? activityStepRefusal(activity, step) : 'activity.notCreator'
}

/** Why some of the chosen activities cannot be deleted, in words, naming the first one; null if all can. */
export function batchDeleteInWords(rows: readonly (Standing & Pick<ActivityRow, 'title'>)[], userId: string): string | null {
  for (const row of rows) {
    const words = reasonInWords(creatorRefusal(row, 'delete', userId), { status: row.status, step: 'delete' })
    if (words !== null) return `“${row.title}”不能删除：${words}`
  }
  return null
}
