import { good, makeActivity, takeSteps, topic } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { argsOf, onBothDatabases, type BenchDatabase } from './databases.ts'
import { TOPICS } from './filledVote.ts'
import { median, timed, type Figure } from './table.ts'

const RIGHTS = 20_000
const VOTES = 500
const ROUNDS = 5

/** Limits for creating an activity of 20,000 rights (ms). */
const AIMS = { SQLite: 400, PostgreSQL: 800 } as const

/** Calls that write much: an activity with its roster, and 500 votes by named ballots and by paper codes. */
export const benchActivities = (): Promise<Figure[]> => onBothDatabases(activitiesOn)

async function activitiesOn(database: BenchDatabase): Promise<Figure[]> {
  const server = await startProcess(argsOf(database.location))
  try {
    const client = httpClient(server.url, await memberToken(server.url))
    const { estateid: estateId } = good(await client.post('/vtestate/save', { name: '大区', addr: '路' }))
    good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(RIGHTS), { estateId }))
    const topics = Array.from({ length: TOPICS }, (_, index) => topic(`议题${index + 1}`))
    const made: number[] = []
    let voteactivityid = ''
    for (let round = 0; round < ROUNDS; round++) {
      const { ms, value } = await timed(() => makeActivity(client, estateId, { ...openNow(), title: `第${round + 1}次`, topics }))
      voteactivityid = value.activityId
      made.push(ms)
    }
    await takeSteps(client, voteactivityid, 'start')
    const { papers } = good(await client.post('/paper/issue', { voteactivityid, xpath: '' })) as { papers: { code: string; ballotid: string }[] }
    const { topics: known } = good(await client.get('/votedef/get', { id: voteactivityid })) as { topics: { votetopicid: string }[] }
    const records = known.map(({ votetopicid }) => ({ votetopicid, voteresult: 1 }))
    const voter = { voteactivityid, records, votername: '', votermobileno: '', voteridno: '' }
    const vote = async (path: string, named: Record<string, readonly string[]>): Promise<number> => {
      const { ms, value } = await timed(() => client.post(path, { ...voter, ...named }))
      if (good(value).recordids.length !== VOTES) throw new Error('not all have voted')
      return ms
    }
    const next = () => papers.splice(0, VOTES)
    const [named, scanned, tallied]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      named.push(await vote('/vote/do', { ballotIds: next().map(({ ballotid }) => ballotid) }))
      scanned.push(await vote('/vote/do', { markedcodes: next().map(({ code }) => code) }))
    }
    await takeSteps(client, voteactivityid, 'startTally')
    for (let round = 0; round < ROUNDS; round++) tallied.push(await vote('/vote/call', { markedcodes: next().map(({ code }) => code) }))
    const { engine } = database
    const aim = { atMost: 60 }
    return [
      { name: `making an activity of ${RIGHTS.toLocaleString('en')} rights, ${engine}`, value: median(made), unit: 'ms', aim: { atMost: AIMS[engine] } },
      { name: `${VOTES} votes of ${TOPICS} topics in one call, ballots named`, value: median(named), unit: 'ms', aim },
      { name: '  by the codes of papers, which come in by it', value: median(scanned), unit: 'ms', aim },
      { name: '  the same while tallying', value: median(tallied), unit: 'ms', aim },
    ]
  } finally {
    await server.stop()
  }
}
