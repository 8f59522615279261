import { haveSameNames, haveSamePhones } from '../../owner/owners.ts'
import type { TextLimit } from '../../text/limits.ts'
import { ActivityStatus } from '../activity/rules.ts'

/** Messages for invalid fields of a merge (`bad-input.md`). */
export const ballotMessages = {
  nothingToMerge: '请选择要合并的票权',
  nothingToUndo: '请选择要撤销的合并',
  tooMany: '一次合并的票权过多，请分几次合并',
} as const

/** Why the whole was changed during the vote. */
export const adjustLimits = { reason: { label: '调整原因', max: 200 } } as const satisfies Readonly<Record<string, TextLimit>>
/** Predefined reasons. */
export const adjustReasons = ['同一业主合并', '产权转移', '面积更正', '漏登房产', '重复登记'] as const
/** Placeholder for a missing reason. */
export const NO_REASON = '未填写原因'

/** Maximum voters in a search result (`wire.md` section 6). */
export const MAX_FOUND_VOTERS = 50

/** A ballot's state: -1 open, 0 marked, 1 voted or tallied. */
export const BallotState = { open: -1, marked: 0, voted: 1 } as const
export type BallotState = (typeof BallotState)[keyof typeof BallotState]

/**
 * Whether a ballot must not be adjusted in an activity of that status.
 *
 * Frozen if marked or voted, or with a printed paper, whose vote may have been voided; during tallying also if its vote was
 * voided: its paper is to be read again (`wire.md` sections 5 and 6).
 */
export function isBallotFrozen(
  status: ActivityStatus,
  { ballotState, isVoided, paperState }: { readonly ballotState: BallotState; readonly isVoided: boolean; readonly paperState: number },
): boolean {
  return ballotState !== BallotState.open || paperState !== -1 || (isVoided && status === ActivityStatus.tallying)
}

/**
 * Why a roster's heads and area must not change: the whole, the base of the two thirds of all owners, is fixed when counting
 * begins (`wire.md` section 5).
 */
export function wholeRefusal(status: ActivityStatus): 'ballot.wholeFixed' | null {
  return status === ActivityStatus.tallying || status === ActivityStatus.finished ? 'ballot.wholeFixed' : null
}

interface Owner {
  readonly ownerName: string
  readonly phone: string
}

/**
 * Why owners prevent a property from joining the main property's ballot: their names must match, in any order (`console.md`
 * section 5, `wire.md` section 3).
 */
export function mergeOwnerRefusal(main: Pick<Owner, 'ownerName'>, property: Pick<Owner, 'ownerName'>): 'ballot.otherOwner' | null {
  return haveSameNames(main.ownerName, property.ownerName) ? null : 'ballot.otherOwner'
}

/**
 * Why a property cannot be split out to this owner: name and phone must not both equal the main property's (`console.md`
 * section 5).
 */
export function splitOutOwnerRefusal(main: Owner, owner: Owner): 'ballot.sameOwner' | null {
  return haveSamePhones(main, owner) ? 'ballot.sameOwner' : null
}

/** A property of a ballot, for the rules; equal keys mean the same property. */
export interface PropertyOnBallot extends Owner {
  readonly key: number | string
}

/** A ballot's data for deciding whether it may be adjusted; see isBallotFrozen(). */
export interface Adjusted {
  readonly isFrozen: boolean
  /** A proxy is in force, so its properties stay together (`paper.md` section 3). Absent: none. */
  readonly isEntrusted?: boolean
}

/** Why a property cannot join a ballot (`wire.md` section 5); `from` is its current ballot. */
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

/** Why a property cannot leave its ballot for one of its own; `others` is the ballot's other properties. */
export function splitRefusal(ballot: Adjusted, others: readonly unknown[]): 'ballot.frozen' | 'ballot.entrusted' | 'ballot.lastOne' | null {
  if (ballot.isFrozen) return 'ballot.frozen'
  if (ballot.isEntrusted === true) return 'ballot.entrusted'
  return others.length === 0 ? 'ballot.lastOne' : null
}
