import type { TextLimit } from '../../text/limits.ts'
import { MAX_OPTIONS, MAX_TOPICS } from '../activity/rules.ts'

/** A sample's mode: papers are fetched and reread, or owners are asked whether they voted. */
export const SampleMode = { papers: 1, owners: 2 } as const
export type SampleMode = (typeof SampleMode)[keyof typeof SampleMode]
export const sampleModeNames: Readonly<Record<SampleMode, string>> = { [SampleMode.papers]: '抽票复核', [SampleMode.owners]: '抽样回访' }

/** In percent: how often a wrong outcome may go unnoticed. */
export const SAMPLE_RISKS = [5, 10] as const
export type SampleRisk = (typeof SAMPLE_RISKS)[number]

export const SampleState = { waiting: 0, reading: 1, confirmed: 2, closed: 3 } as const
export type SampleState = (typeof SampleState)[keyof typeof SampleState]

/** Answers of owners asked whether they voted. */
export const AskedAnswer = { voted: 1, notVoted: 2, notReached: 3 } as const
export type AskedAnswer = (typeof AskedAnswer)[keyof typeof AskedAnswer]
export const askedAnswerNames: Readonly<Record<AskedAnswer, string>> = {
  [AskedAnswer.voted]: '投过',
  [AskedAnswer.notVoted]: '没有投过',
  [AskedAnswer.notReached]: '未联系上',
}

export const MAX_ITEMS = MAX_TOPICS * MAX_OPTIONS

export const sampleLimits = {
  digits: { pattern: /^\d{20,40}$/, message: '请输入20至40位数字' },
  reason: { label: '原因', max: 200 },
  remark: { label: '备注', max: 200 },
} as const satisfies Readonly<Record<string, TextLimit | { readonly pattern: RegExp; readonly message: string }>>

/** An outcome's name in the message. */
const outcomeWords = { 通过: '通过', 不通过: '未通过' } as const

/** The values for the message about a sample. */
interface Said {
  readonly mode: SampleMode
  readonly risk: SampleRisk
  /** The sample's number within the activity. */
  readonly number: number
  /** The items' outcomes. */
  readonly outcomes: readonly ('通过' | '不通过')[]
  readonly isConfirmed: boolean
  readonly drawn: number
  readonly read: number
  readonly different: number
  readonly withoutPaper: number
}

/** The message about a finished sample (`reading.md` section 5). */
export function sampleSentence({ mode, risk, number, outcomes, isConfirmed, drawn, read, different, withoutPaper }: Said): string {
  const begins = number === 1 ? '' : `第${number}次抽样：`
  if (!isConfirmed) return `${begins}抽查未能排除结论改变，建议全部复录`
  const words = [...new Set(outcomes)].map((outcome) => `“${outcomeWords[outcome]}”`).join('、')
  if (mode === SampleMode.owners)
    return `${begins}若并非业主所投的票多到足以改变${words}的结论，本次回访未能发现的可能性不超过${risk}%（未联系上的按没有投过计）。`
  return (
    `${begins}若选票与记录不符到足以改变${words}的结论，本次抽查未能发现的可能性不超过${risk}%。抽取${drawn}次，核对${read}张，不符${different}张。` +
    `房屋面积、送达登记和没有选票的${withoutPaper}条记录按记录计，没有录入的选票不在抽查之内。`
  )
}
