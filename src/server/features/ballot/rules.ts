import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import {
  isBallotFrozen,
  mergeOwnerRefusal,
  splitOutOwnerRefusal,
  splitRefusal,
  wholeRefusal,
  type Adjusted,
  type BallotState,
  type PropertyOnBallot,
} from '#shared/features/ballot/rules.ts'
import type { MergeRefusal } from '#shared/features/ballot/unmerged.ts'
import { PaperState, type LivePaperState } from '#shared/features/paper/rules.ts'
import type { RosterPropertyFields } from '../property/rules.ts'

/** The state of a ballot with that live record; without one it is open. */
export function ballotState(recordStatus: 0 | 1 | 2 | null): BallotState {
  return recordStatus === 0 || recordStatus === 1 ? recordStatus : -1
}

/** The state of a ballot's unspoiled paper; -1 without one. */
export function livePaperState(status: PaperState | null): LivePaperState | -1 {
  return status === null || status === PaperState.spoiled ? -1 : status
}

/** Whether a ballot may not be adjusted in an activity of that status. */
export function isRowFrozen(
  status: ActivityStatus,
  row: { readonly record_status: 0 | 1 | 2 | null; readonly is_voided: number; readonly paper_status: PaperState | null },
): boolean {
  return isBallotFrozen(status, { ballotState: ballotState(row.record_status), isVoided: row.is_voided === 1, paperState: livePaperState(row.paper_status) })
}

/** Whether a ballot has a proxy in force. */
export const isRowEntrusted = (row: { readonly proxy_until: number | null }, now: number): boolean => row.proxy_until !== null && row.proxy_until >= now

/** Why a ballot cannot be merged at all; null if it can. */
export function rowMergeRefusal(
  status: ActivityStatus,
  row: Parameters<typeof isRowFrozen>[1] & Parameters<typeof isRowEntrusted>[0],
  now: number,
): MergeRefusal | null {
  const refusal = wholeRefusal(status)
  if (refusal !== null) return refusal
  if (isRowFrozen(status, row)) return 'ballot.frozen'
  return isRowEntrusted(row, now) ? 'ballot.entrusted' : null
}

/** The same with new owner details, which must not equal those of a property that stays. */
export function splitOutRefusal(
  ballot: Adjusted,
  others: readonly PropertyOnBallot[],
  owner: Pick<PropertyOnBallot, 'ownerName' | 'phone'>,
): 'ballot.frozen' | 'ballot.entrusted' | 'ballot.lastOne' | 'ballot.sameOwner' | null {
  const isSame = others.some((each) => splitOutOwnerRefusal(each, owner) !== null)
  return splitRefusal(ballot, others) ?? (isSame ? 'ballot.sameOwner' : null)
}

/** Whether a property's owner may change. `others` are its ballot's other properties: one ballot has one owner. */
export function modifyRefusal(
  ballot: Adjusted,
  others: readonly PropertyOnBallot[],
  { ownerName }: Pick<RosterPropertyFields, 'ownerName'>,
): 'ballot.frozen' | 'ballot.otherOwner' | null {
  if (ballot.isFrozen) return 'ballot.frozen'
  return others.some((each) => mergeOwnerRefusal(each, { ownerName }) !== null) ? 'ballot.otherOwner' : null
}

/** Whether a property may leave the roster. */
export function removeRefusal(ballot: Adjusted): 'ballot.frozen' | 'ballot.entrusted' | null {
  if (ballot.isFrozen) return 'ballot.frozen'
  return ballot.isEntrusted === true ? 'ballot.entrusted' : null
}
