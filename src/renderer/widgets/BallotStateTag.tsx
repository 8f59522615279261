import type { BallotState } from '#shared/features/ballot/rules.ts'
import { ballotStates } from './ballotStates.ts'
import './ballotState.css'

interface BallotStateTagProps {
  readonly state: BallotState
  /** Said behind 已标记; `''` where there is none. */
  readonly markedCode?: string
}

/** Whether a ballot has voted: a colour and the word. */
export function BallotStateTag({ state, markedCode = '' }: BallotStateTagProps) {
  const { look, name } = ballotStates[state]
  return (
    <span className={`ballot-state ballot-state-${look}`}>
      {name}
      {markedCode === '' ? null : <span className="tabular"> {markedCode}</span>}
    </span>
  )
}
