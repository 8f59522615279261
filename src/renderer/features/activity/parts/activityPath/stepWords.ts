import type { ReadingSummary } from '#shared/features/reading/contract.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus, type StatusStep } from '#shared/features/activity/rules.ts'
import { enterable, funnelNames, notVotedOf, wholeOf, type PaperFunnel } from '#shared/features/voting/funnel.ts'
import { minutesOf } from '../../../../ui/moments.ts'
import { formatCount } from '../../../../ui/numbers.ts'

/** Texts of a step to another status. */
export interface StepWords {
  readonly question: string
  /** Its consequences, as sentences. */
  readonly consequences: readonly string[]
  /** The missing votes in numbers; null if the step ends nothing. */
  readonly missing: string | null
  /** What is in the office and would be lost; null if nothing. */
  readonly danger: string | null
  /** A non-blocking warning; null if none. */
  readonly warning: string | null
  /** Why it cannot be taken now; null if it can. */
  readonly refusal: string | null
  readonly confirm: string
  readonly success: string
}

const NO_WAY_BACK = '此操作不能撤销。'

/**
 * The consequences of a step, with numbers.
 *
 * @param now epoch ms on this computer: only for a warning, the server decides by its own clock
 */
export function stepWords(step: StatusStep, activity: Pick<ActivityRow, 'status' | 'startsAt' | 'endsAt'>, funnel: PaperFunnel, now: number): StepWords {
  const ballotCount = wholeOf(funnel).count
  const papers = funnel.toEnter.count - funnel.late.count
  switch (step) {
    case 'start':
      return {
        question: '确认开启投票吗？',
        consequences: [
          `开启后，清册中的 ${formatCount(ballotCount)} 票可以标记和投票。`,
          `投票时间：${minutesOf(activity.startsAt)} 至 ${minutesOf(activity.endsAt)}。`,
          '开启后，活动内容、议题和投票范围不能再修改，活动不能再删除。',
          NO_WAY_BACK,
        ],
        missing: null,
        danger: null,
        warning: activity.endsAt !== null && activity.endsAt <= now ? sentenceFor('activity.ended') : null,
        refusal: ballotCount === 0 ? sentenceFor('activity.noBallots') : null,
        confirm: '开启投票',
        success: '开启投票成功',
      }
    case 'startTally':
      return {
        question: '确认开启唱票吗？',
        consequences: [
          '开启后，不能再标记投票和完成投票，只能对已标记的票唱票。',
          ...(enterable(funnel).count === 0 ? ['目前没有等待唱票的票。'] : []),
          NO_WAY_BACK,
        ],
        missing: missingInWords(funnel),
        danger: papers > 0 ? `办公室有 ${formatCount(papers)} 份选票已收回、尚未录入，请先录入，或开启唱票后逐份唱票。` : null,
        warning: activity.endsAt !== null && activity.endsAt > now ? `投票时间到 ${minutesOf(activity.endsAt)} 才结束，开启唱票后剩余时间不能再投票。` : null,
        refusal: null,
        confirm: '开启唱票',
        success: '开启唱票成功',
      }
    case 'finish':
      return {
        question: '确认结束吗？',
        consequences: [`结束后，不能再投票、唱票和作废，结果不再变化。${NO_WAY_BACK}`],
        missing: missingInWords(funnel),
        danger: papers > 0 ? `办公室有 ${formatCount(papers)} 份选票已收回、尚未录入，结束后不能再录入，它们按未投票计算。` : null,
        warning: finishWarning(activity, funnel.handMarked.count),
        refusal: null,
        confirm: '结束',
        success: '结束成功',
      }
  }
}

/** Text about scanned papers without a vote. */
export function scansWaitingInWords({ confirmable, open }: Pick<ReadingSummary, 'confirmable' | 'open'>): string {
  const parts = [confirmable > 0 ? `可确认 ${formatCount(confirmable)} 票` : '', open > 0 ? `待判读 ${formatCount(open)} 票` : '']
  return `扫描的选票中有${parts.filter((part) => part !== '').join('、')}还没有计入投票，结束后不能再确认，它们按未投票计算。`
}

function finishWarning({ status }: Pick<ActivityRow, 'status'>, handMarkedCount: number): string | null {
  if (handMarkedCount === 0) return null
  const skipped = status === ActivityStatus.voting ? '活动还没有开启唱票，' : ''
  return `${skipped}有 ${formatCount(handMarkedCount)} 票手工标记、没有唱票，结束后不能再唱票，它们按未投票计算。`
}

/** `未投票 270 票：在业主处 262 份，已收回待录入 8 份尚未录入`: missing votes by the whereabouts of their papers. */
function missingInWords(funnel: PaperFunnel): string {
  const missing = notVotedOf(funnel)
  if (missing.count === 0) return '全部票权都已投票。'
  const late = funnel.late.count > 0 ? `（其中 ${formatCount(funnel.late.count)} 份逾期，不能录入）` : ''
  const parts = [
    { count: funnel.notMade.count, text: `${funnelNames.notMade} ${formatCount(funnel.notMade.count)} 票` },
    { count: funnel.notSent.count, text: `${funnelNames.notSent} ${formatCount(funnel.notSent.count)} 份` },
    { count: funnel.withOwner.count, text: `${funnelNames.withOwner} ${formatCount(funnel.withOwner.count)} 份` },
    { count: funnel.toEnter.count, text: `${funnelNames.toEnter} ${formatCount(funnel.toEnter.count)} 份尚未录入${late}` },
    { count: funnel.handMarked.count, text: `${funnelNames.handMarked} ${formatCount(funnel.handMarked.count)} 票尚未唱票` },
  ].filter(({ count }) => count > 0)
  return `未投票 ${formatCount(missing.count)} 票：${parts.map(({ text }) => text).join('，')}。`
}
