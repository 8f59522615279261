import { formatTime } from '#shared/time/chinaTime.ts'
import { voteSourceNames } from '#shared/features/delivery/contract.ts'
import { DEFAULT_CHANNEL, receiptLimits } from '#shared/features/voting/rules.ts'
import { codeLabels, PaperState, paperStateNames } from '#shared/features/paper/rules.ts'
import type { TakenBallot, VoteRecord } from '#shared/features/voting/contract.ts'
import { answerNames } from '#shared/features/activity/rules.ts'
import { votedWord } from '../../../ballot/parts/ballotStates.ts'
import { slotKey, type Answers, type Slot } from '../../../activity/parts/choices/choices.ts'

/** Summary of the answers to be sent: `同意 3 项、未选 1 项（未选的按无效计）`. */
export function answersInWords(slots: readonly Slot[], answers: Answers): string {
  const counted = ([1, 2, 3] as const).flatMap((answer) => {
    const count = slots.filter((slot) => answers.get(slotKey(slot)) === answer).length
    return count === 0 ? [] : [`${answerNames[answer]} ${count} 项`]
  })
  const open = slots.filter((slot) => !answers.has(slotKey(slot))).length
  return [...counted, ...(open === 0 ? [] : [`未选 ${open} 项（未选的按无效计）`])].join('、')
}

/** The label of a record. */
export function recordName({ status, source, paper }: Pick<VoteRecord, 'status' | 'source' | 'paper'>): string {
  if (status === 1) return votedWord(source)
  if (status === 2) return '已作废'
  return paper === 'issued' ? paperStateNames[PaperState.printed] : '已标记'
}

/** A record's code with its label; `''` if it has none. */
export const codeInWords = (code: string, paper: VoteRecord['paper']): string => (code === '' ? '' : `${codeLabels[paper === '' ? 'hand' : 'paper']} ${code}`)

const ISSUED = '生成选票'
const sourceVerbs = { '': '登记', mark: '标记', desk: '投票', tally: '唱票', import: '导入' } as const

type Made = Pick<VoteRecord, 'operatedAt' | 'operator' | 'desk' | 'source' | 'paper'>

/** When, by whom and on which computer a record was made: `11-22 13:03 由 张敏 在“前台-PC”投票`. */
export function madeInWords({ operatedAt, operator, desk, source, paper }: Made): string {
  const verb = paper === 'issued' ? ISSUED : sourceVerbs[source]
  return [operatedAt === null ? '' : formatTime(operatedAt).slice(5, 16), `由 ${operator}`, `${desk === '' ? '' : `在“${desk}”`}${verb}`]
    .filter((part) => part !== '')
    .join(' ')
}

/** How a vote's paper was received, if out of the ordinary: `截止后录入，11-22 12:40 收到，王五 递交`; `''` otherwise. */
export function receiptInWords(record: Pick<VoteRecord, 'status' | 'channel' | 'receivedAt' | 'handedInBy' | 'isLate' | 'agentName' | 'operatedAt'>): string {
  const { status, channel, receivedAt, handedInBy, isLate, agentName, operatedAt } = record
  if (status === 0) return ''
  const isTimeGiven = receivedAt !== null && receivedAt !== operatedAt
  return [
    ...(isLate ? ['截止后录入'] : []),
    ...(isTimeGiven ? [`${formatTime(receivedAt).slice(5, 16)} 收到`] : []),
    ...(channel === DEFAULT_CHANNEL ? [] : [`${receiptLimits.channel.label}：${voteSourceNames[channel]}`]),
    ...(handedInBy === '' ? [] : [`${handedInBy} 递交`]),
    ...(agentName === '' ? [] : [`受托人 ${agentName} 代为投票`]),
  ].join('，')
}

/** The conflicting ballots listed in a refusal; empty if none. */
export function takenBallots(data: unknown): readonly TakenBallot[] {
  return Array.isArray(data) && data.every(isTakenBallot) ? data : []
}

function isTakenBallot(value: unknown): value is TakenBallot {
  return typeof value === 'object' && value !== null && 'place' in value && typeof value.place === 'string' && 'operator' in value && 'operatedate' in value
}

/** The conflicting records as text; lists at most three. */
export function takenInWords(ballots: readonly TakenBallot[]): string {
  const named = ballots.slice(0, 3).map(({ place, ownername, operator, operatedate, desk, markedcode, recordpaper }) => {
    const made = `${operatedate.slice(5, 16)} 由 ${operator}${desk === '' ? '' : ` 在“${desk}”`} ${recordpaper === 'issued' ? ISSUED : sourceVerbs['']}`
    return `${place} ${ownername}（${[codeInWords(markedcode, recordpaper), made].filter((part) => part !== '').join('，')}）`
  })
  return `${named.join('；')}${ballots.length > 3 ? ` 等 ${ballots.length} 票` : ''}`
}
