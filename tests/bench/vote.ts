import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable, Writable } from 'node:stream'
import ExcelJS from 'exceljs'
import { formatTime } from '../../src/shared/contract/values.ts'
import { insertMany } from '../../src/server/database/dialect.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { createCheckpointWrites } from '../../src/server/features/audit/checkpointWrites.ts'
import { withJournal } from '../../src/server/features/audit/journal.ts'
import { piecesOf } from '../../src/server/features/audit/replay/state.ts'
import { rosterStates, rulesState } from '../../src/server/features/audit/replay/stateStore.ts'
import { nobody } from '../../src/server/http/context.ts'
import { passingSigningKey } from '../../src/server/kernel/signingKey.ts'
import { newId } from '../../src/server/kernel/ids.ts'
import { activityBody, topic } from '../support/activities.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { propertyWorkbook, workbookOf, PROPERTY_HEADER } from '../support/workbooks/make.ts'
import { median, percentile, timed, type Figure } from './table.ts'

const TOPICS = 20
const CLIENTS = 16

interface Vote {
  readonly server: ServerProcess
  readonly client: HttpClient
  readonly token: string
  readonly activityId: string
  readonly folder: string
}

/** A server with an activity of 20 topics in status 1 over that many houses, each owner of its own. */
async function openVote(workbook: Uint8Array, folder: string): Promise<Vote> {
  const server = await startProcess(['--data', folder])
  const token = await memberToken(server.url)
  const client = httpClient(server.url, token)
  const { estateid } = (await client.post('/vtestate/save', { name: '大区', addr: '路' })).data as { estateid: string }
  const imported = await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', workbook, { estateId: estateid })
  if (imported.code !== 200) throw new Error(imported.message)
  const times = { startdate: formatTime(Date.now() - 3_600_000), enddate: formatTime(Date.now() + 3_600_000) }
  const saved = await client.post(
    '/votedef/save',
    activityBody(estateid, { ...times, topics: Array.from({ length: TOPICS }, (_, index) => topic(`议题${index + 1}`)) }),
  )
  if (saved.code !== 200) throw new Error(saved.message)
  const activityId = saved.data.voteactivityid as string
  await client.get('/votedef/startvote', { id: activityId })
  return { server, client, token, activityId, folder }
}

/** Gives every ballot a vote but each tenth, straight into the database: what is measured is the counting, not the casting. */
async function fillVotes(vote: Vote): Promise<Vote> {
  await vote.server.stop()
  const database = await openDatabase({ folder: vote.folder })
  const clock = { now: () => Date.now() }
  await withJournal(database, clock, createCheckpointWrites(passingSigningKey())).write(
    async ({ tx, journal }) => {
      const ballots = await tx.selectFrom('ballot').select(['id', 'activity_id', 'area_hundredths']).execute()
      const rows = ballots
        .filter((_, index) => index % 10 !== 0)
        .map((ballot, index) => {
          const answers = Array.from({ length: TOPICS }, (_, slot) => '0123'[(index * 7 + slot * 3) % 4]).join('')
          return [newId(), ballot.activity_id, ballot.id, 1, '', answers, ballot.area_hundredths, '', '', '', '', 'desk', 1, Date.now(), 1, Date.now()]
        })
      const columns = [
        'public_id',
        'activity_id',
        'ballot_id',
        'status',
        'marked_code',
        'answers',
        'area_hundredths',
        'property_public_id',
        'voter_name',
        'voter_phone',
        'voter_id_number',
        'source',
        'created_by',
        'created_at',
        'voted_by',
        'voted_at',
      ]
      await insertMany(tx, 'vote_record', columns, rows)
      // Told by the journal, or no report would be made of them.
      const [activity] = await tx.selectFrom('activity').select(['id', 'public_id', 'title']).execute()
      if (!activity) throw new Error('no activity')
      const after = { activityId: activity.public_id, activityTitle: activity.title }
      const state = [...(await rosterStates(tx, activity.id)), ...piecesOf(await rulesState(tx, activity.id))]
      journal.record({ caller: nobody, action: 'activity.roster', subject: activity.public_id, before: null, after, state })
    },
    { isLong: true },
  )
  await database.close()
  const server = await startProcess(['--data', vote.folder])
  const token = await memberToken(server.url)
  return { ...vote, server, token, client: httpClient(server.url, token) }
}

/** The same answers as bytes in memory, tallied by one loop: what no database can beat. */
function tallyBytes(ballots: number): number {
  const answers = new Uint8Array(ballots * TOPICS).map((_, index) => index % 4)
  const areas = new Float64Array(ballots).fill(8_950)
  const start = performance.now()
  const [counts, sums] = [new Float64Array(TOPICS * 4), new Float64Array(TOPICS * 4)]
  for (let ballot = 0; ballot < ballots; ballot++) {
    for (let slot = 0; slot < TOPICS; slot++) {
      const place = slot * 4 + (answers[ballot * TOPICS + slot] ?? 0)
      counts[place] = (counts[place] ?? 0) + 1
      sums[place] = (sums[place] ?? 0) + (areas[ballot] ?? 0)
    }
  }
  return performance.now() - start
}

async function samples(times: number, work: (turn: number) => Promise<{ code: number; message: string }>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < times + 2; turn++) {
    const { ms, value } = await timed(() => work(turn))
    if (value.code !== 200) throw new Error(value.message)
    if (turn >= 2) taken.push(ms)
  }
  return taken
}

/** Statistics, the search for a voter and the report at 1,000, 10,000 and 100,000 ballots. */
export async function benchVote(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const ballots of [1_000, 10_000, 100_000]) {
    const isLargest = ballots === 100_000
    const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
    const vote = await fillVotes(await openVote(await propertyWorkbook(ballots), folder))
    const { client, activityId, server } = vote
    const size = ballots.toLocaleString('en')
    try {
      const statistics = median(await samples(15, () => client.get('/vote/satisticsvoteprogress', { voteActivityId: activityId })))
      const bytes = median(Array.from({ length: 9 }, () => tallyBytes(ballots)))
      figures.push(
        { name: `statistics of ${size} ballots × ${TOPICS} topics`, value: statistics, unit: 'ms', ...(isLargest ? { aim: { atMost: 40 } } : {}) },
        { name: '  / the tally of an array of bytes in memory', value: statistics / bytes, unit: '×', ...(isLargest ? { aim: { atMost: 8 } } : {}) },
      )
      const terms = ['张', '13', '1栋 101', '王伟', '13800', '不存在的人', '0001']
      const found = await samples(42, (turn) =>
        client.get('/vote/queryvotersbycondition', { voteactivityid: activityId, condition: terms[turn % terms.length] ?? '' }),
      )
      figures.push({ name: `search for a voter among ${size}, p95`, value: percentile(found, 0.95), unit: 'ms', ...(isLargest ? { aim: { atMost: 20 } } : {}) })
      const verified = await samples(5, () => client.get('/vote/verify', { voteactivityid: activityId }))
      const isTenThousand = ballots === 10_000
      figures.push({
        name: `records of ${size} ballots against the journal`,
        value: median(verified),
        unit: 'ms',
        ...(isTenThousand ? { aim: { atMost: 1_000 } } : {}),
      })
      const [before, report] = [await server.memory(), await timed(() => fetchReport(vote))]
      const plain = await plainWrite(report.value)
      figures.push(
        {
          name: `report of ${size} ballots / exceljs's streaming writer, same cells`,
          value: report.ms / plain,
          unit: '×',
          ...(isLargest ? { aim: { atMost: 1.3 } } : {}),
        },
        { name: '  the report', value: report.ms, unit: 'ms' },
        {
          name: '  the server’s memory at its peak',
          value: Math.max(before, await peak(server)) / 2 ** 20,
          unit: 'MB',
          ...(isLargest ? { aim: { atMost: 300 } } : {}),
        },
      )
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return [...figures, ...(await benchGrid()), ...(await benchCasting())]
}

async function peak(server: ServerProcess): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024
}

async function fetchReport({ server, token, activityId }: Vote): Promise<Uint8Array> {
  const response = await fetch(`${server.url}/api/vote/report?voteActivityId=${activityId}`, {
    headers: { 'x-app-id': 'community-vote-console', 'x-auth-id': token },
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.headers.get('content-type')?.includes('json')) throw new Error(new TextDecoder().decode(bytes))
  return bytes
}

/** How long exceljs's own streaming writer takes for the cells of a workbook. */
async function plainWrite(workbook: Uint8Array): Promise<number> {
  const sheets: { name: string; rows: unknown[][] }[] = []
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([Buffer.from(workbook)]), {
    worksheets: 'emit',
    sharedStrings: 'cache',
    hyperlinks: 'ignore',
    styles: 'ignore',
    entries: 'ignore',
  })
  for await (const sheet of reader) {
    const rows: unknown[][] = []
    for await (const row of sheet) rows.push((row.values as unknown[]).slice(1))
    sheets.push({ name: `表${sheets.length + 1}`, rows })
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  return (
    await timed(async () => {
      const writer = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: nowhere, useStyles: true, useSharedStrings: false })
      for (const { name, rows } of sheets) {
        const sheet = writer.addWorksheet(name)
        for (const row of rows) sheet.addRow(row).commit()
        sheet.commit()
      }
      await writer.commit()
    })
  ).ms
}

/** One building of 2,000 rooms. */
async function benchGrid(): Promise<Figure[]> {
  const rows = Array.from({ length: 2_000 }, (_, index) => {
    const [unit, rest] = [Math.floor(index / 500) + 1, index % 500]
    return ['一期', '', '1栋', `${unit}单元`, '', String((Math.floor(rest / 10) + 1) * 100 + (rest % 10) + 1), 80, `业主${index}`, '13800138000', '']
  })
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const { client, activityId, server } = await openVote(await workbookOf([PROPERTY_HEADER, ...rows]), folder)
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
  const { client, activityId, server, token } = await openVote(await propertyWorkbook(30_000), folder)
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
