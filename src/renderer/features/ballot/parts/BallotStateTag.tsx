import { ballotWords, type BallotOnScreen } from './ballotStates.ts'
import { StateTag } from '../../../ui/StateTag.tsx'

interface BallotStateTagProps {
  readonly ballot: BallotOnScreen
  /** Said behind the word; `''` if none. */
  readonly markedCode?: string
  readonly className?: string
}

const tones = { voted: 'green', marked: 'orange', open: 'grey' } as const

/** Whether a ballot has voted, and whether it was tallied: a colour and the word. */
export function BallotStateTag({ ballot, markedCode = '', className = '' }: BallotStateTagProps) {
  const { look, name } = ballotWords(ballot)
  return (
    <StateTag tone={tones[look]} className={className}>
      {name}
      {markedCode === '' ? null : <span className="tabular"> {markedCode}</span>}
    </StateTag>
  )
}
