import type { Generated } from 'kysely'
import type { ActivityStatus, CountingRule, TopicType, VoteModel } from '#shared/features/activity/rules.ts'

export interface ActivityTable {
  id: Generated<number>
  public_id: string
  estate_id: number
  title: string
  /** The title lower-cased: what the list searches in. */
  title_key: string
  summary: string
  detail: string
  /** Dictionary TicketType. */
  counting_rule: CountingRule
  /** The article of the 议事规则 that allows rules 3 to 5. */
  rule_basis: string
  starts_at: number
  ends_at: number
  /** Dictionary vote_activity_status. */
  status: ActivityStatus
  /** JSON: paths of the chosen branches; `[]` is the whole estate. */
  scope_paths: string
  /** JSON: paths of stored files. */
  pictures: string
  /** JSON: names and paths of stored files. */
  files: string
  created_by: number
  created_at: number
  /** When it was last written, status steps among it; grows with every write. */
  updated_at: number
}

export interface TopicTable {
  id: Generated<number>
  public_id: string
  activity_id: number
  /** From 1. */
  sort_no: number
  title: string
  /** Dictionary VoteType. */
  topic_type: TopicType
  /** Dictionary VoteModel. */
  vote_model: VoteModel
  pictures: string
  files: string
}
export interface TopicOptionTable {
  id: Generated<number>
  public_id: string
  topic_id: number
  sort_no: number
  title: string
  pictures: string
  files: string
}
export interface ActivityTables {
  activity: ActivityTable
  topic: TopicTable
  topic_option: TopicOptionTable
}
