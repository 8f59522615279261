import { ChangeStatus } from '#shared/features/property-change/rules.ts'
import type { Db } from '../../database/schema.ts'
import { chunksOf } from '../../database/rows.ts'

/** Requests that go with an activity or with properties of the registry. */
export interface FoundChanges {
  readonly keys: readonly number[]
  readonly ids: readonly string[]
  /** Texts that hold the paths of their pictures. */
  readonly pictures: readonly string[]
  /** Requests among them that wait for a decision. */
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

/** The requests that were made within an activity. */
export const changesOfActivity = async (db: Db, activityKey: number): Promise<FoundChanges> =>
  found(await db.selectFrom('property_change').select(COLUMNS).where('activity_id', '=', activityKey).execute())

/** The requests about some properties that are of no activity, and the properties that have one which waits, whatever it is of. */
export async function changesOfProperties(
  db: Db,
  properties: ReadonlySet<string>,
): Promise<{ readonly changes: FoundChanges; readonly waiting: ReadonlySet<string> }> {
  const rows = (await db.selectFrom('property_change').select(COLUMNS).execute()).filter((row) => properties.has(row.property_public_id))
  const waiting = new Set(rows.filter(({ status }) => status === ChangeStatus.pending).map((row) => row.property_public_id))
  return { changes: found(rows.filter((row) => row.activity_id === null && !waiting.has(row.property_public_id))), waiting }
}

/** Requests that are gone, with what they said of anybody. */
export async function eraseChanges(tx: Db, keys: readonly number[]): Promise<void> {
  for (const some of chunksOf(keys)) await tx.deleteFrom('property_change').where('id', 'in', some).execute()
}
