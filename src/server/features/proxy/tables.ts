import type { Generated } from 'kysely'

/** An owner's order that somebody votes for one ballot. */
export interface ProxyTable {
  id: Generated<number>
  public_id: string
  activity_id: number
  ballot_id: number
  agent_name: string
  agent_phone: string
  agent_id_number: string
  /** JSON: public ids of topics; `[]` is all of them. */
  topic_ids: string
  /** null: as long as the vote goes on. */
  valid_until: number | null
  /** JSON: paths of stored files. */
  pictures: string
  created_by: number
  created_at: number
  revoked_by: number | null
  revoked_at: number | null
  revoke_reason: string
}
export interface ProxyTables {
  proxy: ProxyTable
}
