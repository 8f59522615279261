import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { ballotMessages, isBallotFrozen, mergeOwnerFault, splitOutOwnerFault, type BallotState } from '#shared/features/ballot/rules.ts'
import type { PropertyFields } from '../property/rules.ts'

/** What a roster keeps of a house: a copy of the registry's. */
export type HouseFields = PropertyFields

/** The state of a ballot with that live record; none is open. */
export function ballotState(recordStatus: 0 | 1 | 2 | null): BallotState {
  return recordStatus === 0 || recordStatus === 1 ? recordStatus : -1
}

/** Whether a ballot's row may not be adjusted in an activity of that status. */
export function isRowFrozen(status: ActivityStatus, row: { readonly record_status: 0 | 1 | 2 | null; readonly is_voided: number }): boolean {
  return isBallotFrozen(status, { ballotState: ballotState(row.record_status), isVoided: row.is_voided === 1 })
}

/** A house and the ballot it is on, as a rule looks at them. */
export interface HouseOnBallot {
  readonly key: number
  readonly ownerName: string
  readonly phone: string
}

/** A no, and whether it conflicts with the present state (409) or a business rule says it (402). */
export interface No {
  readonly kind: 'conflict' | 'rule'
  readonly sentence: string
}
const conflicts = (sentence: string): No => ({ kind: 'conflict', sentence })
const ruleSays = (sentence: string): No => ({ kind: 'rule', sentence })

/** A ballot as far as it may be adjusted; see isBallotFrozen(). */
export interface Adjusted {
  readonly isFrozen: boolean
}

/** Whether a house may be put on a ballot (`wire.md` section 5). `from` is the ballot that it comes from. */
export function mergeRefusal(main: Adjusted & { readonly houses: readonly HouseOnBallot[] }, house: HouseOnBallot, from: Adjusted): No | null {
  if (main.houses.some((each) => each.key === house.key)) return conflicts(main.houses.length === 1 ? ballotMessages.itself : ballotMessages.alreadyMerged)
  if (main.isFrozen || from.isFrozen) return conflicts(ballotMessages.frozen)
  if (main.houses.some((each) => mergeOwnerFault(each, house) !== null)) return ruleSays(ballotMessages.otherOwner)
  return null
}

/** Whether a house may leave its ballot for one of its own. `others` is the ballot's other houses. */
export function splitRefusal(ballot: Adjusted, others: readonly HouseOnBallot[]): No | null {
  if (ballot.isFrozen) return conflicts(ballotMessages.frozen)
  return others.length === 0 ? conflicts(ballotMessages.lastOne) : null
}

/** The same with new owner details, which must not be those of a house that stays. */
export function splitOutRefusal(ballot: Adjusted, others: readonly HouseOnBallot[], owner: Pick<HouseOnBallot, 'ownerName' | 'phone'>): No | null {
  const isSame = others.some((each) => splitOutOwnerFault(each, owner) !== null)
  return splitRefusal(ballot, others) ?? (isSame ? ruleSays(ballotMessages.sameOwner) : null)
}

/** Whether a house's owner may become another. `others` is its ballot's other houses: one ballot has one owner. */
export function modifyRefusal(ballot: Adjusted, others: readonly HouseOnBallot[], { ownerName }: Pick<HouseFields, 'ownerName'>): No | null {
  if (ballot.isFrozen) return conflicts(ballotMessages.frozen)
  return others.some((each) => mergeOwnerFault(each, { ownerName }) !== null) ? ruleSays(ballotMessages.otherOwner) : null
}

/** Whether a house may leave the roster. */
export function removeRefusal(ballot: Adjusted): No | null {
  return ballot.isFrozen ? conflicts(ballotMessages.frozen) : null
}
