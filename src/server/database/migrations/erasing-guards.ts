import type { Engine } from '../dialect.ts'

const REFUSAL = 'the journal is append-only'

/** What stays of every entry whose contents are erased: all that the chain is made of. */
const KEPT = [
  'number',
  'at',
  'user_id',
  'username',
  'nick_name',
  'address',
  'action',
  'subject',
  'previous_hash',
  'hash',
  'row_count',
  'parts_hash',
  'content_hash',
]
const stays = (names: readonly string[]): string[] => names.map((name) => `new.${name} is not distinct from old.${name}`)

/** Of the second form content and salt turn to null together; of the first both contents become empty, which no JSON is. */
const isErasing = `(${[...stays([...KEPT, 'before_data', 'after_data']), 'old.content is not null and new.content is null and new.salt is null'].join(
  ' and ',
)}) or (${[...stays([...KEPT, 'content', 'salt']), `old.content_hash = '' and old.after_data <> '' and new.before_data = '' and new.after_data = ''`].join(
  ' and ',
)})`

/** Whether the entry of an old row is erased. */
const isErased = `exists (
  select 1 from audit_entry where number = old.number and case when content_hash = '' then before_data = '' and after_data = '' else content is null end
)`
/** A summary that names nobody any more. */
const isBlanking = [
  ...stays(['number', 'hash', 'activity_id', 'activity_title', 'kind']),
  `new.subject_name = '' and new.summary = '' and new.search_text = '' and new.import_data is null`,
].join(' and ')

const sqlite = [
  `drop trigger audit_entry_update`,
  `create trigger audit_entry_update before update on audit_entry when not (${isErasing}) begin select raise(abort, '${REFUSAL}'); end`,
  `drop trigger audit_part_delete`,
  `create trigger audit_part_delete before delete on audit_part when not (${isErased}) begin select raise(abort, '${REFUSAL}'); end`,
  `drop trigger audit_summary_update`,
  `create trigger audit_summary_update before update on audit_summary when not (${isBlanking} and ${isErased}) begin select raise(abort, '${REFUSAL}'); end`,
]

const postgres = [
  `drop trigger audit_entry_update on audit_entry`,
  `create trigger audit_entry_update before update on audit_entry for each row when (not (${isErasing})) execute function audit_refuse()`,
  `drop trigger audit_part_change on audit_part`,
  `create trigger audit_part_update before update on audit_part for each row execute function audit_refuse()`,
  `create function audit_part_erase() returns trigger language plpgsql as $$
   begin if not (${isErased}) then raise exception '${REFUSAL}'; end if; return old; end $$`,
  `create trigger audit_part_delete before delete on audit_part for each row execute function audit_part_erase()`,
  `drop trigger audit_summary_change on audit_summary`,
  `create trigger audit_summary_delete before delete on audit_summary for each row execute function audit_refuse()`,
  `create function audit_summary_blank() returns trigger language plpgsql as $$
   begin if not (${isBlanking} and ${isErased}) then raise exception '${REFUSAL}'; end if; return new; end $$`,
  `create trigger audit_summary_update before update on audit_summary for each row execute function audit_summary_blank()`,
]

/**
 * Statements after which an entry's contents can be erased, in either form, and with them its parts and the words of its
 * summary; nothing else of the journal can change. Whether an erasure is told of by a later entry, verify asks.
 */
export const erasingGuards: Readonly<Record<Engine, readonly string[]>> = { sqlite, postgres }
