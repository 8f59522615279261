import type { FoundVoter, Voter } from '#shared/features/ballot/contract.ts'

type Found = Pick<Voter, 'ballotId'> & Partial<Pick<FoundVoter, 'isExact'>>

/**
 * Who of those that a search found is meant beyond doubt, by their place: the only one, or the first where no other ballot
 * was found as exactly (by its room with its place words, a whole name, phone or ID number).
 *
 * Null if the user must say: Enter takes nobody then.
 */
export function certainMatch(found: readonly Found[]): number | null {
  const [first] = found
  if (first === undefined) return null
  if (found.length === 1) return 0
  return first.isExact === true && found.every(({ isExact, ballotId }) => isExact !== true || ballotId === first.ballotId) ? 0 : null
}
