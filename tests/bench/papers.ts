import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { good, makeActivity, takeSteps, topic } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { median, percentile, timed, type Figure } from './table.ts'

const PAPERS = 10_000
const SCANS = 200
const ROUNDS = 5

/** Issues 10,000 papers in one durable call; then one paper per scan. */
export async function benchPapers(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-papers-'))
  const server = await startProcess(['--data', folder])
  const client = httpClient(server.url, await memberToken(server.url))
  const { estateid: estateId } = good(await client.post('/vtestate/save', { name: '大区', addr: '路' }))
  good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(PAPERS), { estateId }))
  const issued: number[] = []
  let voteactivityid = ''
  let codes: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // A ballot has one paper, so each round uses a new activity.
    voteactivityid = (await makeActivity(client, estateId, { ...openNow(), title: `第${round + 1}次`, topics: [topic('是否同意更新电梯')] })).activityId
    await takeSteps(client, voteactivityid, 'start')
    const issue = await timed(async () => good(await client.post('/paper/issue', { voteactivityid, xpath: '' })))
    codes = (issue.value.papers as { code: string }[]).map(({ code }) => code)
    if (codes.length !== PAPERS) throw new Error(`${codes.length} papers were issued`)
    issued.push(issue.ms)
  }
  const scans: number[] = []
  for (const code of codes.slice(0, SCANS)) scans.push((await timed(async () => good(await client.post('/paper/out', { voteactivityid, codes: [code] })))).ms)
  const [lists, balances]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    lists.push((await timed(async () => good(await client.get('/paper/list', { voteactivityid, pageNo: '500', pageSize: '20' })))).ms)
    balances.push((await timed(async () => good(await client.get('/paper/balance', { voteactivityid })))).ms)
  }
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  return [
    { name: `${PAPERS} papers issued in one call`, value: median(issued), unit: 'ms', aim: { atMost: 3_000 } },
    { name: '  a paper handed out by one scan, median', value: median(scans), unit: 'ms' },
    { name: '  the same, 95th percentile', value: percentile(scans, 0.95), unit: 'ms' },
    { name: '  a page of the list, far behind', value: median(lists), unit: 'ms' },
    { name: '  the balance', value: median(balances), unit: 'ms' },
  ]
}
