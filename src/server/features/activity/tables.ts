import type { Generated } from 'kysely'
import type { SeatOrder } from '#shared/features/activity/elections.ts'
import type { LawItem } from '#shared/features/activity/law.ts'
import type { ActivityStatus, CountingRule, TopicType, VoteModel } from '#shared/features/activity/rules.ts'

/** An activity (投票活动); its lists are kept as JSON. */
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
  /** Ballots that an agent may hold; null: no limit. */
  proxy_limit: number | null
  /** JSON: the accepted ways of delivering; null: none, every delivery on record counts alike. */
  delivery_policy: string | null
  /** JSON: each 延期 with its times in epoch ms, in the order in which they were made. */
  extensions: string
  /** Houses by which its roster's heads or area changed while votes were cast, act by act; null: none. */
  adjusted_houses: number | null
  /** 1: 双人复录 is asked for; null: it is not, as in what older entries of the journal tell. */
  second_entry: 1 | null
  /** The version of the estate's 议事规则 that it goes by; null if none. */
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
  /** The item of article 278 that decides the majority; null: the activity's counting rule does. */
  law_item: LawItem | null
  /** How many options are elected; null if the topic is no election. */
  seats: number | null
  /** null if there are no seats. */
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
