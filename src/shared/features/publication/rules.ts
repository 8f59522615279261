import type { TextLimit } from '../../text/limits.ts'
import { daysFrom } from '../../time/chinaTime.ts'
import { ActivityStatus, type ActivityStep } from '../activity/rules.ts'

/** Kinds of publications (`after.md` section 3). */
export const PublicationKind = { roster: 1, notice: 2, preliminary: 3, result: 4, correction: 5 } as const
export type PublicationKind = (typeof PublicationKind)[keyof typeof PublicationKind]
export const PUBLICATION_KINDS = Object.values(PublicationKind)
export const publicationKindNames = { 1: '清册', 2: '表决公告', 3: '初步结果', 4: '结果', 5: '更正' } as const satisfies Readonly<
  Record<PublicationKind, string>
>

export const publicationLimits = {
  places: { label: '公示地点', max: 2_000, missing: '请输入公示地点' },
  remark: { label: '公示备注', max: 200 },
  reason: { label: '撤回原因', max: 200, missing: '请输入撤回原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Maximum pictures per publication. */
export const MAX_PUBLICATION_PICTURES = 9

export const publicationMessages = { endsBefore: '公示止不能早于公示起' } as const

/** The state chart's step for a kind of publication. */
export const publicationStep = (kind: PublicationKind): Extract<ActivityStep, 'publishNotice' | 'publishResult'> =>
  kind === PublicationKind.roster || kind === PublicationKind.notice ? 'publishNotice' : 'publishResult'

/** The kinds that may be registered in a status. */
export const kindsIn = (status: ActivityStatus): readonly PublicationKind[] =>
  PUBLICATION_KINDS.filter((kind) => (publicationStep(kind) === 'publishResult') === (status === ActivityStatus.finished))

/** The days of a publication, `2026-05-01`. */
export interface PublicationDays {
  readonly dateFrom: string
  readonly dateTo: string
}

/**
 * The number of a day within a publication, by articles 201 and 203 of the Civil Code: the first is not counted, so `dateFrom`
 * is 0; holidays count.
 */
export const publicationDay = ({ dateFrom }: Pick<PublicationDays, 'dateFrom'>, day: string): number => daysFrom(dateFrom, day)

/** The total days of a publication; its last one ends at 24:00. */
export const publicationLength = ({ dateFrom, dateTo }: PublicationDays): number => daysFrom(dateFrom, dateTo)

export const PublicationState = { planned: 0, running: 1, over: 2, withdrawn: 3 } as const
export type PublicationState = (typeof PublicationState)[keyof typeof PublicationState]
export const publicationStateNames = { 0: '未开始', 1: '公示中', 2: '已期满', 3: '已撤回' } as const satisfies Readonly<Record<PublicationState, string>>

/** State of a publication on a day. */
export function publicationState({ dateFrom, dateTo, isWithdrawn }: PublicationDays & { readonly isWithdrawn: boolean }, day: string): PublicationState {
  if (isWithdrawn) return PublicationState.withdrawn
  if (day < dateFrom) return PublicationState.planned
  return day > dateTo ? PublicationState.over : PublicationState.running
}

/** A publication in force, not withdrawn. */
export interface StandingDays extends PublicationDays {
  readonly kind: PublicationKind
}

/** `第3天，至12月3日24时止`; for the first day, which is not counted, `首日不计，至…`. */
export function runningDayInWords(days: PublicationDays, day: string): string {
  const number = publicationDay(days, day)
  const [year = '', month = '', last = ''] = days.dateTo.split('-')
  const end = `${day.startsWith(`${year}-`) ? '' : `${year}年`}${Number(month)}月${Number(last)}日`
  return `${number === 0 ? '首日不计' : `第${number}天`}，至${end}24时止`
}

/** `初步结果公示第3天，至12月3日24时止`, or `初步结果公示首日不计，至…`. */
export const runningInWords = (publication: StandingDays, day: string): string =>
  `${publicationKindNames[publication.kind]}公示${runningDayInWords(publication, day)}`

/** The publications running on a day, earliest end first. */
export const runningOn = <P extends StandingDays>(standing: readonly P[], day: string): P[] =>
  standing
    .filter((each) => publicationState({ ...each, isWithdrawn: false }, day) === PublicationState.running)
    .toSorted((one, other) => (one.dateTo < other.dateTo ? -1 : Number(one.dateTo > other.dateTo)))

/** Whether the notice of a vote is or will be published. */
export const isNoticePublished = (standing: readonly StandingDays[]): boolean => standing.some(({ kind }) => kind === PublicationKind.notice)

/** Whether no reminder to publish the result is needed: it is or will be public, or preliminary figures still are. */
export const isResultPublished = (standing: readonly StandingDays[], day: string): boolean =>
  standing.some(({ kind, dateTo }) => kind === PublicationKind.result || (kind === PublicationKind.preliminary && dateTo >= day))

/** Predefined reasons for withdrawing a publication. */
export const publicationWithdrawReasons = ['内容有误，重新公示', '登记错日期或地点', '重复登记'] as const
