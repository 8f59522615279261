import type { Generated } from 'kysely'
import { kept, personal, type TableOf } from '../../database/columns.ts'

/** An owner's authorization to vote with one ballot. */
export const proxyColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  ballot_id: kept<number>(),
  agent_name: personal('name'),
  agent_phone: personal('phone'),
  agent_id_number: personal('idNumber'),
  /** JSON: public ids of topics; `[]`: all. */
  topic_ids: kept<string>(),
  /** null: until the end of the vote. */
  valid_until: kept<number | null>(),
  /** JSON: paths of stored files. */
  pictures: personal('pictures'),
  created_by: kept<number>(),
  created_at: kept<number>(),
  revoked_by: kept<number | null>(),
  revoked_at: kept<number | null>(),
  revoke_reason: personal('words'),
}
export type ProxyTable = TableOf<typeof proxyColumns>
export interface ProxyTables {
  proxy: ProxyTable
}
