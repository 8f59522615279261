/** Roles, lowest first: each includes the permissions of those before it (`trust.md` section 1). */
export const roleLadder = ['viewer', 'clerk', 'manager', 'admin'] as const
export type Role = (typeof roleLadder)[number]

export const roleNames: Readonly<Record<Role, string>> = { viewer: '查看', clerk: '录入员', manager: '活动负责人', admin: '系统管理员' }

/** Whether these roles include at least `lowest`; a waiting account has none and may do nothing. */
export function isAllowed(roles: readonly Role[], lowest: Role): boolean {
  return roles.some((role) => roleLadder.indexOf(role) >= roleLadder.indexOf(lowest))
}

/** Below this role phones and ID numbers are always masked (`trust.md` section 5). */
export const lowestToSeeWhole: Role = 'manager'
/** Lower roles can search them only by their last four characters (`trust.md` section 9). */
export const lowestToFindWhole: Role = 'clerk'

/** Account status: awaiting approval (待审核), active (正常) or disabled (停用). */
export const AccountStatus = { waiting: 0, active: 1, disabled: 2 } as const
export const accountStatusNames = ['待审核', '正常', '已停用'] as const
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus]
