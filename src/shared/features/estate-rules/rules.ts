import type { FieldError } from '../../contract/envelope.ts'
import type { TextLimit } from '../../text/limits.ts'
import { chinaDay, daysFrom } from '../../time/chinaTime.ts'
import { policyErrors, type DeliveryPolicy } from '../activity/deliveryPolicy.ts'
import { proxyLimitRange, ruleBasisErrors, type CountingRule } from '../activity/rules.ts'

/** What an estate's owners may have decided about voting, by wire name. */
const decided = {
  votetype: '计票方式',
  rulebasis: '议事规则依据',
  deliverypolicy: '认可的送达方式',
  proxylimit: proxyLimitRange.label,
  seatorder: '当选排序',
} as const
/** A field of an activity that can differ from its rules. */
export type RuleField = keyof typeof decided
export const RULE_FIELDS = Object.keys(decided) as RuleField[]

/** Fields with a clause: the basis is a clause itself. */
export const clauseNames = {
  votetype: decided.votetype,
  deliverypolicy: decided.deliverypolicy,
  proxylimit: decided.proxylimit,
  seatorder: decided.seatorder,
  noticedays: '表决公告天数',
} as const
export type ClauseField = keyof typeof clauseNames
const CLAUSE_FIELDS = Object.keys(clauseNames) as ClauseField[]
/** The clauses by field; `''` if none is given. */
export type Clauses = Readonly<Record<ClauseField, string>>

export const ruleFieldName = (field: RuleField): string => decided[field]

/** The given clauses with their fields: `计票方式：第九条`. */
export const clausesInWords = (clauses: Clauses): string[] =>
  CLAUSE_FIELDS.flatMap((field) => (clauses[field] === '' ? [] : [`${clauseNames[field]}：${clauses[field]}`]))

export const estateRulesLimits = {
  title: { label: '议事规则名称', max: 100, missing: '请输入议事规则名称' },
  clause: { label: '条款', max: 200 },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Days that the notice of a vote is posted before the start. */
export const noticeDaysRange = { label: '表决公告天数', min: 0, max: 365 } as const

/** As in 来自议事规则第2版. */
export const versionName = (version: number): string => `第${version}版`

/** The version applied by an activity, and the differing fields: `第2版（与规则不同：计票方式）`. */
export const rulesInWords = (version: number, differing: readonly RuleField[]): string =>
  `${versionName(version)}${differing.length === 0 ? '' : `（与规则不同：${differing.map(ruleFieldName).join('、')}）`}`

/** The version of the rules that applies to an activity, with its clauses, as a line of a document. */
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

/** Errors of rules beyond single fields, as for an activity. */
export const estateRulesErrors = (rules: Decided): FieldError[] => [...ruleBasisErrors(rules), ...policyErrors(rules.deliveryPolicy)]

/** A policy normalised for comparison: the order of ways and of their evidence is irrelevant. */
const policyText = (policy: DeliveryPolicy): string =>
  JSON.stringify(
    policy
      .toSorted((one, other) => one.method - other.method)
      .map(({ method, clause, evidence, days }) => [method, clause, [...new Set(evidence)].toSorted(), days]),
  )

/** The fields in which an activity differs from its rules. */
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
 * Whether a notice has been posted for some days when a vote starts: by articles 201 and 203 of the Civil Code its first day is
 * not counted, and its last ends at 24:00.
 *
 * @param startsAt epoch ms
 */
export const noticeHasRun = ({ dateFrom, dateTo }: { readonly dateFrom: string; readonly dateTo: string }, days: number, startsAt: number): boolean =>
  Math.min(daysFrom(dateFrom, dateTo), daysFrom(dateFrom, chinaDay(startsAt)) - 1) >= days
