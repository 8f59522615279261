import type { PaperBalance } from '#shared/features/paper/contract.ts'
import { paperStateNames as names, PaperState } from '#shared/features/paper/rules.ts'
import { formatCount } from '../../ui/numbers.ts'

/** The balance's six figures, each with an explanation; states are named as in the list's filter. */
export const balanceFigures = [
  { key: 'printed', name: '选票总数', hint: '生成过的全部选票，是后面四种状态之和' },
  { key: 'inOffice', name: names[PaperState.printed], hint: '还没有发出，在办公室' },
  { key: 'out', name: names[PaperState.out], hint: '在业主手中，还没有收回' },
  { key: 'received', name: names[PaperState.received], hint: '收到的选票，包括已录入和逾期的' },
  { key: 'spoiled', name: names[PaperState.spoiled], hint: '损坏、遗失或已换发' },
  { key: 'voted', name: '已录入', hint: '已收回的选票中，已经录入投票的' },
] as const satisfies readonly { readonly key: keyof PaperBalance; readonly name: string; readonly hint: string }[]

const [printed, inOffice, out, received, spoiled] = balanceFigures.map(({ name }) => name)

/** Which figures add up to the first. */
export const balanceSum = `${printed} = ${inOffice} + ${out} + ${received} + ${spoiled}`

/** What happens to papers received but not voted, in one sentence, and further explanations of the figures. */
export function balanceInWords({ received, voted, late, votedOtherwise, unissued }: PaperBalance): string[] {
  const open = received - voted
  const waiting = open - late
  const parts = [...(waiting > 0 ? [`${formatCount(waiting)} 份等待录入`] : []), ...(late > 0 ? [`${formatCount(late)} 份逾期收回，留存备查，不能录入`] : [])]
  const difference = `已收回 ${formatCount(received)} − 已录入 ${formatCount(voted)} = ${formatCount(open)} 份`
  return [
    received === 0 ? '还没有收回选票' : open === 0 ? `${difference}：收回的选票都已录入` : `${difference}：${parts.join('，')}`,
    ...(votedOtherwise > 0 ? [`另有 ${formatCount(votedOtherwise)} 份没有收回，但业主已用其他方式投票，收到后不再录入`] : []),
    ...(unissued > 0 ? [`还有 ${formatCount(unissued)} 票没有生成选票`] : []),
  ]
}
