import type { Extension } from '#shared/features/activity/contract.ts'
import { isOvervoted, type ElectionSlots } from '#shared/features/activity/elections.ts'
import { answerNames, type ActivityStatus, type CountingRule } from '#shared/features/activity/rules.ts'
import { correctionKindNames } from '#shared/features/objection/rules.ts'
import type { CategoryTotal } from '#shared/features/estate/contract.ts'
import type { PaperFunnel } from '#shared/features/voting/funnel.ts'
import type { ClockCheck } from '../../journal/journalTime.ts'
import type { KnownInWords } from '../../journal/known.ts'
import type { CountedTwice } from '../corrected.ts'
import type { BallotSums } from '../counting.ts'
import type { ElectionResult, SlotResult } from '../results.ts'
import type { ReportBallot } from './ballotQueries.ts'
import type { ReportTotals } from './store.ts'

/** The input of the sheets, from one snapshot. Times are epoch ms, areas integer 0.01 m². */
export interface ReportContext {
  readonly estateName: string
  readonly title: string
  readonly status: ActivityStatus
  readonly rule: CountingRule
  readonly ruleBasis: string
  /** The applicable version of the 议事规则 with its clauses, in a line; empty if none. */
  readonly rulesLines: readonly string[]
  readonly startsAt: number
  readonly endsAt: number
  readonly extensions: readonly Extension[]
  /** Paths of the chosen branches; empty: the whole estate. */
  readonly scopePaths: readonly string[]
  readonly slots: readonly SlotResult[]
  readonly elections: readonly ElectionResult[]
  /** Positions of the elections' options among a record's answers. */
  readonly electionSlots: readonly ElectionSlots[]
  readonly ballots: BallotSums
  readonly totals: ReportTotals
  /** The ballots' papers by stage. */
  readonly funnel: PaperFunnel
  /** Properties whose changes during voting affected the total, and the changes, one line each. */
  readonly adjustedProperties: number
  readonly adjustments: readonly string[]
  /** Second readings of paper votes, by record id, and summarized in a line. */
  readonly secondEntries: ReadonlyMap<string, { readonly state: string; readonly readers: string }>
  readonly secondEntryLines: readonly string[]
  /** The outcome of each sample, one line each. */
  readonly sampleLines: readonly string[]
  /** Corrections after the end, and their effects, one line each; empty if none. */
  readonly correctionLines: readonly string[]
  /** The roster's properties by category. */
  readonly categories: readonly CategoryTotal[]
  readonly journalHead: { readonly number: number; readonly hash: string } | null
  /** Entries up to the head whose clock was behind. */
  readonly clock: ClockCheck
  /** Number of signing keys named in the journal. */
  readonly keyCount: number
  /** Accounts whose role or status does not follow from the journal, one line each. */
  readonly accountFaults: readonly string[]
  /** The 核验码, in groups of four. */
  readonly code: string
  readonly now: number
  /** Acknowledged differences between journal and tables; null if none. */
  readonly known: readonly KnownInWords[]
}

/** `2. 电梯更新`, and `3.1 选聘物业：甲公司` for an option. */
export function slotLabel({ topic, option }: Pick<SlotResult, 'topic' | 'option'>): string {
  return option ? `${topic.sortNo}.${option.sortNo} ${topic.title}：${option.title}` : `${topic.sortNo}. ${topic.title}`
}

/**
 * The sentences on corrections to the official result, for the first sheet.
 *
 * @param namesBallots whether each correction names its ballot
 */
export function correctionLines({ official, corrections, changed }: CountedTwice, namesBallots: boolean): string[] {
  if (corrections.length === 0) return []
  const labelOf = ({ topicId, optionId }: (typeof changed)[number]): string => {
    const slot = official.slots.find(({ topic, option }) => topic.id === topicId && (option?.id ?? '') === optionId)
    return slot ? slotLabel(slot) : ''
  }
  return [
    `更正：投票结束后，成立的异议更正了${corrections.length}项；本报告的各项数字是正式结果，不含更正`,
    ...(changed.length === 0 ? ['更正后重新计算，各议题的结果不变'] : []),
    ...changed.map((each) => `更正后重新计算：${labelOf(each)}　${each.field === 'outcome' ? '结果' : '当选'}由“${each.official}”变为“${each.corrected}”`),
    ...(namesBallots ? corrections.map(({ number, place, kind }) => `异议${number}：${place}　${correctionKindNames[kind]}`) : []),
  ]
}

const answerWords: Readonly<Record<string, string>> = { 0: '未选', ...answerNames }

/** A record's answer to one slot in words; `''` if it has none. */
export const answerAt = (answers: string, position: number): string => answerWords[answers[position] ?? ''] ?? ''

/** The same, with a note if it does not count because the ballot approves more options than there are seats. */
export function countedAnswerAt(answers: string, position: number, elections: readonly ElectionSlots[]): string {
  const said = answerAt(answers, position)
  const isInvalid = elections.some((election) => position >= election.first && position < election.first + election.count && isOvervoted(answers, election))
  return said !== '' && isInvalid ? `${said}（超选无效）` : said
}

export const stateNames: Readonly<Record<ReportBallot['state'], string>> = {
  none: '未表决',
  marked: '已标记',
  voted: '已投票',
  tallied: '已唱票',
  imported: '已投票（导入）',
  void: '已作废',
}
