import type { CountingRule } from '#shared/features/activity/rules.ts'
import type { Conclusion, Statistics } from '#shared/features/result/contract.ts'
import { meetsQuorum, minus, plus, type Share } from '#shared/features/result/rules.ts'
import { enterable, funnelNames, type PaperFunnel } from '#shared/features/voting/funnel.ts'
import { quorumFractions, rateInWords, type Fraction } from '../fractions/fractions.ts'
import { judgedOf, type Judged } from '../judged.ts'
import { formatCount } from '../../../../ui/numbers.ts'

/** What ending the voting means for the two-thirds quorum. */
export interface QuorumOutlook {
  /** `error`: the outcome would be 未成立, and papers in the office cannot change that. `warning`: they may. */
  readonly tone: 'error' | 'warning' | 'success'
  /** `参与 26.00%，未达三分之二，现在结束结论为“未成立”`. */
  readonly sentence: string
  /** Its fractions, by heads and by area. */
  readonly fractions: readonly Fraction[]
  /** What ballots received but not entered can add; `''` if none, or if the quorum is met. */
  readonly outlook: string
}

/**
 * The quorum before 开启唱票 or 结束; null if none is required (仅统计, an empty roster).
 *
 * Participation is taken from the server's conclusions; under rules 3 to 5 it includes deliveries. Only papers in the office and
 * marks by hand can be added: whether a paper outside will come back is unknown.
 */
export function quorumOutlook(step: 'startTally' | 'finish', rule: CountingRule, statistics: Statistics, funnel: PaperFunnel): QuorumOutlook | null {
  const judged = judgedOf(statistics)
  const whole = { count: statistics.totalCount, areaHundredths: statistics.totalAreaHundredths }
  const short = judged.filter(({ conclusion }) => !conclusion.isQuorumMet)
  const shown = short[0] ?? judged[0]
  if (rule === 6 || whole.count === 0 || !shown) return null
  const fractions = quorumFractions(shown.conclusion.participants, whole, rule)
  if (short.length === 0) return { tone: 'success', sentence: `参与 ${heads(fractions)}，已达三分之二`, fractions, outlook: '' }

  const mostOf = (conclusion: Conclusion): Share => plus(conclusion.participants, addedBy(funnel, conclusion, statistics))
  const canBeReached = short.every(({ conclusion }) => meetsQuorum(mostOf(conclusion), whole))
  const isMended = step === 'startTally' && canBeReached
  return {
    tone: isMended ? 'warning' : 'error',
    sentence: isMended ? `参与 ${lowest(fractions)}，未达三分之二` : shortSentence(short, judged, fractions),
    fractions,
    outlook: enterable(funnel).count === 0 ? '' : outlookOf(step, canBeReached, funnel, inWords(mostOf(shown.conclusion), whole)),
  }
}

/** What is in the office and not yet counted as participating: under rules that count deliveries, delivered ballots already are. */
function addedBy(funnel: PaperFunnel, { participants }: Conclusion, { votedCount, votedAreaHundredths }: Statistics): Share {
  const countsDeliveries = participants.count !== votedCount || participants.areaHundredths !== votedAreaHundredths
  return countsDeliveries ? minus(enterable(funnel), funnel.enterableDelivered) : enterable(funnel)
}

const inWords = (share: Share, whole: Share): string =>
  `人数 ${rateInWords(share.count, whole.count)}、面积 ${rateInWords(share.areaHundredths, whole.areaHundredths)}`

function shortSentence(short: readonly Judged[], judged: readonly Judged[], fractions: readonly Fraction[]): string {
  if (short.length === judged.length) return `参与 ${lowest(fractions)}，未达三分之二，现在结束结论为“未成立”`
  const named = `“${short[0]?.title ?? ''}”${short.length > 1 ? `等 ${formatCount(short.length)} 项` : ''}`
  return `${named}参与 ${lowest(fractions)}，未达三分之二，现在结束结论为“未成立”`
}

function outlookOf(step: 'startTally' | 'finish', canBeReached: boolean, funnel: PaperFunnel, atMost: string): string {
  const named = enterableInWords(funnel, '的 ')
  if (step === 'finish') return canBeReached ? `${named}全部唱票后可达${atMost}，请先唱票` : `${named}全部唱票也只有${atMost}`
  return canBeReached ? `${named}全部唱票后可达${atMost}，达到三分之二` : `${named}全部唱票也只有${atMost}，仍未达三分之二`
}

/** `已收回待录入的 8 票、手工标记的 3 票`; `''` if none. */
export function enterableInWords({ toEnter, late, handMarked }: PaperFunnel, between = ' '): string {
  const parts = [
    { name: funnelNames.toEnter, count: toEnter.count - late.count },
    { name: funnelNames.handMarked, count: handMarked.count },
  ]
  return parts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name}${between}${formatCount(count)} 票`)
    .join('、')
}

const heads = ([first]: readonly Fraction[]): string => first?.rate ?? ''

/** The rate below the threshold: of heads if they fall short, else of the area. */
function lowest(fractions: readonly Fraction[]): string {
  const missed = fractions.find(({ isReached }) => isReached === false) ?? fractions[0]
  return missed?.unit === 'area' ? `面积 ${missed.rate}` : (missed?.rate ?? '')
}
