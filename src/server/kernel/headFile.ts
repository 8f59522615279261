import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** A journal entry by number and hash; number 0 = an empty journal. */
const Head = z.object({ number: z.int().min(0), hash: z.string().regex(/^[\da-f]{64}$/) })
export type Head = z.infer<typeof Head>

/**
 * Keeps a database's newest entry outside of it, with the signing key (`proof.md` section 8).
 *
 * The file of one database is `keys/head.json` of the database in the data folder, a name of its own for each PostgreSQL database.
 *
 * @param databaseUrl of a PostgreSQL database; its user and password are not part of its name
 */
export function headFileIn(dataFolder: string, databaseUrl?: string) {
  const folder = join(dataFolder, 'keys')
  const file = join(folder, databaseUrl === undefined ? 'head.json' : `head-${nameOf(databaseUrl)}.json`)
  return {
    /** The last one kept; null if missing or unreadable. */
    read: (): Head | null => {
      try {
        return Head.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null
      } catch {
        return null
      }
    },
    /** Replaces it atomically, flushed to disk. */
    write: async ({ number, hash }: Head): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = await open(`${file}.new`, 'w', 0o600)
      try {
        await unfinished.writeFile(JSON.stringify({ number, hash }))
        await unfinished.sync()
      } finally {
        await unfinished.close()
      }
      await rename(`${file}.new`, file)
    },
  }
}
export type HeadFile = ReturnType<typeof headFileIn>

function nameOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 12)
}
