import { bundleEditionNames, type BundleEdition } from '#shared/features/evidence/editions.ts'
import type { Classes, Conclusion } from '#shared/features/result/contract.ts'
import { minuteStamp } from '../../ui/minuteStamp.ts'

/** The five classes in display order, with name and colour (always shown together). */
export const classKinds = [
  { key: 'approve', name: '同意', color: '#2f8f4e' },
  { key: 'oppose', name: '反对', color: '#b8483b' },
  { key: 'abstain', name: '弃权', color: '#8a6fb0' },
  { key: 'invalid', name: '无效', color: '#757575' },
  { key: 'notVoted', name: '未表决', color: '#d9dde3' },
] as const satisfies readonly { readonly key: keyof Classes; readonly name: string; readonly color: string }[]

/** `66.67%`. */
export const formatRate = (percent: number): string => `${percent.toFixed(2)}%`

const meanings: Readonly<Record<Conclusion['outcome'], string>> = {
  通过: '参与表决的人数和面积均达到三分之二，同意的人数和面积均达到要求',
  不通过: '参与表决的人数和面积均达到三分之二，但同意的人数或面积没有达到要求',
  未成立: '参与表决的人数或面积不足三分之二',
  不作结论: '本次只统计，不作结论',
}
/** An outcome's meaning, in a sentence (`counting.md` section 3). */
export const meaningOf = (outcome: Conclusion['outcome']): string => meanings[outcome]

/** The style of an outcome's tag (`.passed` in result.module.css), always with the word. */
export const outcomeLooks: Readonly<Record<Conclusion['outcome'], 'passed' | 'failed' | 'void' | 'open'>> = {
  通过: 'passed',
  不通过: 'failed',
  未成立: 'void',
  不作结论: 'open',
}

/** An outcome before the end of the vote, worded so that it is not mistaken for the result. */
const outcomesSoFar: Readonly<Record<Conclusion['outcome'], string>> = {
  通过: '目前通过',
  不通过: '目前未通过',
  未成立: '目前未成立',
  不作结论: '不作结论',
}
/** The outcome's name once the vote has ended; before, its provisional wording. */
export const outcomeInWords = (outcome: Conclusion['outcome'], isFinished: boolean): string => (isFinished ? outcome : outcomesSoFar[outcome])

/** `{小区}_{活动}_表决结果_{yyyyMMddHHmm}.xlsx`; characters that Windows forbids are replaced on saving. */
export function suggestedName(estateName: string, title: string, now: Date, ending: string): string {
  return `${estateName.slice(0, 40)}_${title.slice(0, 60)}_表决结果_${minuteStamp(now)}${ending}`
}

/** `{小区}_{活动}_应诉包_法院版_{yyyyMMddHHmm}.zip`. */
export function suggestedBundleName(estateName: string, title: string, edition: BundleEdition, now = new Date()): string {
  return `${estateName.slice(0, 40)}_${title.slice(0, 60)}_应诉包_${bundleEditionNames[edition]}_${minuteStamp(now)}.zip`
}
