import type { CheckpointKind } from '#shared/features/audit/checkpoint.ts'
import type { EntryKind } from '#shared/contract/auditLabels.ts'

export interface AuditTables {
  audit_entry: {
    /** Counts up from 1 without a gap. */
    number: number
    at: number
    user_id: number
    username: string
    nick_name: string
    address: string
    /** The endpoint's dotted name. */
    action: string
    /** The public id of what was changed. */
    subject: string
    previous_hash: string
    hash: string
    /** Rows of a big change, which are in `audit_part`; 0 if none. */
    row_count: number
    /** Over the parts, see `partsHash` (chain.ts); `''` if none. */
    parts_hash: string
    /** SHA-256 over salt and content. */
    content_hash: string
    /** 32 hexadecimal characters; null where the content was erased. */
    salt: string | null
    /** Canonical JSON, see `EntryContent` (entryContent.ts); null as the salt is. */
    content: string | null
  }
  /** The rows of a big change, 500 a part. */
  audit_part: {
    number: number
    /** From 1. */
    part: number
    /** JSON: what each row was before, null if it is new. */
    before_data: string
    /** JSON: what each became, in the same order. */
    after_data: string
  }
  /**
   * An entry in words, made when it was written: so that the list and its search never read contents.
   *
   * Derived, and not what the hash covers: the entry itself is what counts.
   */
  audit_summary: {
    number: number
    /** The entry's, which in its own row is behind the contents. */
    hash: string
    subject_name: string
    /** The public id; `''` if it is of no activity. */
    activity_id: string
    activity_title: string
    summary: string
    /** Lower-cased: what the list's condition is looked for in. */
    search_text: string
    /** Of an import: JSON with its counts and its file's name; else null. */
    import_data: string | null
    /** Of the entry's action: by it the list is filtered. */
    kind: EntryKind
  }
  /** The last check of the whole journal. */
  audit_check: {
    /** Always 1: the one row. */
    id: number
    checked_at: number
    /** Who had it checked. */
    username: string
    /** Entries that fit. */
    entry_count: number
    /** The first entry that does not fit; null if all do. */
    broken_at: number | null
    /** Differences between the tables and the journal, and faults of checkpoints. */
    fault_count: number
    /** Files that are not as the journal tells. */
    file_fault_count: number
  }
  /** Signed states of the chain, which only ever get a next row (`proof-layout.md` section 5). */
  checkpoint: {
    /** Counts up from 1 without a gap. */
    id: number
    kind: CheckpointKind
    /** The entry's that it is of. */
    number: number
    hash: string
    made_at: number
    /** The public id; `''` of no activity. */
    activity_id: string
    public_key: string
    /** Canonical JSON: what is signed; the columns before it say the same. */
    content: string
    signature: string
  }
}
