import type { Voter } from '#shared/features/ballot/contract.ts'
import { ballotWords } from './ballotStates.ts'
import './ballotState.css'

interface BallotStateTagProps {
  readonly ballot: Pick<Voter, 'ballotState' | 'source'>
  /** Said behind the word; `''` where there is none. */
  readonly markedCode?: string
}

/** Whether a ballot has voted, and whether it was tallied: a colour and the word. */
export function BallotStateTag({ ballot, markedCode = '' }: BallotStateTagProps) {
  const { look, name } = ballotWords(ballot)
  return (
    <span className={`ballot-state ballot-state-${look}`}>
      {name}
      {markedCode === '' ? null : <span className="tabular"> {markedCode}</span>}
    </span>
  )
}
