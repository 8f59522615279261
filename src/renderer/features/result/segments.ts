import type { CountingRule } from '#shared/features/activity/rules.ts'
import type { Statistics } from '#shared/features/result/contract.ts'
import { leadingAnswer, minus, NO_SHARE, plus, type AnswerName, type Share } from '#shared/features/result/rules.ts'
import type { Judged } from '../activity/parts/judged.ts'

export const segmentKinds = {
  approve: { name: '同意', look: 'approve' },
  oppose: { name: '反对', look: 'oppose' },
  abstain: { name: '弃权', look: 'abstain' },
  /** Votes without an answer to this topic. */
  open: { name: '无效', look: 'invalid' },
  /** Ballots delivered but not returned, if the rule counts them as participating. */
  delivered: { name: '未反馈', look: 'delivered' },
  /** Not participating: without a vote, or with a voided one. */
  absent: { name: '未参与', look: 'absent' },
} as const
export type SegmentKind = keyof typeof segmentKinds

/** A segment of a bar; they add up to the whole. */
export interface Segment extends Share {
  readonly kind: SegmentKind
}

/** The two bars of one topic or option. */
export interface Segments {
  /** Shares of the whole: participants first, so that the quorum line shows whether they suffice. */
  readonly ofWhole: readonly Segment[]
  /** Shares of the participants, as the rule counts them. */
  readonly ofParticipants: readonly Segment[]
}

/** The bars of a topic or option, exact in heads and integer 0.01 m². */
export function segmentsOf(judged: Judged, statistics: Statistics, rule: CountingRule): Segments {
  const { participants } = judged.conclusion
  const { approve, oppose, abstain } = judged.classes
  const open = [approve, oppose, abstain].reduce(minus, votedOf(statistics))
  const delivered = countedDelivered(judged, statistics, rule)
  const withDelivered = (name: AnswerName): Share => plus(judged.classes[name], delivered?.as === name ? delivered : NO_SHARE)
  return {
    ofWhole: present([
      ['approve', approve],
      ['oppose', oppose],
      ['abstain', abstain],
      ['open', open],
      ['delivered', delivered ?? NO_SHARE],
      ['absent', minus(wholeOf(statistics), participants)],
    ]),
    ofParticipants: present([
      ['approve', withDelivered('approve')],
      ['oppose', withDelivered('oppose')],
      ['abstain', withDelivered('abstain')],
      ['open', open],
    ]),
  }
}

/** Ballots delivered but not returned that count as participating, and the answer that the rule assigns to them; null if none. */
export function countedDelivered({ classes, conclusion }: Judged, statistics: Statistics, rule: CountingRule): (Share & { readonly as: AnswerName }) | null {
  const delivered = minus(conclusion.participants, votedOf(statistics))
  const as = rule === 5 ? 'abstain' : leadingAnswer(classes)
  return delivered.count === 0 || as === null ? null : { ...delivered, as }
}

/** The roster's total, heads and area in 0.01 m². */
export const wholeOf = ({ totalCount, totalAreaHundredths }: Statistics): Share => ({ count: totalCount, areaHundredths: totalAreaHundredths })
const votedOf = ({ votedCount, votedAreaHundredths }: Statistics): Share => ({ count: votedCount, areaHundredths: votedAreaHundredths })

function present(parts: readonly (readonly [SegmentKind, Share])[]): Segment[] {
  return parts.filter(([, share]) => share.count > 0).map(([kind, { count, areaHundredths }]) => ({ kind, count, areaHundredths }))
}
