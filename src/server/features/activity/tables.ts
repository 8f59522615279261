import type { Generated } from 'kysely'
import type { SeatOrder } from '#shared/features/activity/elections.ts'
import type { LawItem } from '#shared/features/activity/law.ts'
import type { ActivityStatus, CountingRule, TopicType, VoteModel } from '#shared/features/activity/rules.ts'

/** An activity (投票活动); lists are stored as JSON. */
export interface ActivityTable {
  id: Generated<number>
  public_id: string
  estate_id: number
  title: string
  /** The lower-cased title, for searching. */
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
  /** JSON: paths of the chosen branches; `[]`: the whole estate. */
  scope_paths: string
  /** JSON: paths of stored files. */
  pictures: string
  /** JSON: names and paths of stored files. */
  files: string
  created_by: number
  created_at: number
  /** Last write, including status steps; strictly increasing. */
  updated_at: number
  /** Maximum ballots per agent; null: no limit. */
  proxy_limit: number | null
  /** JSON: the accepted delivery methods; null: none, all recorded deliveries count alike. */
  delivery_policy: string | null
  /** JSON: each 延期 with its times in epoch ms, in order of creation. */
  extensions: string
  /** Properties whose changes during voting affected the roster's heads or area, counted per change; null: none. */
  adjusted_houses: number | null
  /** 1 = 双人复录 is on; null = off, as in older journal entries. */
  second_entry: 1 | null
  /** The version of the estate's 议事规则 that applies; null if none. */
  rules_id: number | null
  /** When its personal data were erased; null while they are kept. */
  erased_at: number | null
}

/** A topic (议题) of an activity. */
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
  /** The item of article 278 that decides the majority; null: the activity's counting rule. */
  law_item: LawItem | null
  /** Number of options to elect; null if the topic is no election. */
  seats: number | null
  /** null without seats. */
  seat_order: SeatOrder | null
  pictures: string
  files: string
}
/** An option (选项) of a topic. */
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
