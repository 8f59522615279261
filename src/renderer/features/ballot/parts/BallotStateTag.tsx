import { ballotWords, type BallotOnScreen } from './ballotStates.ts'
import { StateTag } from '../../../ui/StateTag.tsx'

interface BallotStateTagProps {
  readonly ballot: BallotOnScreen
  /** Shown after the state; `''` if none. */
  readonly markedCode?: string
  readonly className?: string
}

const tones = { voted: 'green', marked: 'orange', open: 'grey' } as const

/** The ballot's state as a coloured tag. */
export function BallotStateTag({ ballot, markedCode = '', className = '' }: BallotStateTagProps) {
  const { look, name } = ballotWords(ballot)
  return (
    <StateTag tone={tones[look]} className={className}>
      {name}
      {markedCode === '' ? null : <span className="tabular"> {markedCode}</span>}
    </StateTag>
  )
}
