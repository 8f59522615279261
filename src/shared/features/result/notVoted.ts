import { PaperState } from '../paper/rules.ts'
import { funnelNames } from '../voting/funnel.ts'
import type { NotVotedProperty } from './contract.ts'

/** Where the ballot of a property stands that has not voted, as 未投名单 names it: whose paper is back need not be visited again. */
export function notVotedStateName({ ballotState, paperState }: Pick<NotVotedProperty, 'ballotState' | 'paperState'>): string {
  if (paperState === PaperState.received) return `选票${funnelNames.toEnter}`
  if (paperState === PaperState.out) return `选票${funnelNames.withOwner}`
  if (paperState === PaperState.printed) return `选票${funnelNames.notSent}`
  return ballotState === 0 ? '已标记' : '未投'
}
