import { z } from 'zod'
import type { Db } from '../../database/schema.ts'
import { checkpointStore } from './checkpointStore.ts'

/** What an entry says that names a signing key. */
const KeyNamed = z.object({ after: z.object({ publickey: z.string(), isHeadKept: z.literal(true).optional() }) })
export type KeyNamed = z.infer<typeof KeyNamed>['after']

/** The public keys that entries name, each with the number of the first that does. */
export async function namedKeys(db: Db): Promise<Map<string, number>> {
  const keys = new Map<string, number>()
  for (const { number, publickey } of await keyEntries(db)) if (!keys.has(publickey)) keys.set(publickey, number)
  return keys
}

/** Those of servers that keep the newest entry outside of the database (`keptHead.ts`). */
export async function keysThatKeepHeads(db: Db): Promise<ReadonlySet<string>> {
  return new Set((await keyEntries(db)).flatMap(({ publickey, isHeadKept }) => (isHeadKept ? [publickey] : [])))
}

/** What the entries say that name keys; nothing of one that is not as the journal writes it. */
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
