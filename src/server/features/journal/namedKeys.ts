import { z } from 'zod'
import type { Db } from '../../database/schema.ts'
import { checkpointStore } from './checkpointStore.ts'

/** The content of an entry that names a signing key. */
const KeyNamed = z.object({ after: z.object({ publickey: z.string(), isHeadKept: z.literal(true).optional() }) })
export type KeyNamed = z.infer<typeof KeyNamed>['after']

/** The public keys named by entries, each with the number of its first entry. */
export async function namedKeys(db: Db): Promise<Map<string, number>> {
  const keys = new Map<string, number>()
  for (const { number, publickey } of await keyEntries(db)) if (!keys.has(publickey)) keys.set(publickey, number)
  return keys
}

/** The keys of servers that keep the newest entry outside of the database (`keptHead.ts`). */
export async function keysThatKeepHeads(db: Db): Promise<ReadonlySet<string>> {
  return new Set((await keyEntries(db)).flatMap(({ publickey, isHeadKept }) => (isHeadKept ? [publickey] : [])))
}

/** The contents of entries that name keys; skips malformed ones. */
async function keyEntries(db: Db): Promise<(KeyNamed & { readonly number: number })[]> {
  const entries = await checkpointStore(db).keyEntries()
  return entries.flatMap(({ number, content }) => {
    try {
      return [{ number, ...KeyNamed.parse(JSON.parse(content ?? '')).after }]
    } catch {
      return []
    }
  })
}
