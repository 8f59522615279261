import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { ActivityStep } from '#shared/features/activity/rules.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { funnelNames, wholeOf } from '#shared/features/voting/funnel.ts'
import type { SecondEntries } from '#shared/features/reading/contract.ts'
import { formatCount } from '../../ui/numbers.ts'
import type { NextStep, PathCounts, PathStep } from './parts/activityPath/path.ts'
import { secondEntryWords } from './parts/secondEntryWords.ts'
import { actionNames, type ActionKey } from './rowActions.ts'

/** All steps of an activity, from roster to publication, in an office's usual order. */
export const barSteps = {
  check: '核对名册',
  notice: '公告',
  papers: '生成选票',
  start: '开启',
  deliver: '发出与送达',
  vote: '录入',
  tally: '唱票',
  finish: '结束',
  publish: '公示',
} as const
export type BarStep = keyof typeof barSteps

/** `skipped`: the vote proceeded without it. */
export type BarState = 'done' | 'now' | 'open' | 'skipped'

/** The action of a step's button. */
export type BarAct = ActionKey | 'papers' | 'documents' | 'publications'

interface StepInBar {
  readonly state: BarState
  /** Progress in a few words; `''` for none. */
  readonly note: string
  readonly act: BarAct
  readonly button: string
  /** The activity step that the button takes; absent if it only navigates. */
  readonly takes?: ActivityStep
}

export interface BarFacts {
  readonly activity: Pick<ActivityRow, 'status' | 'hasPapers'>
  readonly next: NextStep
  /** Null while loading. */
  readonly counts: PathCounts | null
  /** Votes tallied from paper. */
  readonly talliedCount: number
  /** Progress of the second entries; null if not requested. */
  readonly second: SecondEntries | null
  /** Steps confirmed as done, or published. */
  readonly done: ReadonlySet<'notice' | 'publication'>
  /** The current day of the running publication; `''` if none. */
  readonly running: Readonly<Record<'notice' | 'publication', string>>
}

/** Maps suggested steps to steps of the bar. */
const barStepOf: Readonly<Record<PathStep, BarStep>> = {
  prepare: 'check',
  check: 'check',
  start: 'start',
  vote: 'vote',
  startTally: 'tally',
  tally: 'tally',
  finish: 'finish',
  result: 'publish',
}

/** The steps of the bar: each with its state, note and button. */
export function stepsOfBar(facts: BarFacts): Readonly<Record<BarStep, StepInBar>> {
  const { activity, next, done, running } = facts
  const { status } = activity
  const [isStarted, isPastVoting, isFinished] = [1, 2, 3].map((from) => status >= from)
  const here = barStepOf[next.step]
  const stateOf = (step: BarStep, isDone: boolean | undefined): BarState => (step === here && !isDone ? 'now' : isDone === true ? 'done' : 'open')
  const note = (step: BarStep): string => (step === here ? next.note : '')
  return {
    check: {
      state: stateOf('check', isStarted || here !== 'check'),
      note: note('check'),
      ...(next.step === 'prepare' ? { act: 'edit', button: actionNames.edit, takes: 'update' } : { act: 'ballots', button: actionNames.ballots }),
    },
    notice: { state: done.has('notice') ? 'done' : isPastVoting ? 'skipped' : 'open', note: running.notice, act: 'documents', button: '写公告' },
    papers: { ...papersInBar(facts), act: 'papers', button: '选票管理' },
    start: { state: stateOf('start', isStarted), note: note('start'), act: 'start', button: actionNames.start, takes: 'start' },
    deliver: { ...deliveriesInBar(facts), act: 'deliveries', button: actionNames.deliveries },
    vote: { state: stateOf('vote', isPastVoting || (isStarted && here !== 'vote')), note: note('vote'), act: 'vote', button: '进入投票', takes: 'cast' },
    tally: {
      state: isFinished ? (facts.talliedCount > 0 ? 'done' : 'skipped') : stateOf('tally', status === ActivityStatus.tallying && here !== 'tally'),
      note: isPastVoting && facts.talliedCount > 0 ? `已唱 ${formatCount(facts.talliedCount)} 票` : note('tally'),
      ...(status === ActivityStatus.tallying || isFinished
        ? { act: 'tally', button: '进入唱票', takes: 'tally' }
        : { act: 'startTally', button: actionNames.startTally, takes: 'startTally' }),
    },
    finish: {
      state: stateOf('finish', isFinished),
      note: isFinished || facts.second === null ? note('finish') : secondEntryWords(facts.second) || note('finish'),
      act: 'finish',
      button: actionNames.finish,
      takes: 'finish',
    },
    publish: {
      state: stateOf('publish', isFinished && done.has('publication')),
      note: running.publication,
      act: 'publications',
      button: '公示与异议',
    },
  }
}

function papersInBar({ activity: { status, hasPapers }, counts }: BarFacts): Pick<StepInBar, 'state' | 'note'> {
  const funnel = counts?.funnel
  if (status === ActivityStatus.finished) return { state: hasPapers ? 'done' : 'skipped', note: '' }
  if (!funnel) return { state: 'open', note: '' }
  const made = funnel.notSent.count + funnel.withOwner.count + funnel.toEnter.count
  // Voting at the desk needs no paper, and has none in a vote by hand.
  if (made > 0 && funnel.notMade.count === 0) return { state: 'done', note: '' }
  if (made > 0) return { state: 'open', note: `${funnelNames.notMade} ${formatCount(funnel.notMade.count)} 票` }
  if (funnel.handMarked.count > 0 || status >= ActivityStatus.tallying) return { state: 'skipped', note: funnel.handMarked.count > 0 ? '用手工标记' : '' }
  return { state: 'open', note: '' }
}

function deliveriesInBar({ activity: { status }, counts }: BarFacts): Pick<StepInBar, 'state' | 'note'> {
  const funnel = counts?.funnel
  if (status === ActivityStatus.finished) return { state: 'done', note: '' }
  if (!funnel || wholeOf(funnel).count === 0 || status === ActivityStatus.notStarted) return { state: 'open', note: '' }
  const { notSent, withOwner, toEnter } = funnel
  if (notSent.count > 0) return { state: 'open', note: `${funnelNames.notSent} ${formatCount(notSent.count)} 份` }
  return { state: withOwner.count + toEnter.count > 0 || status >= ActivityStatus.tallying ? 'done' : 'open', note: '' }
}
