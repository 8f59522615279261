import type { Db } from '../../database/schema.ts'

/** Keys per statement. */
const AT_ONCE = 500

/** The property columns that erasing needs. */
export interface ErasableProperty {
  readonly key: number
  /** The public id. */
  readonly id: string
}

/** All properties of an estate, oldest first. */
export const erasableProperties = (db: Db, estateKey: number): Promise<ErasableProperty[]> =>
  db.selectFrom('property').select(['id as key', 'public_id as id']).where('estate_id', '=', estateKey).orderBy('id').execute()

/** Deletes properties from the registry, with their owners. */
export async function eraseProperties(tx: Db, properties: readonly ErasableProperty[]): Promise<void> {
  for (let from = 0; from < properties.length; from += AT_ONCE) {
    const keys = properties.slice(from, from + AT_ONCE).map(({ key }) => key)
    await tx.deleteFrom('property').where('id', 'in', keys).execute()
  }
}
