import type { TextLimit } from '../../text/limits.ts'

/** A property change request's status: 0 pending, 1 approved, 2 rejected (`console.md` section 4). */
export const ChangeStatus = { pending: 0, approved: 1, rejected: 2 } as const
export type ChangeStatus = (typeof ChangeStatus)[keyof typeof ChangeStatus]

/** Names of a request's status. */
export const changeStatusNames = { 0: '待审批', 1: '已同意', 2: '已拒绝' } as const satisfies Readonly<Record<ChangeStatus, string>>

/** Name for a request rejected by its submitter. */
export const WITHDRAWN = '已撤回'

export const changeLimits = {
  applicant: { label: '申请人', max: 30, missing: '请输入申请人' },
  comment: { label: '审批意见', max: 200 },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Maximum pictures of the person's papers, and of the property's papers, per request. */
export const MAX_CHANGE_PICTURES = 9

/** What a request can change about a property; its place stays. */
export interface OwnerState {
  readonly areaHundredths: number
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}
export type ChangeField = keyof OwnerState
export const changeFields = ['areaHundredths', 'ownerName', 'phone', 'idNumber'] as const satisfies readonly ChangeField[]
export const fieldLabels: Readonly<Record<ChangeField, string>> = { areaHundredths: '面积', ownerName: '产权人', phone: '手机号', idNumber: '证件号' }

/** The fields in which two states differ. */
export const differingFields = (one: OwnerState, other: OwnerState): ChangeField[] => changeFields.filter((field) => one[field] !== other[field])
