import type { Move } from '#shared/features/sensitivity/rules.ts'
import { formatArea, formatCount } from '#shared/text/numbers.ts'
import type { Elected } from '../result/counting.ts'
import type { Flip } from './flips.ts'

const whoWords: Readonly<Record<Flip['who'], string>> = { approving: '同意票', opposing: '反对票', voted: '已投票', notVoted: '未投票' }
const moveWords: Readonly<Record<Move, string>> = {
  'approve → invalid': '按无效计',
  'approve → oppose': '按反对计',
  'voted → not voted': '按未投计',
  'oppose → approve': '按同意计',
  'not voted → approve': '按同意计',
}

/** `最少12张（面积最大的12张，共1,206.40㎡）同意票按无效计，结论即变为不通过`. */
export function flipInWords(flip: Flip): string {
  const { move, who, count, areaHundredths, outcome } = flip
  return `最少${formatCount(count)}张（${largest(flip)}，共${formatArea(areaHundredths)}㎡）${whoWords[who]}${moveWords[move]}，结论即变为${outcome}`
}

function largest({ taken, count }: Flip): string {
  const of = (words: string, some: number): string[] => (some === 0 ? [] : [`${words}面积最大的${formatCount(some)}张`])
  if (taken.from === 'both') return [...of('已登记送达中', taken.delivered), ...of('未登记送达中', taken.undelivered)].join('、')
  return of(taken.from === 'undelivered' ? '未登记送达中' : '', count).join('')
}

/** `当选：甲、乙；并列，须再次表决：丙、丁`; `无人当选`. */
export function electedInWords({ elected, tied }: Elected, titleOf: (id: string) => string): string {
  const named = (ids: readonly string[]): string => ids.map(titleOf).join('、')
  const words = [elected.length === 0 ? '无人当选' : `当选：${named(elected)}`]
  if (tied.length > 0) words.push(`并列，须再次表决：${named(tied)}`)
  return words.join('；')
}
