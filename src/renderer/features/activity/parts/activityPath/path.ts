import type { Role } from '#shared/features/account/roles.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { ActivityOverview } from '#shared/features/voting/contract.ts'
import { funnelNames } from '#shared/features/voting/funnel.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import { periodOf } from '../../../../ui/moments.ts'
import { enterableInWords } from './quorumOutlook.ts'

/** The steps of every activity, from topics to result. */
export const pathSteps = ['prepare', 'check', 'start', 'vote', 'startTally', 'tally', 'finish', 'result'] as const
export type PathStep = (typeof pathSteps)[number]

export const pathStepNames: Readonly<Record<PathStep, string>> = {
  prepare: '完善议题',
  check: '核对票权',
  start: '开启投票',
  vote: '进入投票',
  startTally: '开启唱票',
  tally: '进入唱票',
  finish: '结束',
  result: '查看结果',
}

/** Steps reserved to the creator (`console.md` section 6). */
const creatorSteps: readonly PathStep[] = ['prepare', 'start', 'startTally', 'finish']

/** The lowest role that can take each step; lower roles only look. */
export const lowestRoleOfStep: Readonly<Record<PathStep, Role>> = {
  prepare: 'manager',
  check: 'viewer',
  start: 'manager',
  vote: 'clerk',
  startTally: 'manager',
  tally: 'clerk',
  finish: 'manager',
  result: 'viewer',
}

/** The activity columns that determine its next step. */
export type PathActivity = Pick<ActivityRow, 'status' | 'startsAt' | 'endsAt' | 'creator'>
/** Its ballot counts. */
export type PathCounts = Pick<ActivityOverview, 'ballotCount' | 'votedCount' | 'unmergedOwnerCount' | 'funnel'>

/** The suggested step. */
export interface NextStep {
  readonly step: PathStep
  /** Why this one, in a few words; `''` for none. */
  readonly note: string
  /** False if only the creator can take it. */
  readonly isMine: boolean
}

/**
 * The suggested next step of an activity.
 *
 * Only a suggestion: a user who deliberately leaves an owner's properties unmerged can still start the vote.
 *
 * @param counts null while loading: then the status alone decides
 * @param now epoch ms on this computer; the server decides by its own clock
 */
export function nextStep(activity: PathActivity, counts: PathCounts | null, userId: string, now: number): NextStep {
  const { step, note } = stepOf(activity, counts, now)
  return { step, note, isMine: activity.creator === userId || !creatorSteps.includes(step) }
}

function stepOf({ status, startsAt, endsAt }: PathActivity, counts: PathCounts | null, now: number): Pick<NextStep, 'step' | 'note'> {
  const isOver = endsAt !== null && endsAt < now
  switch (status) {
    case ActivityStatus.notStarted:
      if (isOver) return { step: 'prepare', note: '投票的结束时间已过，请先修改' }
      if (counts?.ballotCount === 0) return { step: 'check', note: '票权清册是空的' }
      if (counts !== null && counts.unmergedOwnerCount > 0) return { step: 'check', note: `${formatCount(counts.unmergedOwnerCount)} 位产权人有多套房产未合并` }
      return { step: 'start', note: counts === null ? '' : `清册 ${formatCount(counts.ballotCount)} 票` }
    case ActivityStatus.voting: {
      if (counts === null) return { step: isOver ? 'startTally' : 'vote', note: '' }
      const { ballotCount, votedCount } = counts
      const voted = `已投 ${formatCount(votedCount)}/${formatCount(ballotCount)} 票`
      if (!isOver && votedCount < ballotCount) {
        return { step: 'vote', note: startsAt !== null && now < startsAt ? `${periodOf(startsAt, endsAt, now).start} 开始投票` : voted }
      }
      const ended = isOver ? '投票时间已过' : '全部投完'
      const open = openInWords(counts)
      return open !== '' ? { step: 'startTally', note: `${ended}，${open}` } : { step: 'finish', note: `${ended}，${voted}` }
    }
    case ActivityStatus.tallying: {
      if (counts === null) return { step: 'tally', note: '' }
      const open = openInWords(counts)
      return open !== '' ? { step: 'tally', note: open } : { step: 'finish', note: '收回和标记的票全部唱完' }
    }
    case ActivityStatus.finished:
      return { step: 'result', note: '' }
  }
}

/** `已收回待录入 8 票、手工标记 3 票，在业主处 262 份`: what can be tallied now, and papers that may still come back; `''` if none. */
function openInWords({ funnel }: PathCounts): string {
  if (funnel === null) return ''
  const outside = (['withOwner', 'notSent'] as const).filter((stage) => funnel[stage].count > 0)
  return [enterableInWords(funnel), ...outside.map((stage) => `${funnelNames[stage]} ${formatCount(funnel[stage].count)} 份`)]
    .filter((part) => part !== '')
    .join('，')
}
