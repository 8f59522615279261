import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { good, makeActivity } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { median, percentile, timed, type Figure } from './table.ts'

const ROWS = 100_000
const TIMES = 7
/** Sampling interval of the server's memory (ms). */
const LOOK_EVERY = 100
/** Exports per list. */
const EXPORTS = 5
/** How long latencies are measured without exports (ms). */
const QUIET_MS = 5_000

/** Lists besides paging on 100,000 properties over HTTP: totals, sorting, filter counts, a batch of deliveries, exports. */
export async function benchLists(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const server = await startProcess(['--data', folder])
  const token = await memberToken(server.url)
  const client = httpClient(server.url, token)
  try {
    const { estateid: estateId } = good(await client.post('/vtestate/save', { name: '十万户', addr: '路' })) as { estateid: string }
    good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(ROWS), { estateId }))
    const { activityId } = await makeActivity(client, estateId, openNow())
    const figures = await figuresOf(client, estateId, activityId)
    return [...figures, ...(await exportFigures(server, token, estateId, activityId))]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function figuresOf(client: HttpClient, estateId: string, activityId: string): Promise<Figure[]> {
  const figures: Figure[] = []
  const measure = async (name: string, call: () => Promise<unknown>, times = TIMES) => {
    const samples: number[] = []
    for (let turn = 0; turn < times; turn++) samples.push((await timed(call)).ms)
    figures.push({ name: times === 1 ? `${name}, one run` : `${name}, median`, value: median(samples), unit: 'ms' })
  }
  const get = (path: string, query: Record<string, string>) => async () => good(await client.get(path, query))
  const post = (path: string, body: object) => async () => good(await client.post(path, body))
  const roster = { voteactivityid: activityId, name: '', notifystatus: 'all', xpath: '' }
  await measure('a page in its own order', get('/vtpropertyinfo/list', { estateId }))
  await measure('a page by area', get('/vtpropertyinfo/list', { estateId, sort: '-area' }))
  await measure('the sum of all areas', get('/vtpropertyinfo/totals', { estateId }))
  await measure('the sum of what a word finds', get('/vtpropertyinfo/totals', { estateId, condition: '赵' }))
  await measure('deliveries by status, all', post('/vote/getnofitycounts', roster))
  await measure('deliveries by status, of a word', post('/vote/getnofitycounts', { ...roster, name: '赵' }))
  await measure('owners with several ballots', get('/votedef/getunmergedowners', { voteactivityid: activityId }))
  const delivery = { expectedcount: ROWS, votesource: 2, notifytime: '2026-05-01 08:30:00', notifier: '王五', remark: '', pics: [] }
  await measure('deliveries to all of them', post('/vote/savenotifies', { ...roster, ...delivery }), 1)
  await measure('deliveries by status, all delivered', post('/vote/getnofitycounts', roster))
  await measure('deliveries by their time', post('/vote/getnofitypropertieslist', { ...roster, sort: '-time' }))
  return figures
}

/** Lists exported as workbooks while another client pages through the properties. */
async function exportFigures(server: ServerProcess, token: string, estateId: string, activityId: string): Promise<Figure[]> {
  const client = httpClient(server.url, token)
  const headers = { 'x-app-id': 'community-vote-console', 'x-auth-id': token }
  const figures: Figure[] = []
  const exports: readonly (readonly [name: string, path: string, query: Record<string, string>])[] = [
    ['export of all properties', '/vtpropertyinfo/export', { estateId }],
    ['export of what a word finds', '/vtpropertyinfo/export', { estateId, condition: '赵' }],
    ['export of the roster', '/votedef/exportroster', { voteactivityid: activityId }],
  ]
  /** Latencies of another client during the work. */
  const latenciesDuring = async (work: () => Promise<unknown>): Promise<number[]> => {
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
  const quiet = await latenciesDuring(() => new Promise((resolve) => setTimeout(resolve, QUIET_MS)))
  figures.push({ name: 'calls while nothing is exported, p99', value: percentile(quiet, 0.99), unit: 'ms' })
  for (const [name, path, query] of exports) {
    const before = await server.memory()
    let most = before
    const [taken, others]: [number[], number[]] = [[], []]
    const look = setInterval(() => void server.memory().then((now) => (most = Math.max(most, now))), LOOK_EVERY)
    const exporting = async (): Promise<void> => {
      const response = await fetch(`${server.url}/api${path}?${new URLSearchParams(query).toString()}`, { headers })
      if (!response.headers.get('content-type')?.includes('spreadsheet')) throw new Error(await response.text())
      await response.arrayBuffer()
    }
    for (let round = 0; round < EXPORTS; round++) {
      const latencies = await latenciesDuring(async () => taken.push((await timed(exporting)).ms))
      others.push(percentile(latencies, 0.99))
    }
    clearInterval(look)
    figures.push({ name: `${name}, median`, value: median(taken), unit: 'ms' })
    figures.push({ name: `${name}: other calls meanwhile, p99`, value: median(others), unit: 'ms', aim: { atMost: 100 } })
    figures.push({ name: `${name}: growth of the server's memory, at most`, value: (most - before) / 2 ** 20, unit: 'MB' })
  }
  return figures
}
