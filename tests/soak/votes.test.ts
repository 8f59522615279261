import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { DatabaseLocation } from '../../src/server/database/database.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { activityBody, topic } from '../support/activities.ts'
import { property } from '../support/properties.ts'
import { breaches } from '../support/invariants.ts'
import { startCluster, type Cluster } from '../support/postgres.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { formatTime } from '../../src/shared/time/chinaTime.ts'

const SECONDS = process.env['SOAK'] === 'long' ? 60 : 10
const CLIENTS = 8
const BALLOTS = 200
/** Answers to all clients together between two kills. */
const CALLS_BETWEEN_KILLS = 200

/** A client's outcome of one call. `unknown`: the connection broke before the answer. */
interface Event {
  readonly action: 'mark' | 'complete' | 'tally' | 'void' | 'merge' | 'split'
  readonly outcome: 'done' | 'refused' | 'unknown'
  readonly code: number
  readonly recordIds: readonly string[]
}

/** Server processes on one database; a call goes to a running one. */
interface Fleet {
  readonly urls: () => string[]
  killOne(): Promise<void>
  stop(): Promise<void>
}

async function startFleet(size: number, args: readonly string[]): Promise<Fleet> {
  const servers: ServerProcess[] = []
  for (let index = 0; index < size; index++) servers.push(await startProcess(args))
  let turn = 0
  return {
    urls: () => servers.map((server) => server.url),
    async killOne() {
      const index = turn++ % size
      await servers[index]?.kill()
      servers[index] = await startProcess(args)
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

interface Prepared {
  readonly token: string
  readonly activityId: string
  readonly topicId: string
  readonly ballots: { readonly ballotId: string; readonly propertyId: string }[]
}

/** An activity in status 1 over 200 properties, two per owner. */
async function prepare(url: string): Promise<Prepared> {
  const token = await memberToken(url)
  const client = httpClient(url, token)
  const { estateid } = (await client.post('/vtestate/save', { name: '并发', addr: '路' })).data as { estateid: string }
  for (let index = 0; index < BALLOTS; index++) {
    const owner = { personname: `业主${Math.floor(index / 2)}`, areasize: 50 + (index % 7) }
    await client.post('/vtpropertyinfo/save', property(estateid, { room: String(101 + index) }, owner))
  }
  const times = { startdate: formatTime(Date.now() - 3_600_000), enddate: formatTime(Date.now() + 3_600_000) }
  const { voteactivityid } = (await client.post('/votedef/save', activityBody(estateid, { ...times, topics: [topic('并发')] }))).data as {
    voteactivityid: string
  }
  expect((await client.get('/votedef/startvote', { id: voteactivityid })).code).toBe(200)
  const ballots: { ballotId: string; propertyId: string }[] = []
  for (let pageNo = 0; ballots.length < BALLOTS; pageNo++) {
    const found = (await client.get('/vote/queryvotersbycondition', { voteactivityid, condition: `业主${pageNo}` })).data as {
      ballotid: string
      votercode: string
    }[]
    for (const voter of found)
      if (!ballots.some((each) => each.propertyId === voter.votercode)) ballots.push({ ballotId: voter.ballotid, propertyId: voter.votercode })
  }
  const { topics } = (await client.get('/votedef/get', { id: voteactivityid })).data as { topics: { votetopicid: string }[] }
  return { token, activityId: voteactivityid, topicId: topics[0]?.votetopicid ?? '', ballots }
}

/** One client: random steps on random ballots until the time is over, recording the outcomes. */
async function hammer(fleet: Fleet, { token, activityId, topicId, ballots }: Prepared, client: number, until: number, events: Event[]): Promise<void> {
  const known: string[] = []
  const of = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
  const code = () => `C${Math.floor(Math.random() * 400)}`
  const vote = {
    voteactivityid: activityId,
    votername: '某',
    votermobileno: '',
    voteridno: '',
    records: [{ votetopicid: topicId, voteresult: 1 + (client % 3) }],
  }
  const steps: Record<Event['action'], (server: HttpClient) => ReturnType<HttpClient['get']>> = {
    mark: (server) => {
      const { ballotId, propertyId } = of(ballots)
      return server.post('/vote/sign', { ballorighttid: ballotId, voteactivityid: activityId, markedcode: code(), votepropertyid: propertyId })
    },
    complete: (server) =>
      server.post('/vote/do', { ...vote, ballotIds: Array.from({ length: 1 + Math.floor(Math.random() * 2) }, () => of(ballots).ballotId) }),
    tally: (server) => server.post('/vote/call', { ...vote, markedcodes: [code()] }),
    void: (server) => server.get('/vote/disable', { voteActivityId: activityId, recordid: known.length === 0 ? 'none' : of(known) }),
    merge: (server) => {
      const [main, other] = pairOf(Math.floor(Math.random() * (ballots.length / 2)))
      return server.get('/votedef/mergeactivityproperty', {
        voteactivityid: activityId,
        mainrightballotid: main.ballotId,
        needmergepropertyid: other.propertyId,
      })
    },
    split: (server) => {
      const [main, other] = pairOf(Math.floor(Math.random() * (ballots.length / 2)))
      return server.get('/votedef/splitactivityproperty', {
        voteactivityid: activityId,
        mainrightballotid: main.ballotId,
        needsplipropertyid: other.propertyId,
      })
    },
  }
  /** Two properties of one owner, whose ballots may be merged. */
  const pairOf = (pair: number) => [ballots[2 * pair], ballots[2 * pair + 1]] as [Prepared['ballots'][number], Prepared['ballots'][number]]
  const weighted: Event['action'][] = ['mark', 'mark', 'complete', 'complete', 'tally', 'tally', 'void', 'merge', 'split']
  while (Date.now() < until) {
    const action = of(weighted)
    try {
      const answer = await steps[action](httpClient(of(fleet.urls()), token))
      const { recordid, recordids } = Object(answer.data) as { recordid?: string; recordids?: string[] }
      const recordIds = [...(recordid === undefined ? [] : [recordid]), ...(recordids ?? [])]
      known.push(...recordIds)
      events.push({ action, outcome: answer.code === 200 ? 'done' : 'refused', code: answer.code, recordIds })
    } catch {
      events.push({ action, outcome: 'unknown', code: 0, recordIds: [] })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

interface Entry {
  readonly action: string
  readonly subject: string
  readonly after: { readonly status: number } | null
}

async function journal(client: HttpClient): Promise<Entry[]> {
  const { lastnumber: last } = (await client.get('/audit/verify')).data as { lastnumber: number }
  const entries: Entry[] = []
  for (let from = 1; from <= last; from += 100) {
    const numbers = Array.from({ length: Math.min(100, last - from + 1) }, (_, index) => from + index)
    entries.push(...(await Promise.all(numbers.map(async (number) => (await client.get('/audit/get', { number })).data as Entry))))
  }
  return entries
}

/** Allowed transitions: a mark may get another code; a vote may be voided; nothing else. */
const follows: Readonly<Record<string, readonly number[]>> = { none: [0, 1], 0: [0, 1], 1: [2], 2: [] }

/** Minimum number of kills. */
const KILLS = 3

async function run(location: DatabaseLocation, size: number, args: readonly string[]): Promise<void> {
  const fleet = await startFleet(size, args)
  const [first = ''] = fleet.urls()
  const prepared = await prepare(first)
  const events: Event[] = []
  const end = Date.now() + SECONDS * 1000
  let kills = 0
  const killing = (async () => {
    // On a slow machine the time may be over before enough kills.
    while (Date.now() < end - 2_000 || kills < KILLS) {
      // Every client has progressed since the last one.
      const answered = events.length + CALLS_BETWEEN_KILLS
      while (events.length < answered && Date.now() < end - 2_000) await new Promise((resolve) => setTimeout(resolve, 10))
      await fleet.killOne()
      kills++
    }
  })()
  // First marks and desk votes, then the tally.
  const hammerAll = (until: number) => Promise.all(Array.from({ length: CLIENTS }, (_, client) => hammer(fleet, prepared, client, until, events)))
  await hammerAll(end - (SECONDS * 1000) / 3)
  const toTally = async (): Promise<void> => {
    try {
      await httpClient(fleet.urls().at(-1) ?? '', prepared.token).get('/votedef/callvote', { id: prepared.activityId })
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100)).then(toTally)
    }
  }
  await toTally()
  await hammerAll(end)
  // The same for the first ballot that is tallied.
  const hasTallied = () => events.some(({ action, outcome }) => action === 'tally' && outcome === 'done')
  for (let round = 0; round < 15 && !(hasTallied() && kills >= KILLS); round++) await hammerAll(Date.now() + 2_000)
  await killing
  expect(kills).toBeGreaterThanOrEqual(KILLS)

  const client = httpClient(fleet.urls()[0] ?? '', prepared.token)
  const entries = (await journal(client)).filter(({ action }) => ['voting.mark', 'voting.complete', 'voting.tally', 'voting.void'].includes(action))
  // Every row has its journal entry, and every signature is valid, whatever was killed.
  expect((await client.get('/audit/verify')).data).toMatchObject({ intact: true, replay: { differencecount: 0 }, checkpoints: { faultcount: 0 } })
  const states = new Map<string, number>()
  for (const { subject, after, action } of entries) {
    const status = after?.status ?? -1
    expect(follows[String(states.get(subject) ?? 'none')], `${action} of ${subject}`).toContain(status)
    states.set(subject, status)
  }
  const acknowledged = events.filter(({ outcome }) => outcome === 'done')
  for (const { action, recordIds } of acknowledged) {
    for (const recordId of recordIds)
      expect(states.get(recordId) ?? -1, `an acknowledged ${action} of ${recordId}`).toBeGreaterThanOrEqual(action === 'mark' ? 0 : 1)
  }
  expect(events.filter(({ code }) => code === 500)).toEqual([])
  await fleet.stop()
  const database = await openDatabase(location)
  expect(await breaches(database)).toEqual([])
  await database.close()
  const count = (action: Event['action']): number => acknowledged.filter((event) => event.action === action).length
  expect(Math.min(count('mark'), count('complete'), count('tally'), count('void'))).toBeGreaterThan(0)
  const unknown = events.filter(({ outcome }) => outcome === 'unknown').length
  process.stdout.write(
    `${size} process(es), ${kills} kills, ${events.length} calls, ${unknown} without an answer; done: ${(['mark', 'complete', 'tally', 'void', 'merge', 'split'] as const).map((action) => `${action} ${count(action)}`).join(', ')}\n`,
  )
}

describe(`${CLIENTS} clients on ${BALLOTS} ballots for ${SECONDS} s while the server is killed and restarted`, () => {
  it('SQLite: no acknowledged vote is lost, no ballot votes twice, no step is taken that the chart does not know', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vote-soak-'))
    await run({ folder }, 1, ['--data', folder])
    rmSync(folder, { recursive: true, force: true })
  })

  it('PostgreSQL, three server processes: the same', async (context) => {
    const cluster: Cluster | null = await startCluster()
    if (!cluster) return context.skip('PostgreSQL is not installed here')
    const administrator = new pg.Client({ connectionString: `${cluster.url}/postgres` })
    await administrator.connect()
    await administrator.query('create database soak')
    await administrator.end()
    const url = `${cluster.url}/soak`
    try {
      await run({ url }, 3, ['--database', url])
    } finally {
      await cluster.stop()
    }
  })
})
