import type { Engine } from '../dialect.ts'

const TABLES = ['audit_entry', 'audit_part', 'audit_summary'] as const
const REFUSAL = 'the journal is append-only'

/**
 * What may not be inserted, as a condition on the new row.
 *
 * Entries follow on each other without a gap, rows come before their entry and summaries once: so that SQLite's `INSERT
 * OR REPLACE`, which removes a row without firing DELETE triggers, finds nothing to replace.
 */
const refusedRows: Readonly<Record<(typeof TABLES)[number], string>> = {
  audit_entry: 'new.number <> (select coalesce(max(number), 0) + 1 from audit_entry)',
  audit_part: `new.number <= (select coalesce(max(number), 0) from audit_entry)
    or exists (select 1 from audit_part where number = new.number and part = new.part)`,
  audit_summary: 'exists (select 1 from audit_summary where number = new.number)',
}

const sqlite = TABLES.flatMap((table) => [
  ...['update', 'delete'].map((act) => `create trigger ${table}_${act} before ${act} on ${table} begin select raise(abort, '${REFUSAL}'); end`),
  `create trigger ${table}_insert before insert on ${table} when ${refusedRows[table]} begin select raise(abort, '${REFUSAL}'); end`,
])

const postgres = [
  `create function audit_refuse() returns trigger language plpgsql as $$ begin raise exception '${REFUSAL}'; end $$`,
  ...TABLES.flatMap((table) => [
    `create trigger ${table}_change before update or delete on ${table} for each row execute function audit_refuse()`,
    `create trigger ${table}_truncate before truncate on ${table} for each statement execute function audit_refuse()`,
    `create function ${table}_check() returns trigger language plpgsql as $$
     begin if ${refusedRows[table]} then raise exception '${REFUSAL}'; end if; return new; end $$`,
    `create trigger ${table}_insert before insert on ${table} for each row execute function ${table}_check()`,
  ]),
]

/** Statements after which the journal's tables take new rows and no other change (`proof-layout.md` section 3). */
export const journalGuards: Readonly<Record<Engine, readonly string[]>> = { sqlite, postgres }
