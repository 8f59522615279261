import { sql } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { schemaFaultInWords, type SchemaFault } from '#shared/features/journal/schemaFaults.ts'
import { systemCaller, type Caller } from '../../http/context.ts'
import type { Log } from '../../kernel/log.ts'
import type { JournaledDatabase } from './journal.ts'
import { digestOf, knownOf, type Known, type KnownInWords } from './known.ts'

/** Subject of the entries about it. */
const SUBJECT = 'schema'
const NAME = '数据库的结构'

/** Checks of the database's schema (`proof.md` section 8). */
export function createSchemaChecks({ database, log }: { readonly database: JournaledDatabase; readonly log: Pick<Log, 'warn'> }) {
  async function blocking(): Promise<readonly SchemaFault[]> {
    const { faults } = await database.checkSchema()
    return (faults ?? []).filter(({ blocks }) => blocks)
  }

  const wordOf = (faults: readonly SchemaFault[]) => knownOf(database.read, { action: 'audit.acceptSchema', subject: SUBJECT }, faults)

  return {
    /** Deviations from the program's schema, null if it cannot be compared; and the acknowledgement of exactly these. */
    schemaFaults: async (): Promise<{ schema: SchemaFault[] | null; schemaKnown: Known | null }> => {
      const { faults } = await database.checkSchema()
      return { schema: faults && [...faults], schemaKnown: await wordOf((faults ?? []).filter(({ blocks }) => blocks)) }
    },

    /**
     * Throws on deviations that block a result until an administrator acknowledges them.
     *
     * @returns acknowledged deviations, for the report's first sheet; null if there are none
     * @throws Refusal `audit.schemaDiffers` (402)
     */
    async requireSchema(): Promise<KnownInWords | null> {
      const faults = await blocking()
      if (faults.length === 0) return null
      const known = await wordOf(faults)
      if (!known) throw new Refusal('audit.schemaDiffers', { count: faults.length })
      return { ...known, what: '数据库的结构被改动过', sentences: faults.map(schemaFaultInWords) }
    },

    /**
     * Records an administrator's acknowledgement of exactly the current deviations, for all activities.
     *
     * @throws Refusal `audit.schemaIsOwn` (409)
     */
    async acceptSchema({ reason }: { readonly reason: string }, caller: Caller): Promise<void> {
      const faults = await blocking()
      if (faults.length === 0) throw new Refusal('audit.schemaIsOwn')
      const after = { name: NAME, reason, differenceCount: faults.length, schemaFaults: faults.map(schemaFaultInWords), sha256: digestOf(faults) }
      await database.write(async ({ journal }) => journal.record({ caller, action: 'audit.acceptSchema', subject: SUBJECT, before: null, after }))
    },

    /**
     * Recreates missing triggers and non-unique indexes: at the start, before serving.
     *
     * Never throws: an unwritable database is still served, and verifying the journal reports what is missing.
     */
    mendSchema: () => mend().catch((err: unknown) => log.warn({ err }, 'the schema is not mended')),
  }

  async function mend(): Promise<void> {
    const { missing } = await database.checkSchema()
    if (missing.size === 0) return
    await database.write(async ({ tx, journal }) => {
      for (const statement of [...missing.values()].flat()) await sql.raw(statement).execute(tx)
      journal.record({ caller: systemCaller, action: 'audit.schemaMended', subject: SUBJECT, before: null, after: { name: NAME, mended: [...missing.keys()] } })
    })
  }
}
export type SchemaChecks = ReturnType<typeof createSchemaChecks>
