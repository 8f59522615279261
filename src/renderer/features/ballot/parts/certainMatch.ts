import type { FoundVoter, Voter } from '#shared/features/ballot/contract.ts'

type Found = Pick<Voter, 'ballotId'> & Partial<Pick<FoundVoter, 'isExact'>>

/**
 * Index of the certain match in search results: the only one, or the first if no other ballot matches as exactly (by room with
 * place words, whole name, phone or ID number).
 *
 * Null if the user must choose; Enter then selects nobody.
 */
export function certainMatch(found: readonly Found[]): number | null {
  const [first] = found
  if (first === undefined) return null
  if (found.length === 1) return 0
  return first.isExact === true && found.every(({ isExact, ballotId }) => isExact !== true || ballotId === first.ballotId) ? 0 : null
}
