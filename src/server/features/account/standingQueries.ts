import { sql, type Kysely, type RawBuilder } from 'kysely'
import { AccountStatus } from '#shared/features/account/roles.ts'
import type { Schema } from '../../database/schema.ts'

const counted = (condition: RawBuilder<unknown>) => sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`

/** Queries on how many accounts want somebody to look at them; see standing.ts. */
export function standingQueries(db: Kysely<Schema>) {
  const isActive = sql`status = ${AccountStatus.active}`
  return {
    /** All four numbers of one moment; 0 each where there are no accounts. */
    standing: () =>
      db
        .selectFrom('user')
        .select([
          counted(sql`status = ${AccountStatus.waiting}`).as('waiting'),
          counted(sql`${isActive} and last_login_at is null`).as('neverUsed'),
          counted(sql`${isActive} and must_change_password = 1`).as('mustChangePassword'),
          counted(sql`${isActive} and is_to_check = 1`).as('toCheck'),
        ])
        .executeTakeFirstOrThrow(),
  }
}
