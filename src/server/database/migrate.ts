import { sql, type Kysely } from 'kysely'
import { writeBaseline } from '../features/audit/baseline/baseline.ts'
import { ServerStartError } from '../kernel/start-error.ts'
import { columnTypes, engineOf, type ColumnTypes } from './dialect.ts'
import { foundation } from './migrations/001-foundation.ts'
import { vote } from './migrations/002-vote.ts'
import { approvalOutcomes } from './migrations/003-approval-outcomes.ts'
import { imports } from './migrations/004-imports.ts'
import { unusedFiles } from './migrations/005-unused-files.ts'
import { searchAndDesk } from './migrations/006-search-and-desk.ts'
import { normalised } from './migrations/007-normalised.ts'
import { journal } from './migrations/008-journal.ts'
import { searchText } from './migrations/009-search-text.ts'
import { journalKinds } from './migrations/010-journal-kinds.ts'
import { confirmation } from './migrations/011-confirmation.ts'
import { access } from './migrations/012-access.ts'
import { cover } from './migrations/013-cover.ts'
import { journalCheck } from './migrations/014-journal-check.ts'
import { secondForm } from './migrations/015-second-form.ts'
import { checkpoints } from './migrations/016-checkpoints.ts'
import { ownerSalts } from './migrations/017-owner-salts.ts'
import { journalCheckFaults } from './migrations/018-journal-check-faults.ts'
import { retention } from './migrations/019-retention.ts'
import { receipt } from './migrations/020-receipt.ts'
import { extensions } from './migrations/021-extensions.ts'
import { papers } from './migrations/022-papers.ts'
import { lawItems } from './migrations/023-law-items.ts'
import { houseCategories } from './migrations/024-house-categories.ts'
import { proxies } from './migrations/025-proxies.ts'
import { ballotLayouts } from './migrations/026-ballot-layouts.ts'
import { deliveryEvidence } from './migrations/027-delivery-evidence.ts'
import { checkups } from './migrations/028-checkups.ts'
import { routeDoors } from './migrations/029-route-doors.ts'
import { propertyOrder } from './migrations/030-property-order.ts'
import { ownerKeys } from './migrations/031-owner-keys.ts'
import { rosterAdjustments } from './migrations/032-roster-adjustments.ts'
import { deliveryVoids } from './migrations/033-delivery-voids.ts'
import type { MigrationStep } from './migrations/step.ts'
import type { Schema } from './schema.ts'

type Migration = (types: ColumnTypes) => readonly MigrationStep[]

/** Every migration in order; a database's version is how many of them it has had. Only ever add at the end. */
export const migrations: readonly Migration[] = [
  foundation,
  vote,
  approvalOutcomes,
  imports,
  unusedFiles,
  searchAndDesk,
  normalised,
  journal,
  searchText,
  journalKinds,
  confirmation,
  access,
  cover,
  journalCheck,
  secondForm,
  checkpoints,
  ownerSalts,
  journalCheckFaults,
  retention,
  receipt,
  extensions,
  papers,
  lawItems,
  houseCategories,
  proxies,
  ballotLayouts,
  deliveryEvidence,
  checkups,
  routeDoors,
  propertyOrder,
  ownerKeys,
  rosterAdjustments,
  deliveryVoids,
]

/** The version from which on the journal holds what replay needs. */
const SECOND_FORM = migrations.indexOf(secondForm) + 1

/**
 * Brings a database to the newest version, in one transaction, after `backUp` has kept what was there.
 *
 * @param all the migrations there are; a test leaves the newest out
 * @throws ServerStartError when the database was written by a newer version of the program
 */
export async function migrate<S>(db: Kysely<S>, backUp: (version: number) => Promise<void>, all: readonly Migration[] = migrations): Promise<void> {
  await sql`create table if not exists schema_version (version integer not null)`.execute(db)
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db)
  const version = rows[0]?.version ?? 0
  if (version > all.length) throw new ServerStartError('数据库由更新版本的程序创建，请安装最新版本后再打开，数据没有被改动')
  if (version === all.length) return
  if (version > 0) await backUp(version)
  const types = columnTypes[engineOf(db)]
  await db.transaction().execute(async (tx) => {
    // What the types say of the tables is true only after the last step.
    const untyped = tx as unknown as Kysely<unknown>
    for (const migration of all.slice(version)) {
      for (const step of migration(types)) await (typeof step === 'string' ? sql.raw(step).execute(tx) : step(untyped))
    }
    // From here on the tables are those of this program.
    if (version > 0 && version < SECOND_FORM && all.length === migrations.length) await writeBaseline(tx as unknown as Kysely<Schema>)
    await sql`delete from schema_version`.execute(tx)
    await sql`insert into schema_version (version) values (${all.length})`.execute(tx)
  })
}
