import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { propertyWorkbook, workbookOf, PROPERTY_HEADER } from '../support/workbooks/make.ts'
import { fillVotes, openVote, samples } from './filledVote.ts'
import { median, percentile, type Figure } from './table.ts'

const CLIENTS = 16

/** The search for a voter, the building grid and casting. */
export async function benchVote(): Promise<Figure[]> {
  return [...(await benchVoters()), ...(await benchGrid()), ...(await benchCasting())]
}

/** The search for a voter at 1,000, 10,000 and 100,000 ballots. */
async function benchVoters(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const ballots of [1_000, 10_000, 100_000]) {
    const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
    const { client, activityId, server } = await fillVotes(await openVote(await propertyWorkbook(ballots), { folder }))
    try {
      const terms = ['张', '13', '1栋 101', '王伟', '13800', '不存在的人', '0001']
      const found = await samples(42, (turn) =>
        client.get('/vote/queryvotersbycondition', { voteactivityid: activityId, condition: terms[turn % terms.length] ?? '' }),
      )
      const name = `search for a voter among ${ballots.toLocaleString('en')}, p95`
      figures.push({ name, value: percentile(found, 0.95), unit: 'ms', ...(ballots === 100_000 ? { aim: { atMost: 20 } } : {}) })
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return figures
}

/** One building of 2,000 rooms. */
async function benchGrid(): Promise<Figure[]> {
  const rows = Array.from({ length: 2_000 }, (_, index) => {
    const [unit, rest] = [Math.floor(index / 500) + 1, index % 500]
    return ['一期', '', '1栋', `${unit}单元`, '', String((Math.floor(rest / 10) + 1) * 100 + (rest % 10) + 1), 80, `业主${index}`, '13800138000', '']
  })
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const { client, activityId, server } = await openVote(await workbookOf([PROPERTY_HEADER, ...rows]), { folder })
  try {
    const taken = await samples(20, () => client.get('/vote/getpropertydata', { voteActivityId: activityId, xPath: '一期▶▶1栋' }))
    return [{ name: 'the building grid of 2,000 rooms, p95', value: percentile(taken, 0.95), unit: 'ms', aim: { atMost: 30 } }]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Votes cast over HTTP by 16 clients, each answered when the disk has it, against bare single-row commits. */
async function benchCasting(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const { client, activityId, server, token } = await openVote(await propertyWorkbook(30_000), { folder })
  try {
    const { topics } = (await client.get('/votedef/get', { id: activityId })).data as { topics: { votetopicid: string }[] }
    const records = topics.map(({ votetopicid }) => ({ votetopicid, voteresult: 1 }))
    const database = new DatabaseSync(join(folder, 'vote.db'), { readOnly: true })
    const ballots = (database.prepare('select public_id from ballot').all() as { public_id: string }[]).map((row) => row.public_id)
    database.close()
    const [ratios, latencies]: [number[], number[]] = [[], []]
    let [cast, raw] = [0, 0]
    for (let round = 0; round < 3; round++) {
      raw = rawCommits(folder)
      cast = await castFor(2_000, server.url, token, activityId, records, ballots, latencies)
      ratios.push(cast / raw)
    }
    return [
      { name: 'casting a vote of 20 topics over HTTP, 16 clients / raw durable commits', value: median(ratios), unit: '×', aim: { atLeast: 0.9 } },
      { name: '  votes cast', value: cast, unit: '/s' },
      { name: '  raw commits', value: raw, unit: '/s' },
      { name: '  p99 of an answer', value: percentile(latencies, 0.99), unit: 'ms' },
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function rawCommits(folder: string): number {
  const database = new DatabaseSync(join(folder, 'raw.db'))
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table if not exists vote (id integer primary key, ballot integer not null, answers text not null) strict',
  )
  const insert = database.prepare('insert into vote (ballot, answers) values (?, ?)')
  const until = performance.now() + 2_000
  let count = 0
  while (performance.now() < until) insert.run(count++, '11111111111111111111')
  database.close()
  return count / 2
}

async function castFor(ms: number, url: string, token: string, activityId: string, records: unknown, ballots: string[], latencies: number[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const headers = { 'content-type': 'application/json', 'x-app-id': 'community-vote-console', 'x-auth-id': token }
  const [start, until] = [performance.now(), performance.now() + ms]
  let done = 0
  const castOne = (ballotId: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = performance.now()
      const call = request(`${url}/api/vote/do`, { method: 'POST', agent, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += String(chunk)))
        response.on('end', () => {
          if (!text.startsWith('{"code":200')) return reject(new Error(text))
          latencies.push(performance.now() - sent)
          done++
          resolve()
        })
      })
      call.on('error', reject)
      call.end(JSON.stringify({ voteactivityid: activityId, records, ballotIds: [ballotId], votername: '某', votermobileno: '', voteridno: '' }))
    })
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until && ballots.length > 0) await castOne(ballots.pop() ?? '')
    }),
  )
  agent.destroy()
  return (done / (performance.now() - start)) * 1000
}
