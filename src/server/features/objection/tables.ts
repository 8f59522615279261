import type { Generated } from 'kysely'
import type { ObjectionDecision, ObjectionKind, ObjectionStatus } from '#shared/features/objection/rules.ts'
import { kept, personal, withdrawable, type TableOf } from '../../database/columns.ts'

/** An owner's objection. */
export const objectionColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  /** Ascending in its activity, from 1. */
  number: kept<number>(),
  /** The publication it responds to; `''` if none. */
  publication_public_id: kept<string>(),
  kind: kept<ObjectionKind>(),
  /** `''` if it is not about a particular ballot. */
  ballot_public_id: kept<string>(),
  /** JSON: public ids of topics. */
  topic_ids: kept<string>(),
  name: personal('name'),
  phone: personal('phone'),
  received_at: kept<number>(),
  content: personal('text'),
  /** JSON: paths of stored files. */
  pictures: personal('pictures'),
  status: kept<ObjectionStatus>(),
  ...withdrawable,
}
export type ObjectionTable = TableOf<typeof objectionColumns>

/** An immutable decision on an objection; the latest is in force. */
export const objectionDecisionColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  objection_id: kept<number>(),
  decision: kept<ObjectionDecision>(),
  reason: personal('words'),
  /** JSON: see `StoredCorrection`. */
  corrections: kept<string>(),
  decided_by: kept<number>(),
  decided_at: kept<number>(),
  is_self_decided: kept<0 | 1>(),
}
export type ObjectionDecisionTable = TableOf<typeof objectionDecisionColumns>

export interface ObjectionTables {
  objection: ObjectionTable
  objection_decision: ObjectionDecisionTable
}
