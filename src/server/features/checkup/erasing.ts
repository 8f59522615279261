import type { Db } from '../../database/schema.ts'
import { chunksOf } from '../../database/rows.ts'

/** Reasons may name people, and the findings' ids derive from names and numbers: dismissals are deleted entirely. */
export async function eraseDismissals(tx: Db, activityKey: number): Promise<void> {
  await tx.deleteFrom('checkup_dismissal').where('activity_id', '=', activityKey).execute()
}

/** An estate's dismissals about any of these properties; `ids` are their subjects in the journal. */
export async function dismissalsOfProperties(db: Db, estateKey: number, properties: ReadonlySet<string>) {
  const rows = await db.selectFrom('checkup_dismissal').select(['id', 'public_id', 'houses']).where('estate_id', '=', estateKey).execute()
  const found = rows.filter((row) => (JSON.parse(row.houses) as string[]).some((property) => properties.has(property)))
  return { keys: found.map(({ id }) => id), ids: found.map((row) => row.public_id) }
}

/** Deletes dismissals by the keys from {@link dismissalsOfProperties}. */
export async function eraseDismissalsByKey(tx: Db, keys: readonly number[]): Promise<void> {
  for (const some of chunksOf(keys)) {
    await tx.deleteFrom('checkup_dismissal').where('id', 'in', some).execute()
  }
}
