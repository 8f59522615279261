import { ChangeStatus } from '#shared/features/property-change/rules.ts'
import type { Db } from '../../database/schema.ts'
import { chunksOf } from '../../database/rows.ts'

/** Requests to erase with an activity or with properties of the registry. */
export interface FoundChanges {
  readonly keys: readonly number[]
  readonly ids: readonly string[]
  /** Texts containing the paths of their pictures. */
  readonly pictures: readonly string[]
  /** Number of them still pending. */
  readonly pendingCount: number
}

const COLUMNS = ['id', 'public_id', 'person_pictures', 'property_pictures', 'status', 'property_public_id', 'activity_id'] as const
type Row = Readonly<Record<'id' | 'status', number> & Record<'public_id' | 'person_pictures' | 'property_pictures', string>>

const found = (rows: readonly Row[]): FoundChanges => ({
  keys: rows.map((row) => row.id),
  ids: rows.map((row) => row.public_id),
  pictures: rows.flatMap((row) => [row.person_pictures, row.property_pictures]).filter((pictures) => pictures !== '[]'),
  pendingCount: rows.filter(({ status }) => status === ChangeStatus.pending).length,
})

/** The requests made within an activity. */
export const changesOfActivity = async (db: Db, activityKey: number): Promise<FoundChanges> =>
  found(await db.selectFrom('property_change').select(COLUMNS).where('activity_id', '=', activityKey).execute())

/** The requests about these properties outside any activity, and the properties with a pending request of any kind. */
export async function changesOfProperties(
  db: Db,
  properties: ReadonlySet<string>,
): Promise<{ readonly changes: FoundChanges; readonly waiting: ReadonlySet<string> }> {
  const rows = (await db.selectFrom('property_change').select(COLUMNS).execute()).filter((row) => properties.has(row.property_public_id))
  const waiting = new Set(rows.filter(({ status }) => status === ChangeStatus.pending).map((row) => row.property_public_id))
  return { changes: found(rows.filter((row) => row.activity_id === null && !waiting.has(row.property_public_id))), waiting }
}

/** Deletes requests with their personal data. */
export async function eraseChanges(tx: Db, keys: readonly number[]): Promise<void> {
  for (const some of chunksOf(keys)) await tx.deleteFrom('property_change').where('id', 'in', some).execute()
}
