import type { Engine } from '../dialect.ts'

const REFUSAL = 'the journal is append-only'
/** What stays of an entry whose content is erased: all that the chain is made of. */
const KEPT = [
  'number',
  'at',
  'user_id',
  'username',
  'nick_name',
  'address',
  'action',
  'subject',
  'before_data',
  'after_data',
  'previous_hash',
  'hash',
  'row_count',
  'parts_hash',
  'content_hash',
]
const isErasing = [
  'old.content is not null and new.content is null and new.salt is null',
  ...KEPT.map((name) => `new.${name} is not distinct from old.${name}`),
].join(' and ')

const sqlite = [
  `drop trigger audit_entry_update`,
  `create trigger audit_entry_update before update on audit_entry when not (${isErasing}) begin select raise(abort, '${REFUSAL}'); end`,
]

const postgres = [
  `drop trigger audit_entry_change on audit_entry`,
  `create trigger audit_entry_delete before delete on audit_entry for each row execute function audit_refuse()`,
  `create trigger audit_entry_update before update on audit_entry for each row when (not (${isErasing})) execute function audit_refuse()`,
]

/** Statements after which an entry's content and salt may turn to null together, and nothing else of it can change (`proof-layout.md` section 3). */
export const secondFormGuards: Readonly<Record<Engine, readonly string[]>> = { sqlite, postgres }
