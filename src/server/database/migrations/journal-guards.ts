import type { Engine } from '../dialect.ts'

const REFUSAL = 'the journal is append-only'

/**
 * Rows that may not be inserted, as a condition on the new row.
 *
 * Entries and checkpoints are numbered without gaps, parts precede their entry and summaries occur once: so SQLite's
 * `INSERT OR REPLACE`, which removes a row without firing DELETE triggers, never finds one to replace.
 */
const refusedRows = {
  audit_entry: 'new.number <> (select coalesce(max(number), 0) + 1 from audit_entry)',
  audit_part: `new.number <= (select coalesce(max(number), 0) from audit_entry)
    or exists (select 1 from audit_part where number = new.number and part = new.part)`,
  audit_summary: 'exists (select 1 from audit_summary where number = new.number)',
  checkpoint: 'new.id <> (select coalesce(max(id), 0) + 1 from checkpoint)',
} as const
type Table = keyof typeof refusedRows

const stays = (names: readonly string[]): string[] => names.map((name) => `new.${name} is not distinct from old.${name}`)

/** The columns kept of an erased entry: everything that the chain is computed from. */
const KEPT = ['number', 'at', 'user_id', 'username', 'nick_name', 'address', 'action', 'subject', 'previous_hash', 'hash', 'row_count', 'parts_hash']

/** Content and salt become null together. */
const isErasing = [...stays([...KEPT, 'content_hash']), 'old.content is not null and new.content is null and new.salt is null'].join(' and ')

/** Whether the old row's entry is erased. */
const isErased = 'exists (select 1 from audit_entry where number = old.number and content is null)'

/** Removes the names from a summary; `older` has the conditions of its first version's other columns. */
const isBlanking = (older: readonly string[] = []): string =>
  [...stays(['number', 'activity_id', 'activity_title', 'kind']), `new.subject_name = '' and new.summary = '' and new.import_data is null`]
    .concat(older, isErased)
    .join(' and ')

/** Allowed changes of existing rows, as a condition; all others are refused. */
const allowedChanges: Readonly<Record<Table, { readonly update?: string; readonly delete?: string }>> = {
  audit_entry: { update: isErasing },
  audit_part: { delete: isErased },
  audit_summary: { update: isBlanking([...stays(['hash']), `new.search_text = ''`]) },
  checkpoint: {},
}

const tables = Object.keys(refusedRows) as readonly Table[]
const acts = ['update', 'delete'] as const

type Act = 'insert' | 'update' | 'delete'

const sqliteTrigger = (table: Table, act: Act, refused: string): string =>
  `create trigger ${table}_${act} before ${act} on ${table}${refused === '' ? '' : ` when ${refused}`} begin select raise(abort, '${REFUSAL}'); end`

const sqlite = tables.flatMap((table) => {
  const changes = acts.map((act) => sqliteTrigger(table, act, allowedChanges[table][act] === undefined ? '' : `not (${allowedChanges[table][act]})`))
  return [...changes, sqliteTrigger(table, 'insert', refusedRows[table])]
})

/** A trigger's condition may not contain a query, but a function may. */
const postgresTrigger = (table: Table, act: Act, refused: string): string[] => [
  `create function ${table}_${act}_guard() returns trigger language plpgsql as $$
     begin if ${refused} then raise exception '${REFUSAL}'; end if; return ${act === 'delete' ? 'old' : 'new'}; end $$`,
  `create trigger ${table}_${act} before ${act} on ${table} for each row execute function ${table}_${act}_guard()`,
]

const postgres = tables.flatMap((table) => [
  `create function ${table}_truncate_guard() returns trigger language plpgsql as $$ begin raise exception '${REFUSAL}'; end $$`,
  `create trigger ${table}_truncate before truncate on ${table} for each statement execute function ${table}_truncate_guard()`,
  ...acts.flatMap((act) => postgresTrigger(table, act, `not (${allowedChanges[table][act] ?? 'false'})`)),
  ...postgresTrigger(table, 'insert', refusedRows[table]),
])

const guards: Readonly<Record<Engine, readonly string[]>> = { sqlite, postgres }

/**
 * Statements that make the journal and its checkpoints append-only, except that an entry's content may be erased, with its parts and the
 * words of its summary (`proof-layout.md` section 3). Verification checks that a later entry records the erasure.
 */
export const journalGuards = (engine: Engine): readonly string[] => guards[engine]

/** The guard of a summary without its first version's other columns, in place of that one. */
export const summaryGuard: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ['drop trigger audit_summary_update', sqliteTrigger('audit_summary', 'update', `not (${isBlanking()})`)],
  postgres: ['drop function audit_summary_update_guard() cascade', ...postgresTrigger('audit_summary', 'update', `not (${isBlanking()})`)],
}
