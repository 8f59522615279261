import { haveSameNames, haveSamePhones } from '../../owner/owners.ts'
import { ActivityStatus } from '../activity/rules.ts'

/** What is said when a ballot cannot be adjusted (`console.md` section 5, `bad-input.md`). */
export const ballotMessages = {
  otherOwner: '待合并票权的房产需要与主房产的产权人相同~',
  sameOwner: '待拆分票权的房产的产权人和手机号不能与主房产完全相同~',
  frozen: '该票权已标记或已投票，不能调整',
  itself: '不能与自身合并',
  alreadyMerged: '该房产已在票权中',
  lastOne: '票权至少保留一个房产',
  notOnIt: '该房产不在此票权中，请刷新后重试',
  ended: '该票权已被合并或调整，请刷新后重试',
  placeTaken: '票权清册中已有该位置的房产',
  otherEstate: '所选房产不属于该活动所在的小区',
  none: '当前没有可用的房屋！',
  nothingToMerge: '请选择要合并的票权',
  tooMany: '一次合并的票权过多，请分几次合并',
  namedTwice: '同一票权不能合并到两处，请刷新后重新核对',
} as const

/** A ballot's state: -1 nothing, 0 marked, 1 voted or tallied. */
export const BallotState = { open: -1, marked: 0, voted: 1 } as const
export type BallotState = (typeof BallotState)[keyof typeof BallotState]

/**
 * Whether nothing of a ballot may be adjusted in an activity of that status.
 *
 * One that is marked or voted may not; nor, while votes are tallied, one whose vote was voided: its paper is to be read
 * again (`wire.md` sections 5 and 6).
 */
export function isBallotFrozen(status: ActivityStatus, { ballotState, isVoided }: { readonly ballotState: BallotState; readonly isVoided: boolean }): boolean {
  return ballotState !== BallotState.open || (isVoided && status === ActivityStatus.tallying)
}

interface Owner {
  readonly ownerName: string
  readonly phone: string
}

/** Why a house cannot be put on the main property's ballot as far as owners go, or null: their names must be the same, in whatever order (`console.md` section 5, `wire.md` section 3). */
export function mergeOwnerFault(main: Pick<Owner, 'ownerName'>, house: Pick<Owner, 'ownerName'>): string | null {
  return haveSameNames(main.ownerName, house.ownerName) ? null : ballotMessages.otherOwner
}

/** Why a house cannot be split out to this owner, or null: name and phone must not both be the main property's (`console.md` section 5). */
export function splitOutOwnerFault(main: Owner, owner: Owner): string | null {
  return haveSamePhones(main, owner) ? ballotMessages.sameOwner : null
}
