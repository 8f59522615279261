import type { CountingRule } from '#shared/features/activity/rules.ts'
import type { Statistics } from '#shared/features/result/contract.ts'
import { meetsQuorum, plus } from '#shared/features/result/rules.ts'
import type { BallotCounts } from '#shared/features/voting/contract.ts'
import { quorumFractions, rateInWords, type Fraction } from '../fractions/fractions.ts'
import { judgedOf, type Judged } from '../judged.ts'
import { formatCount } from '../../../../ui/numbers.ts'

/** What a step that ends the voting means for the two thirds that must take part. */
export interface QuorumOutlook {
  /** `error`: the outcome would be 未成立, and nothing on record can mend it. `warning`: the ballots that are marked may. */
  readonly tone: 'error' | 'warning' | 'success'
  /** `参与 26.00%，未达三分之二，现在结束结论为“未成立”`. */
  readonly sentence: string
  /** The numbers of it, by heads and by area. */
  readonly fractions: readonly Fraction[]
  /** What the ballots can add that are marked and not tallied; `''` where there are none, or nothing is missing. */
  readonly outlook: string
}

/**
 * How the quorum stands before 开启唱票 or 结束; null where none is asked for (仅统计, an empty roster).
 *
 * Those taking part are the server's, as each conclusion has them: under the rules 3 to 5 deliveries are among them. After
 * 开启唱票 only marked ballots can be added, so that with them is the most that can be reached.
 */
export function quorumOutlook(
  step: 'startTally' | 'finish',
  rule: CountingRule,
  statistics: Statistics,
  { markedCount, markedAreaHundredths }: Pick<BallotCounts, 'markedCount' | 'markedAreaHundredths'>,
): QuorumOutlook | null {
  const judged = judgedOf(statistics)
  const whole = { count: statistics.totalCount, areaHundredths: statistics.totalAreaHundredths }
  const short = judged.filter(({ conclusion }) => !conclusion.isQuorumMet)
  const shown = short[0] ?? judged[0]
  if (rule === 6 || whole.count === 0 || !shown) return null
  const { participants } = shown.conclusion
  const fractions = quorumFractions(participants, whole, rule)
  if (short.length === 0) return { tone: 'success', sentence: `参与 ${heads(fractions)}，已达三分之二`, fractions, outlook: '' }

  const most = plus(participants, { count: markedCount, areaHundredths: markedAreaHundredths })
  const canBeReached = short.every(({ conclusion }) =>
    meetsQuorum(plus(conclusion.participants, { count: markedCount, areaHundredths: markedAreaHundredths }), whole),
  )
  const atMost = `${rateInWords(Math.min(most.count, whole.count), whole.count)}、面积 ${rateInWords(Math.min(most.areaHundredths, whole.areaHundredths), whole.areaHundredths)}`
  const isMended = step === 'startTally' && canBeReached
  return {
    tone: isMended ? 'warning' : 'error',
    sentence: isMended ? `参与 ${lowest(fractions)}，未达三分之二` : shortSentence(short, judged, fractions),
    fractions,
    outlook: markedCount === 0 ? '' : outlookOf(step, canBeReached, markedCount, atMost),
  }
}

function shortSentence(short: readonly Judged[], judged: readonly Judged[], fractions: readonly Fraction[]): string {
  if (short.length === judged.length) return `参与 ${lowest(fractions)}，未达三分之二，现在结束结论为“未成立”`
  const named = `“${short[0]?.title ?? ''}”${short.length > 1 ? `等 ${formatCount(short.length)} 项` : ''}`
  return `${named}参与 ${lowest(fractions)}，未达三分之二，现在结束结论为“未成立”`
}

function outlookOf(step: 'startTally' | 'finish', canBeReached: boolean, markedCount: number, atMost: string): string {
  const marked = `已标记的 ${formatCount(markedCount)} 票`
  if (step === 'finish') return canBeReached ? `${marked}全部唱票后可达 ${atMost}，请先唱票` : `${marked}全部唱票也只有 ${atMost}`
  return canBeReached ? `${marked}全部唱票后可达 ${atMost}，达到三分之二` : `${marked}全部唱票也只有 ${atMost}，仍未达三分之二`
}

const heads = ([first]: readonly Fraction[]): string => first?.rate ?? ''

/** The rate that falls short: of the heads where they do, else of the area. */
function lowest(fractions: readonly Fraction[]): string {
  const missed = fractions.find(({ isReached }) => isReached === false) ?? fractions[0]
  return missed?.unit === 'area' ? `面积 ${missed.rate}` : (missed?.rate ?? '')
}
