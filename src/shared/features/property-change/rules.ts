/** A request to change a property's data: 0 pending, 1 approved, 2 rejected (`console.md` section 4). */
export const ChangeStatus = { pending: 0, approved: 1, rejected: 2 } as const
export type ChangeStatus = (typeof ChangeStatus)[keyof typeof ChangeStatus]

/** The longest comment that a decision may have. */
export const MAX_COMMENT = 200
