import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { good, makeActivity } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { median, percentile, timed, type Figure } from './table.ts'

const ROWS = 100_000
const ROUNDS = 5
/** How long latencies are measured without a check-up (ms). */
const QUIET_MS = 5_000

/** A check-up of 100,000 properties over HTTP, while another client requests lists (`insight.md` section 1). */
export async function benchCheckup(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  try {
    const { subjects, quiet } = await onServer(folder, prepare)
    const rounds: Round[][] = []
    // A restarted server has no cached findings.
    for (let round = 0; round < ROUNDS; round++) rounds.push(await onServer(folder, (client) => checkUp(client, subjects)))
    const figures: Figure[] = [{ name: 'calls while nothing is checked, p99', value: percentile(quiet, 0.99), unit: 'ms' }]
    for (const [index, { name }] of subjects.entries()) {
      const of = (figure: keyof Round): number => median(rounds.map((round) => round[index]?.[figure] ?? Number.NaN))
      figures.push(
        { name: `a check-up of ${name} of 100,000 properties`, value: of('ms'), unit: 'ms', aim: { atMost: 5_000 } },
        { name: `a check-up of ${name}: other calls meanwhile, p95`, value: of('p95'), unit: 'ms', aim: { atMost: 200 } },
        { name: `a check-up of ${name}: other calls meanwhile, p99`, value: of('p99'), unit: 'ms', aim: { atMost: 100 } },
        { name: `the same again, where nothing has changed`, value: of('againMs'), unit: 'ms' },
      )
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onServer<T>(folder: string, work: (client: HttpClient) => Promise<T>): Promise<T> {
  const server = await startProcess(['--data', folder])
  try {
    return await work(httpClient(server.url, await memberToken(server.url)))
  } finally {
    await server.stop()
  }
}

/** What is checked, by the parameters of the call. */
interface Subject {
  readonly name: string
  readonly query: Record<string, string>
}

async function prepare(client: HttpClient): Promise<{ subjects: readonly Subject[]; quiet: number[] }> {
  const { estateid } = good(await client.post('/vtestate/save', { name: '十万套', addr: '路' })) as { estateid: string }
  good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(ROWS), { estateId: estateid }))
  const { activityId } = await makeActivity(client, estateid, openNow())
  const quiet = await latenciesDuring(client, () => new Promise((resolve) => setTimeout(resolve, QUIET_MS)))
  const subjects = [
    { name: 'an estate', query: { estateid } },
    { name: 'a roster', query: { voteactivityid: activityId } },
  ]
  return { subjects, quiet }
}

interface Round {
  readonly ms: number
  readonly p95: number
  readonly p99: number
  readonly againMs: number
}

async function checkUp(client: HttpClient, subjects: readonly Subject[]): Promise<Round[]> {
  const taken: Round[] = []
  for (const { query } of subjects) {
    const ask = async () => good(await client.get('/roster/checkup', query))
    let ms = 0
    const latencies = await latenciesDuring(client, async () => ({ ms } = await timed(ask)))
    taken.push({ ms, p95: percentile(latencies, 0.95), p99: percentile(latencies, 0.99), againMs: (await timed(ask)).ms })
  }
  return taken
}

/** Latencies of another client during the work. */
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
