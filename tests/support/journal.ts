import { good } from './activities.ts'
import type { Client } from './server.ts'

/** An entry as `GET /audit/get` answers it. */
// oxlint-disable-next-line typescript/no-explicit-any -- the wire as another client sees it
type Entry = any

/** Whole entries that the list finds, newest first; of big changes the first part. */
export async function entriesOf(client: Pick<Client, 'get'>, query: Record<string, string | number>): Promise<Entry[]> {
  const { datas } = good(await client.get('/audit/list', query))
  return Promise.all((datas as { number: number }[]).map(async ({ number }) => good(await client.get('/audit/get', { number }))))
}
