import { sql, type Kysely } from 'kysely'
import { ownerKey } from '#shared/owner/owners.ts'
import { updateMany, type ColumnTypes } from '../dialect.ts'
import type { MigrationStep } from './step.ts'

/** Rows that are read at once. */
const CHUNK = 5_000

interface OwnerRow {
  readonly id: number
  readonly owner_name: string
  readonly id_number: string
  readonly owner_key: string | null
}

/** Whose properties are is judged again: 无, 0 and the like are no ID number, and one number may be written in several ways (`wire.md` section 3). */
async function makeOwnerKeys(tx: Kysely<unknown>): Promise<void> {
  const db = tx as Kysely<Record<'property' | 'roster_property', OwnerRow>>
  for (const table of ['property', 'roster_property'] as const) {
    for (let after = 0; ;) {
      const { rows } = await sql<OwnerRow>`select id, owner_name, id_number, owner_key from ${sql.table(table)}
        where id > ${after} and id_number <> '' order by id limit ${CHUNK}`.execute(db)
      const changed = rows.flatMap(({ id, owner_name, id_number, owner_key }) => {
        const key = ownerKey(owner_name, id_number)
        return key === owner_key ? [] : [[id, key]]
      })
      if (changed.length > 0) await updateMany(db, table, 'id', ['owner_key'], [], changed)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
  }
}

/** Owners and agents are compared by their ID numbers, however these are written. */
export const ownerKeys = (_types: ColumnTypes): readonly MigrationStep[] => [
  makeOwnerKeys,
  // Who an agent is takes more than one key: the ID number, or name and phone.
  `drop index proxy_of_agent`,
  `alter table proxy drop column agent_key`,
]
