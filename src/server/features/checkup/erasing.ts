import type { Db } from '../../database/schema.ts'
import { chunksOf } from '../../database/rows.ts'

/** Reasons may name people, and the findings' ids are made of their names and numbers: they go as a whole. */
export async function eraseDismissals(tx: Db, activityKey: number): Promise<void> {
  await tx.deleteFrom('checkup_dismissal').where('activity_id', '=', activityKey).execute()
}

/** What was put aside in an estate about any of some properties; `ids` are those by which the journal knows them. */
export async function dismissalsOfProperties(db: Db, estateKey: number, properties: ReadonlySet<string>) {
  const rows = await db.selectFrom('checkup_dismissal').select(['id', 'public_id', 'houses']).where('estate_id', '=', estateKey).execute()
  const found = rows.filter((row) => (JSON.parse(row.houses) as string[]).some((property) => properties.has(property)))
  return { keys: found.map(({ id }) => id), ids: found.map((row) => row.public_id) }
}

/** Erases what was put aside, by the keys that {@link dismissalsOfProperties} gives. */
export async function eraseDismissalsByKey(tx: Db, keys: readonly number[]): Promise<void> {
  for (const some of chunksOf(keys)) {
    await tx.deleteFrom('checkup_dismissal').where('id', 'in', some).execute()
  }
}
