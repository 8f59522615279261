import type { Generated } from 'kysely'
import type { SeatOrder } from '#shared/features/activity/elections.ts'
import type { CountingRule } from '#shared/features/activity/rules.ts'

/** An immutable version of an estate's 议事规则. */
export interface EstateRulesTable {
  id: Generated<number>
  public_id: string
  estate_id: number
  /** Counts from 1 in each estate. */
  version: number
  title: string
  /** `YYYY-MM-DD`. */
  effective_from: string
  counting_rule: CountingRule
  rule_basis: string
  proxy_limit: number | null
  /** JSON: the accepted delivery methods; null: none. */
  delivery_policy: string | null
  seat_order: SeatOrder | null
  notice_days: number
  /** JSON: a text per field of `Clauses`. */
  clauses: string
  /** JSON: names and paths of stored files. */
  files: string
  created_by: number
  created_at: number
}
export interface EstateRulesTables {
  estate_rules: EstateRulesTable
}
