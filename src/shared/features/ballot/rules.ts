import { haveSameNames, haveSamePhones } from '../../owner/owners.ts'
import type { TextLimit } from '../../text/limits.ts'
import { ActivityStatus } from '../activity/rules.ts'

/** The message of a wrong field of a merge (`bad-input.md`). */
export const ballotMessages = {
  nothingToMerge: '请选择要合并的票权',
  nothingToUndo: '请选择要撤销的合并',
  tooMany: '一次合并的票权过多，请分几次合并',
} as const

/** Why the whole was changed while the vote was on. */
export const adjustLimits = { reason: { label: '调整原因', max: 200 } } as const satisfies Readonly<Record<string, TextLimit>>
/** Reasons ready to be chosen. */
export const adjustReasons = ['同一业主合并', '产权转移', '面积更正', '漏登房产', '重复登记'] as const
/** What stands for a reason that nobody gave. */
export const NO_REASON = '未填写原因'

/** The most voters that a search answers (`wire.md` section 6). */
export const MAX_FOUND_VOTERS = 50

/** A ballot's state: -1 nothing, 0 marked, 1 voted or tallied. */
export const BallotState = { open: -1, marked: 0, voted: 1 } as const
export type BallotState = (typeof BallotState)[keyof typeof BallotState]

/**
 * Whether nothing of a ballot may be adjusted in an activity of that status.
 *
 * One that is marked or voted may not, nor one with a printed paper, whose vote may have been voided; nor, while votes are tallied, one whose vote was voided: its paper is to be read
 * again (`wire.md` sections 5 and 6).
 */
export function isBallotFrozen(
  status: ActivityStatus,
  { ballotState, isVoided, paperState }: { readonly ballotState: BallotState; readonly isVoided: boolean; readonly paperState: number },
): boolean {
  return ballotState !== BallotState.open || paperState !== -1 || (isVoided && status === ActivityStatus.tallying)
}

/**
 * Why nothing may change how many heads and how much area a roster has: the whole is fixed when counting begins, by which two
 * thirds of all owners are measured (`wire.md` section 5).
 */
export function wholeRefusal(status: ActivityStatus): 'ballot.wholeFixed' | null {
  return status === ActivityStatus.tallying || status === ActivityStatus.finished ? 'ballot.wholeFixed' : null
}

interface Owner {
  readonly ownerName: string
  readonly phone: string
}

/**
 * Why a property cannot be put on the main property's ballot as far as owners go: their names must be the same, in whatever order
 * (`console.md` section 5, `wire.md` section 3).
 */
export function mergeOwnerRefusal(main: Pick<Owner, 'ownerName'>, property: Pick<Owner, 'ownerName'>): 'ballot.otherOwner' | null {
  return haveSameNames(main.ownerName, property.ownerName) ? null : 'ballot.otherOwner'
}

/** Why a property cannot be split out to this owner: name and phone must not both be the main property's (`console.md` section 5). */
export function splitOutOwnerRefusal(main: Owner, owner: Owner): 'ballot.sameOwner' | null {
  return haveSamePhones(main, owner) ? 'ballot.sameOwner' : null
}

/** A property of a ballot, as a rule looks at it; equal keys are one property. */
export interface PropertyOnBallot extends Owner {
  readonly key: number | string
}

/** A ballot as far as it may be adjusted; see isBallotFrozen(). */
export interface Adjusted {
  readonly isFrozen: boolean
  /** A proxy for it is in force: its properties stay together (`paper.md` section 3). Absent: there is none. */
  readonly isEntrusted?: boolean
}

/** Whether a property may be put on a ballot (`wire.md` section 5). `from` is the ballot that it comes from. */
export function mergeRefusal(
  main: Adjusted & { readonly properties: readonly PropertyOnBallot[] },
  property: PropertyOnBallot,
  from: Adjusted,
): 'ballot.itself' | 'ballot.alreadyMerged' | 'ballot.frozen' | 'ballot.entrusted' | 'ballot.otherOwner' | null {
  if (main.properties.some((each) => each.key === property.key)) return main.properties.length === 1 ? 'ballot.itself' : 'ballot.alreadyMerged'
  if (main.isFrozen || from.isFrozen) return 'ballot.frozen'
  if (main.isEntrusted === true || from.isEntrusted === true) return 'ballot.entrusted'
  if (main.properties.some((each) => mergeOwnerRefusal(each, property) !== null)) return 'ballot.otherOwner'
  return null
}

/** Whether a property may leave its ballot for one of its own. `others` is the ballot's other properties. */
export function splitRefusal(ballot: Adjusted, others: readonly unknown[]): 'ballot.frozen' | 'ballot.entrusted' | 'ballot.lastOne' | null {
  if (ballot.isFrozen) return 'ballot.frozen'
  if (ballot.isEntrusted === true) return 'ballot.entrusted'
  return others.length === 0 ? 'ballot.lastOne' : null
}
