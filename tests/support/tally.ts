import { tallyOfSums, type AnswerSums, type BallotSums, type Tally } from '../../src/server/features/result/counting.ts'
import type { Share } from '../../src/shared/features/result/rules.ts'

/** One ballot's answer to one topic or option. */
export interface CountedBallot {
  readonly areaHundredths: number
  /** `voted`: it has a vote. `void`: its last record was voided and it has not voted again. `none`: everything else. */
  readonly state: 'voted' | 'void' | 'none'
  /** 1 approve, 2 oppose, 3 abstain, 0 left open; read only where it voted. */
  readonly answer: 0 | 1 | 2 | 3
  /** Whether a delivery is recorded for any of its properties. */
  readonly isDelivered: boolean
}

/** The program's tally of these ballots, summed up here like its database does. */
export const tally = (ballots: readonly CountedBallot[]): Tally => tallyOfSums(...sumsOf(ballots))

function sumsOf(all: readonly CountedBallot[]): [BallotSums, AnswerSums] {
  const sum = (which: (ballot: CountedBallot) => boolean): Share => {
    const chosen = all.filter(which)
    return { count: chosen.length, areaHundredths: chosen.reduce((total, each) => total + each.areaHundredths, 0) }
  }
  const answered = (answer: number) => sum((each) => each.state === 'voted' && each.answer === answer)
  return [
    {
      whole: sum(() => true),
      voted: sum((each) => each.state === 'voted'),
      voided: sum((each) => each.state === 'void'),
      delivered: sum((each) => each.state !== 'voted' && each.isDelivered),
    },
    [answered(0), answered(1), answered(2), answered(3)],
  ]
}
