import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { ballotWord } from './modes.ts'

const looks = { [BallotState.open]: 'open', [BallotState.marked]: 'marked', [BallotState.voted]: 'voted' } as const

/** A ballot's state: a colour and the word, with the code of a marked one. */
export function BallotTag({ voter }: { readonly voter: Pick<Voter, 'ballotState' | 'markedCode'> }) {
  const word = ballotWord(voter)
  return (
    <span className={`ballot-tag ballot-tag-${looks[voter.ballotState]}`} title={word}>
      {word}
    </span>
  )
}
