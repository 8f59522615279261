import { sentenceFor } from '#shared/contract/refusals.ts'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus, type StatusStep } from '#shared/features/activity/rules.ts'
import type { BallotCounts } from '#shared/features/voting/contract.ts'
import { minutesOf } from '../../../../ui/moments.ts'
import { formatCount } from '../../../../ui/numbers.ts'

/** What a step to another status says before it is taken. */
export interface StepWords {
  readonly question: string
  /** What follows from it, in sentences. */
  readonly consequences: readonly string[]
  /** What is easily regretted; null where there is nothing. */
  readonly warning: string | null
  /** Why it cannot be taken as things stand; null where it can. */
  readonly refusal: string | null
  readonly confirm: string
  readonly success: string
}

/** Printed papers whose ballots have no vote: back in the office, and not back. */
export interface OpenPapers {
  readonly inHand: number
  readonly away: number
}

export const noPapers: OpenPapers = { inHand: 0, away: 0 }

const NO_WAY_BACK = '此操作不能撤销。'

/**
 * What follows from a step, with its numbers.
 *
 * @param papers whose ballots are marked, most of them; a paper stays with a ballot whose vote was voided
 * @param now epoch milliseconds on this computer: only for a warning, the server judges by its own clock
 */
export function stepWords(
  step: StatusStep,
  activity: Pick<ActivityRow, 'status' | 'startsAt' | 'endsAt'>,
  counts: Pick<BallotCounts, 'ballotCount' | 'markedCount'>,
  papers: OpenPapers,
  now: number,
): StepWords {
  const { ballotCount, markedCount } = counts
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
        warning: activity.endsAt !== null && activity.endsAt <= now ? '结束时间已过，开启后将无法标记和投票。请先修改结束时间。' : null,
        refusal: ballotCount === 0 ? sentenceFor('activity.noBallots') : null,
        confirm: '开启投票',
        success: '开启投票成功',
      }
    case 'startTally':
      return {
        question: '确认开启唱票吗？',
        consequences: [
          '开启后，不能再标记投票和完成投票，只能对已标记的票唱票。',
          markedCount > 0 ? `有 ${formatCount(markedCount)} 票已标记，等待唱票${papersInWords(papers)}。` : '目前没有等待唱票的票。',
          NO_WAY_BACK,
        ],
        warning: activity.endsAt !== null && activity.endsAt > now ? `投票时间到 ${minutesOf(activity.endsAt)} 才结束，开启唱票后剩余时间不能再投票。` : null,
        refusal: null,
        confirm: '开启唱票',
        success: '开启唱票成功',
      }
    case 'finish':
      return {
        question: '确认结束吗？',
        consequences: ['结束后，不能再投票、唱票和作废，结果不再变化。', NO_WAY_BACK],
        warning: finishWarning(activity, markedCount, papers),
        refusal: null,
        confirm: '结束',
        success: '结束成功',
      }
  }
}

function finishWarning({ status }: Pick<ActivityRow, 'status'>, markedCount: number, papers: OpenPapers): string | null {
  if (markedCount === 0) return null
  const skipped = status === ActivityStatus.voting ? '活动还没有开启唱票，' : ''
  return `${skipped}有 ${formatCount(markedCount)} 票已标记、没有唱票${papersInWords(papers)}，结束后不能再唱票，它们按未投票计算。`
}

/** `（选票：已收回未录入 20 份，未收回 40 份）`; `''` where there are no papers. */
function papersInWords({ inHand, away }: OpenPapers): string {
  const parts = [...(inHand > 0 ? [`已收回未录入 ${formatCount(inHand)} 份`] : []), ...(away > 0 ? [`未收回 ${formatCount(away)} 份`] : [])]
  return parts.length === 0 ? '' : `（选票：${parts.join('，')}）`
}
