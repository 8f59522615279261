import type { Generated } from 'kysely'

export interface FileTables {
  stored_file: {
    id: Generated<number>
    public_id: string
    /** The user's file name; never used as a path. */
    name: string
    media_type: string
    byte_count: number
    content: Uint8Array
    created_by: number
    created_at: number
    /** Since when nothing refers to it; null while referenced, or not yet checked. */
    unused_since: number | null
  }
}
