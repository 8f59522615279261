import { haveSameNames, haveSamePhones } from '../../owner/owners.ts'
import { ActivityStatus } from '../activity/rules.ts'

/** What is said of a wrong field of a merge (`bad-input.md`). */
export const ballotMessages = {
  nothingToMerge: '请选择要合并的票权',
  tooMany: '一次合并的票权过多，请分几次合并',
} as const

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

interface Owner {
  readonly ownerName: string
  readonly phone: string
}

/** Why a house cannot be put on the main property's ballot as far as owners go: their names must be the same, in whatever order (`console.md` section 5, `wire.md` section 3). */
export function mergeOwnerRefusal(main: Pick<Owner, 'ownerName'>, property: Pick<Owner, 'ownerName'>): 'ballot.otherOwner' | null {
  return haveSameNames(main.ownerName, property.ownerName) ? null : 'ballot.otherOwner'
}

/** Why a house cannot be split out to this owner: name and phone must not both be the main property's (`console.md` section 5). */
export function splitOutOwnerRefusal(main: Owner, owner: Owner): 'ballot.sameOwner' | null {
  return haveSamePhones(main, owner) ? 'ballot.sameOwner' : null
}
