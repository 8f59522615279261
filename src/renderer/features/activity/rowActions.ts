import type { User } from '#shared/features/account/contract.ts'
import { isAllowed, type Role } from '#shared/features/account/roles.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { activityStepRefusal, ActivityStatus, type ActivityStep, type StatusStep } from '#shared/features/activity/rules.ts'
import { reasonInWords } from './parts/whyNot.ts'
import { pathStepNames, type PathStep } from './parts/activityPath/path.ts'
import type { OperateType } from './parts/activityPaths.ts'

/** Actions on an activity, in the list and on its page. */
export const actionNames = {
  view: '查看',
  edit: '编辑',
  copy: '复制',
  ballots: '票权管理',
  deliveries: '送达登记',
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

/** The desk's three modes, each with its operatetype. */
export const deskActions = [
  { action: 'mark', operateType: 1 },
  { action: 'vote', operateType: 2 },
  { action: 'tally', operateType: 3 },
] as const satisfies readonly { readonly action: ActionKey; readonly operateType: OperateType }[]

/** The creator's main button in each status; shown in the row, the others under 更多. */
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

/** The button for an activity's next step, highlighted in its place. */
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

/** The steps to another status, in order. */
const statusSteps = ['start', 'startTally', 'finish'] as const satisfies readonly StatusStep[]

/** Visible to the creator only (`console.md` section 6). */
const creatorOnly: readonly ActionKey[] = ['view', 'edit', 'delete', 'extend', ...statusSteps]

/** The activity step of each action; the others only show something. */
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

/** The lowest role for each action; those not listed only show something. */
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

export const lowestRoleOf = (action: ActionKey): Role => lowestRoles[action] ?? 'viewer'

/** The activity columns that determine the possible actions. */
type Standing = Pick<ActivityRow, 'status' | 'creator' | 'hasPapers'>

/** The current user. */
export type Viewer = Pick<User, 'id' | 'roles'>

/** Whether an action is shown, and the step refused by status or papers; null if it is possible. */
export type ActionState = { readonly isShown: false } | { readonly isShown: true; readonly refusedStep: ActivityStep | null }

/**
 * An action's state for a user: hidden, possible, or refused.
 *
 * Ballots, deliveries and results are visible in every status, so that a finished vote can still be proven.
 */
export function actionState(action: ActionKey, activity: Standing, { id, roles }: Viewer): ActionState {
  if (!isAllowed(roles, lowestRoleOf(action)) || (creatorOnly.includes(action) && activity.creator !== id)) return { isShown: false }
  const step = stepOf[action]
  return { isShown: true, refusedStep: step === undefined || activityStepRefusal(activity, step) === null ? null : step }
}

/** Why this user cannot take a creator's step now; null if they can. */
export function creatorRefusal(
  activity: Standing,
  step: 'update' | 'delete',
  userId: string,
): 'activity.notCreator' | 'activity.wrongStatus' | 'activity.hasPapers' | null {
  return activity.creator === userId ? activityStepRefusal(activity, step) : 'activity.notCreator'
}

/** Why selected activities cannot be deleted, as a message naming the first; null if all can. */
export function batchDeleteInWords(rows: readonly (Standing & Pick<ActivityRow, 'title'>)[], userId: string): string | null {
  for (const row of rows) {
    const words = reasonInWords(creatorRefusal(row, 'delete', userId), { status: row.status, step: 'delete' })
    if (words !== null) return `“${row.title}”不能删除：${words}`
  }
  return null
}
