/** What an account may do, in words. */
export const roleNames = { admin: '系统管理员', staff: '工作人员' } as const
