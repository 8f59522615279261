import { z } from 'zod'
import { contentOf } from './entryContent.ts'
import type { JournaledDatabase } from './journal.ts'
import { safetyQueries } from './safetyQueries.ts'

/** Copies that are looked through for the last encrypted one; a daily habit of most of a year. */
const COPIES_LOOKED_AT = 300

const Copied = z.object({ fileName: z.string(), isEncrypted: z.boolean().default(false) })

/** A copy that somebody saved where they wanted, as its entry tells. */
export interface SavedCopy {
  /** Epoch ms. */
  readonly at: number
  readonly fileName: string
}

/** What 安全状况 wants to know of the journal. */
export function createSafetyReads({ database }: { readonly database: JournaledDatabase }) {
  return {
    /** The newest copies that left by 备份数据, and of these the newest encrypted one; null where the journal knows of none. */
    async savedCopies(): Promise<{ readonly last: SavedCopy | null; readonly lastEncrypted: SavedCopy | null }> {
      const entries = await safetyQueries(database.read).newestContents('system.backUp', COPIES_LOOKED_AT)
      const copies = entries.flatMap((entry) => {
        const { at } = entry
        // Nothing where the content was erased.
        const copied = Copied.safeParse(contentOf(entry).after).data
        return copied ? [{ at, fileName: copied.fileName, isEncrypted: copied.isEncrypted }] : []
      })
      const copyFacts = (copy: (SavedCopy & { readonly isEncrypted: boolean }) | undefined): SavedCopy | null =>
        copy ? { at: copy.at, fileName: copy.fileName } : null
      return { last: copyFacts(copies[0]), lastEncrypted: copyFacts(copies.find(({ isEncrypted }) => isEncrypted)) }
    },
    /** The time of the entry that has the latest one, in epoch ms; null where there is none. */
    latestTime: async (): Promise<number | null> => (await safetyQueries(database.read).latestTime()) ?? null,
  }
}
