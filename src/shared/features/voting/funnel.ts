import { z } from 'zod'
import { areaSum } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { minus, NO_SHARE, plus, type Share } from '../result/rules.ts'

const Stage = wire({ count: ['count', z.int()], areaHundredths: ['area', areaSum] })

/**
 * An activity's ballots by stage of their papers: each is in exactly one of the six stages.
 *
 * A vote takes precedence over a paper, and a paper over a mark by hand.
 */
export const PaperFunnel = wire({
  /** No vote, no paper, no mark. */
  notMade: ['notmade', Stage],
  notSent: ['notsent', Stage],
  withOwner: ['withowner', Stage],
  /** The paper is received but not entered, including `late` ones. */
  toEnter: ['toenter', Stage],
  entered: ['entered', Stage],
  handMarked: ['handmarked', Stage],
  /** Papers received outside the voting time: kept, but cannot be entered. */
  late: ['late', Stage],
  /** Of the {@link enterable} ones, those already taking part because of a delivery; zero if the counting rule ignores deliveries. */
  enterableDelivered: ['enterabledelivered', Stage],
})
export type PaperFunnel = z.output<typeof PaperFunnel>

/** For an activity without ballots. */
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

/** The stages in the order of all screens and the report. */
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

/** Stages to show; manual marks only if there are any. */
export const shownStages = (funnel: PaperFunnel): readonly FunnelStage[] =>
  funnelStages.filter((stage) => stage !== 'handMarked' || funnel.handMarked.count > 0)

/** All ballots. */
export const wholeOf = (funnel: PaperFunnel): Share => funnelStages.map((stage) => funnel[stage]).reduce(plus)

/** Ballots without a vote. */
export const notVotedOf = (funnel: PaperFunnel): Share => minus(wholeOf(funnel), funnel.entered)

/** Ballots that can still be entered without receiving another paper: papers received in time, and marks by hand. */
export const enterable = ({ toEnter, late, handMarked }: Pick<PaperFunnel, 'toEnter' | 'late' | 'handMarked'>): Share => plus(minus(toEnter, late), handMarked)
