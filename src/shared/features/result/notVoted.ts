import { PaperState } from '../paper/rules.ts'
import { funnelNames } from '../voting/funnel.ts'
import type { NotVotedProperty } from './contract.ts'

/** State of an unvoted ballot in 未投名单; one whose paper is back needs no visit. */
export function notVotedStateName({ ballotState, paperState }: Pick<NotVotedProperty, 'ballotState' | 'paperState'>): string {
  if (paperState === PaperState.received) return `选票${funnelNames.toEnter}`
  if (paperState === PaperState.out) return `选票${funnelNames.withOwner}`
  if (paperState === PaperState.printed) return `选票${funnelNames.notSent}`
  return ballotState === 0 ? '已标记' : '未投'
}
