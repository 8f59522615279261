import type { CheckpointKind } from '#shared/features/journal/checkpoint.ts'
import type { EntryKind } from '#shared/contract/journalLabels.ts'

export interface JournalTables {
  audit_entry: {
    /** Gapless from 1. */
    number: number
    at: number
    user_id: number
    username: string
    nick_name: string
    address: string
    /** The endpoint's dotted name. */
    action: string
    /** The public id of the changed thing. */
    subject: string
    previous_hash: string
    hash: string
    /** Number of a big change's rows, stored in `audit_part`; 0 if none. */
    row_count: number
    /** Over the parts, see `partsHash` (chain.ts); `''` if none. */
    parts_hash: string
    /** SHA-256 over salt and content. */
    content_hash: string
    /** 32 hexadecimal characters; null if the content was erased. */
    salt: string | null
    /** Canonical JSON, see `EntryContent` (entryContent.ts); null together with the salt. */
    content: string | null
  }
  /** The rows of a big change, 500 per part. */
  audit_part: {
    number: number
    /** From 1. */
    part: number
    /** JSON: each row before, null if new. */
    before_data: string
    /** JSON: each row after, in the same order. */
    after_data: string
  }
  /**
   * An entry in words, created when it is written, so that the list and its search never read contents.
   *
   * Derived data, not covered by the hash: the entry itself is authoritative.
   */
  audit_summary: {
    number: number
    subject_name: string
    /** The public id; `''` if it belongs to no activity. */
    activity_id: string
    activity_title: string
    summary: string
    /** For an import: JSON with its counts and its file's name; else null. */
    import_data: string | null
    /** Of the entry's action; the list filters by it. */
    kind: EntryKind
  }
  /** The last check of the whole journal. */
  audit_check: {
    /** Always 1: the single row. */
    id: number
    checked_at: number
    /** The user who ran it. */
    username: string
    /** Number of intact entries. */
    entry_count: number
    /** The first broken entry; null if all are intact. */
    broken_at: number | null
    /** Differences between the tables and the journal, plus faults of checkpoints. */
    fault_count: number
    /** Files that differ from the journal. */
    file_fault_count: number
  }
  /** Signed states of the chain, append-only (`proof-layout.md` section 5). */
  checkpoint: {
    /** Gapless from 1. */
    id: number
    kind: CheckpointKind
    /** The number of its entry. */
    number: number
    hash: string
    made_at: number
    /** The public id; `''` for none. */
    activity_id: string
    public_key: string
    /** Canonical JSON: the signed text; the columns before it repeat it. */
    content: string
    signature: string
  }
}
