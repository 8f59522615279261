import { z } from 'zod'
import { areaSum } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { minus, NO_SHARE, plus, type Share } from '../result/rules.ts'

const Stage = wire({ count: ['count', z.int()], areaHundredths: ['area', areaSum] })

/**
 * Where the ballots of an activity stand on the way of their papers: each is in exactly one of the six stages.
 *
 * A vote comes before a paper, and a paper before a mark by hand.
 */
export const PaperFunnel = wire({
  /** No vote, no paper, no mark. */
  notMade: ['notmade', Stage],
  notSent: ['notsent', Stage],
  withOwner: ['withowner', Stage],
  /** The paper is back in the office and not entered, those of `late` among them. */
  toEnter: ['toenter', Stage],
  entered: ['entered', Stage],
  handMarked: ['handmarked', Stage],
  /** Papers that came in outside of the voting time: they are kept, and cannot be entered. */
  late: ['late', Stage],
  /** Of those that {@link enterable} names, those that take part already because they were delivered to; nothing if the counting rule leaves deliveries out. */
  enterableDelivered: ['enterabledelivered', Stage],
})
export type PaperFunnel = z.output<typeof PaperFunnel>

/** Of an activity without ballots. */
export const EMPTY_FUNNEL: PaperFunnel = {
  notMade: NO_SHARE,
  notSent: NO_SHARE,
  withOwner: NO_SHARE,
  toEnter: NO_SHARE,
  entered: NO_SHARE,
  handMarked: NO_SHARE,
  late: NO_SHARE,
  enterableDelivered: NO_SHARE,
}

/** The stages in the order in which every screen and the report name them. */
export const funnelStages = ['notMade', 'notSent', 'withOwner', 'toEnter', 'entered', 'handMarked'] as const satisfies readonly (keyof PaperFunnel)[]
export type FunnelStage = (typeof funnelStages)[number]

export const funnelNames: Readonly<Record<FunnelStage, string>> = {
  notMade: '未生成',
  notSent: '未发出',
  withOwner: '在业主处',
  toEnter: '已收回待录入',
  entered: '已录入',
  handMarked: '手工标记',
}

/** The stages that are shown: marks by hand only where there are any. */
export const shownStages = (funnel: PaperFunnel): readonly FunnelStage[] =>
  funnelStages.filter((stage) => stage !== 'handMarked' || funnel.handMarked.count > 0)

/** All ballots. */
export const wholeOf = (funnel: PaperFunnel): Share => funnelStages.map((stage) => funnel[stage]).reduce(plus)

/** Ballots without a vote. */
export const notVotedOf = (funnel: PaperFunnel): Share => minus(wholeOf(funnel), funnel.entered)

/** Ballots that the office can still enter without another paper coming in: papers that are back in time, and marks by hand. */
export const enterable = ({ toEnter, late, handMarked }: Pick<PaperFunnel, 'toEnter' | 'late' | 'handMarked'>): Share => plus(minus(toEnter, late), handMarked)
