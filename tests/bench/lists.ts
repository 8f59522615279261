import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { good, makeActivity } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { median, timed, type Figure } from './table.ts'

const ROWS = 100_000
const TIMES = 7

/** The lists' work beside paging on 100,000 houses, over HTTP: sums, orders, numbers of a filter, a batch of deliveries. */
export async function benchLists(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const server = await startProcess(['--data', folder])
  const client = httpClient(server.url, await memberToken(server.url))
  try {
    const { estateid: estateId } = good(await client.post('/vtestate/save', { name: '十万户', addr: '路' })) as { estateid: string }
    good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(ROWS), { estateId }))
    const { activityId } = await makeActivity(client, estateId, openNow())
    const figures = await figuresOf(client, estateId, activityId)
    return figures
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
    figures.push({ name: `${name}, median`, value: median(samples), unit: 'ms' })
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
  await measure('owners with several ballots', get('/votedef/getunmergedowners', { voteactivityid: activityId }), 3)
  const delivery = { expectedcount: ROWS, votesource: 2, notifytime: '2026-05-01 08:30:00', notifier: '王五', remark: '', pics: [] }
  await measure('deliveries to all of them', post('/vote/savenotifies', { ...roster, ...delivery }), 1)
  await measure('deliveries by status, all delivered', post('/vote/getnofitycounts', roster))
  await measure('deliveries by their time', post('/vote/getnofitypropertieslist', { ...roster, sort: '-time' }))
  return figures
}
