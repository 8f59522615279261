/** A request to change a property's data: 0 pending, 1 approved, 2 rejected (`console.md` section 4). */
export const ChangeStatus = { pending: 0, approved: 1, rejected: 2 } as const
export type ChangeStatus = (typeof ChangeStatus)[keyof typeof ChangeStatus]

/** What a request's status is called. */
export const changeStatusNames = { 0: '待审批', 1: '已同意', 2: '已拒绝' } as const satisfies Readonly<Record<ChangeStatus, string>>

/** The longest comment that a decision may have. */
export const MAX_COMMENT = 200
