/** What an account may do, the lowest first: each role may do all that those before it may (`trust.md` section 1). */
export const roleLadder = ['viewer', 'clerk', 'manager', 'admin'] as const
export type Role = (typeof roleLadder)[number]

export const roleNames: Readonly<Record<Role, string>> = { viewer: '查看', clerk: '录入员', manager: '活动负责人', admin: '系统管理员' }

/** Whether somebody with these roles may do what needs at least `lowest`; an account that waits has none and may do nothing. */
export function isAllowed(roles: readonly Role[], lowest: Role): boolean {
  return roles.some((role) => roleLadder.indexOf(role) >= roleLadder.indexOf(lowest))
}

/** Below this role phones and ID numbers are masked, whatever is asked for (`trust.md` section 5). */
export const lowestToSeeWhole: Role = 'manager'
/** Below this role they are found by their last four signs alone (`trust.md` section 9). */
export const lowestToFindWhole: Role = 'clerk'

/** Where an account stands: it waits for an administrator (待审核), may log in (正常), or may not (停用). */
export const AccountStatus = { waiting: 0, active: 1, disabled: 2 } as const
export const accountStatusNames = ['待审核', '正常', '已停用'] as const
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus]
