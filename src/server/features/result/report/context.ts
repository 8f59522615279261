import type { ActivityStatus, CountingRule } from '#shared/features/activity/rules.ts'
import type { KnownInWords } from '../../audit/replay/service.ts'
import type { BallotSums } from '../counting.ts'
import type { SlotResult } from '../results.ts'
import type { ReportBallot } from './ballotQueries.ts'
import type { ReportTotals } from './store.ts'

/** What the sheets are written from: all of one moment. */
export interface ReportContext {
  readonly estateName: string
  readonly title: string
  readonly status: ActivityStatus
  readonly rule: CountingRule
  readonly ruleBasis: string
  readonly startsAt: number
  readonly endsAt: number
  /** Paths of the chosen branches; none is the whole estate. */
  readonly scopePaths: readonly string[]
  readonly slots: readonly SlotResult[]
  readonly ballots: BallotSums
  readonly totals: ReportTotals
  readonly journalHead: { readonly number: number; readonly hash: string } | null
  /** The 核验码, in groups of four. */
  readonly code: string
  readonly now: number
  /** Differences between journal and tables that an administrator knows of; null where there are none. */
  readonly known: KnownInWords | null
}

/** `2. 电梯更新`, and `3.1 选聘物业：甲公司` for an option. */
export function slotLabel({ topic, option }: Pick<SlotResult, 'topic' | 'option'>): string {
  return option ? `${topic.sortNo}.${option.sortNo} ${topic.title}：${option.title}` : `${topic.sortNo}. ${topic.title}`
}

const answerNames: Readonly<Record<string, string>> = { 0: '未选', 1: '同意', 2: '反对', 3: '弃权' }

/** A record's answer to one slot in words; `''` where it has none. */
export const answerAt = (answers: string, position: number): string => answerNames[answers[position] ?? ''] ?? ''

export const stateNames: Readonly<Record<ReportBallot['state'], string>> = {
  none: '未表决',
  marked: '已标记',
  voted: '已投票',
  tallied: '已唱票',
  void: '已作废',
}
