import type { FieldError } from '../../contract/envelope.ts'
import type { TextLimit } from '../../text/limits.ts'
import { chinaDay, daysFrom } from '../../time/chinaTime.ts'
import { policyErrors, type DeliveryPolicy } from '../activity/deliveryPolicy.ts'
import { proxyLimitRange, ruleBasisErrors, type CountingRule } from '../activity/rules.ts'

/** What the owners of an estate may have decided of the way in which they vote, by the wire's names. */
const decided = {
  votetype: '计票方式',
  rulebasis: '议事规则依据',
  deliverypolicy: '认可的送达方式',
  proxylimit: proxyLimitRange.label,
  seatorder: '当选排序',
} as const
/** A field of an activity that can differ from the rules that it names. */
export type RuleField = keyof typeof decided
export const RULE_FIELDS = Object.keys(decided) as RuleField[]

/** What has a clause: the basis is one itself. */
export const clauseNames = {
  votetype: decided.votetype,
  deliverypolicy: decided.deliverypolicy,
  proxylimit: decided.proxylimit,
  seatorder: decided.seatorder,
  noticedays: '表决公告天数',
} as const
export type ClauseField = keyof typeof clauseNames
const CLAUSE_FIELDS = Object.keys(clauseNames) as ClauseField[]
/** The clauses by what they are of; `''` where none is named. */
export type Clauses = Readonly<Record<ClauseField, string>>

export const ruleFieldName = (field: RuleField): string => decided[field]

/** The clauses that are named, each with what it is of: `计票方式：第九条`. */
export const clausesInWords = (clauses: Clauses): string[] =>
  CLAUSE_FIELDS.flatMap((field) => (clauses[field] === '' ? [] : [`${clauseNames[field]}：${clauses[field]}`]))

export const estateRulesLimits = {
  title: { label: '议事规则名称', max: 100, missing: '请输入议事规则名称' },
  clause: { label: '条款', max: 200 },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Days for which the notice of a vote stands before it starts. */
export const noticeDaysRange = { label: '表决公告天数', min: 0, max: 365 } as const

/** 来自议事规则第2版. */
export const versionName = (version: number): string => `第${version}版`

/** By which version an activity goes, and in what it differs: `第2版（与规则不同：计票方式）`. */
export const rulesInWords = (version: number, differing: readonly RuleField[]): string =>
  `${versionName(version)}${differing.length === 0 ? '' : `（与规则不同：${differing.map(ruleFieldName).join('、')}）`}`

/** The version by which an activity goes with its clauses, in a line of a document. */
export function rulesLine(
  { version, title, effectiveFrom, clauses }: { readonly version: number; readonly title: string; readonly effectiveFrom: string; readonly clauses: Clauses },
  differing: readonly RuleField[],
): string {
  const differs = differing.length === 0 ? [] : [`本次表决与该规则不同：${differing.map(ruleFieldName).join('、')}`]
  return [`《${title}》${versionName(version)}，${effectiveFrom}起生效`, ...clausesInWords(clauses), ...differs].join('；')
}

interface Decided {
  readonly countingRule: CountingRule
  readonly ruleBasis: string
  readonly proxyLimit: number | null
  readonly deliveryPolicy: DeliveryPolicy
}

/** What is wrong with rules beyond their single fields, as of an activity. */
export const estateRulesErrors = (rules: Decided): FieldError[] => [...ruleBasisErrors(rules), ...policyErrors(rules.deliveryPolicy)]

/** A policy as it is compared: neither the order of the ways nor that of their evidence tells anything. */
const policyText = (policy: DeliveryPolicy): string =>
  JSON.stringify(
    policy
      .toSorted((one, other) => one.method - other.method)
      .map(({ method, clause, evidence, days }) => [method, clause, [...new Set(evidence)].toSorted(), days]),
  )

/** The fields in which an activity differs from the rules that it names. */
export function rulesDiffer(
  rules: Decided & { readonly seatOrder: number | null },
  activity: Omit<Decided, 'countingRule'> & { readonly countingRule: CountingRule | null; readonly topics: readonly { readonly seatOrder: number | null }[] },
): RuleField[] {
  const { seatOrder } = rules
  const differs: Readonly<Record<RuleField, boolean>> = {
    votetype: rules.countingRule !== activity.countingRule,
    rulebasis: rules.ruleBasis !== activity.ruleBasis,
    deliverypolicy: policyText(rules.deliveryPolicy) !== policyText(activity.deliveryPolicy),
    proxylimit: rules.proxyLimit !== activity.proxyLimit,
    seatorder: seatOrder !== null && activity.topics.some((topic) => topic.seatOrder !== null && topic.seatOrder !== seatOrder),
  }
  return RULE_FIELDS.filter((field) => differs[field])
}

/**
 * Whether a notice has stood for some days when a vote starts: by articles 201 and 203 of the Civil Code its first day is not counted, and its last
 * ends at 24:00.
 *
 * @param startsAt epoch ms
 */
export const noticeHasRun = ({ dateFrom, dateTo }: { readonly dateFrom: string; readonly dateTo: string }, days: number, startsAt: number): boolean =>
  Math.min(daysFrom(dateFrom, dateTo), daysFrom(dateFrom, chinaDay(startsAt)) - 1) >= days
