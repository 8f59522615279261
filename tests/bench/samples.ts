import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { good, makeActivity, recordsOf, takeSteps, topic } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { postFromClients } from './clients.ts'
import { median, timed, type Figure } from './table.ts'

/** Votes with a paper: `SAMPLE_PAPERS=300` is a quick check that it works. */
const PAPERS = Number(process.env['SAMPLE_PAPERS'] ?? 3_000)
const ROUNDS = 9

/** A paper sample of a close vote: the call that its screen makes after every paper. */
export async function benchSamples(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-samples-'))
  const server = await startProcess(['--data', folder])
  try {
    const token = await memberToken(server.url)
    const client = httpClient(server.url, token)
    const { estateid: estateId } = good(await client.post('/vtestate/save', { name: '大区', addr: '路' }))
    good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(PAPERS), { estateId }))
    const topics = Array.from({ length: 6 }, (_, index) => topic(`议题${index + 1}`))
    const made = await makeActivity(client, estateId, { ...openNow(), topics })
    const { activityId: voteactivityid } = made
    await takeSteps(client, voteactivityid, 'start')
    const { papers } = good(await client.post('/paper/issue', { voteactivityid, xpath: '' })) as { papers: { code: string }[] }
    const votes = papers.map(({ code }, index) => ({
      voteactivityid,
      markedcodes: [code],
      records: recordsOf(made.topics, index % 20 < 11 ? '111111' : '222222'),
      votername: '',
      votermobileno: '',
      voteridno: '',
    }))
    await postFromClients({ url: server.url, token, path: '/vote/do', next: () => votes.shift() ?? null, clients: 16, ms: 600_000 })
    await takeSteps(client, voteactivityid, 'startTally')
    const items = made.topics.map(({ votetopicid }) => ({ votetopicid, voteoptionid: '' }))
    const opening = await timed(async () => good(await client.post('/sample/open', { voteactivityid, mode: 1, risk: 5, items, counted: PAPERS })))
    const { sampleid } = opening.value as { sampleid: string }
    const seeding = await timed(async () => good(await client.post('/sample/seed', { sampleid, digits: '35264113526411352641' })))
    const [gets, lists]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      gets.push((await timed(async () => good(await client.get('/sample/get', { sampleid })))).ms)
      lists.push((await timed(async () => good(await client.get('/sample/list', { voteactivityid })))).ms)
    }
    return [
      { name: `a sample of ${PAPERS} papers, as its screen asks for it`, value: median(gets), unit: 'ms', aim: { atMost: 100 } },
      { name: '  the list of samples', value: median(lists), unit: 'ms' },
      { name: '  its list frozen', value: opening.ms, unit: 'ms' },
      { name: '  drawn from', value: seeding.ms, unit: 'ms' },
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
