import type { Generated } from 'kysely'
import type { PublicationKind } from '#shared/features/publication/rules.ts'
import { kept, personal, withdrawable, type TableOf } from '../../database/columns.ts'

/** Something posted for the owners. */
export const publicationColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  kind: kept<PublicationKind>(),
  /** Days, `2026-05-01`. */
  date_from: kept<string>(),
  date_to: kept<string>(),
  places: kept<string>(),
  remark: personal('text'),
  /** JSON: paths of stored files. */
  pictures: personal('pictures'),
  ...withdrawable,
}
export type PublicationTable = TableOf<typeof publicationColumns>
export interface PublicationTables {
  publication: PublicationTable
}
