import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { good, makeActivity } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { percentile, timed, type Figure } from './table.ts'

const ROWS = 100_000
/** How long calls are measured while nothing is checked. */
const QUIET_MS = 5_000

/** A check-up of 100,000 houses, over HTTP, while another client asks for lists (`insight.md` section 1). */
export async function benchCheckup(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const server = await startProcess(['--data', folder])
  const token = await memberToken(server.url)
  const client = httpClient(server.url, token)
  try {
    const { estateid: estateId } = good(await client.post('/vtestate/save', { name: '十万套', addr: '路' })) as { estateid: string }
    good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(ROWS), { estateId }))
    const { activityId } = await makeActivity(client, estateId, openNow())
    const quiet = await latenciesDuring(client, () => new Promise((resolve) => setTimeout(resolve, QUIET_MS)))
    const figures: Figure[] = [{ name: 'calls while nothing is checked, p99', value: percentile(quiet, 0.99), unit: 'ms' }]
    for (const [name, subject] of [
      ['an estate', { estateid: estateId }],
      ['a roster', { voteactivityid: activityId }],
    ] as const) {
      const ask = async () => good(await client.get('/roster/checkup', subject))
      let ms = 0
      const latencies = await latenciesDuring(client, async () => ({ ms } = await timed(ask)))
      figures.push(
        { name: `a check-up of ${name} of 100,000 houses`, value: ms, unit: 'ms', aim: { atMost: 5_000 } },
        { name: `a check-up of ${name}: other calls meanwhile, p95`, value: percentile(latencies, 0.95), unit: 'ms', aim: { atMost: 200 } },
        { name: `a check-up of ${name}: other calls meanwhile, p99`, value: percentile(latencies, 0.99), unit: 'ms', aim: { atMost: 100 } },
        { name: `the same again, where nothing has changed`, value: (await timed(ask)).ms, unit: 'ms' },
      )
    }
    return figures
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How long the calls of another client take while the work goes on. */
async function latenciesDuring(client: HttpClient, work: () => Promise<unknown>): Promise<number[]> {
  let isOver = false
  const latencies: number[] = []
  const other = (async () => {
    while (!isOver) {
      latencies.push((await timed(() => client.get('/vtestate/list'))).ms)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  await work()
  isOver = true
  await other
  return latencies
}
