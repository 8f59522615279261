import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Agent, request } from 'node:http'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'
import { median, percentile, type Figure } from './table.ts'

const CLIENTS = 16
const SECONDS = 3

/** Single-row commits of the bare engine per second, with the program's own durability settings. */
function rawCommits(folder: string): number {
  const database = new DatabaseSync(join(folder, 'raw.db'))
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table if not exists estate (id integer primary key, name text not null, address text not null) strict',
  )
  const insert = database.prepare('insert into estate (name, address) values (?, ?)')
  const until = performance.now() + SECONDS * 1000
  let count = 0
  while (performance.now() < until) {
    insert.run(`小区 ${count}`, '路1号')
    count++
  }
  database.close()
  return count / SECONDS
}

/** Estates saved through the API per second by 16 clients at once, each answered only when the disk has it. */
async function apiWrites(url: string, token: string): Promise<{ perSecond: number; latencies: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const latencies: number[] = []
  const until = performance.now() + SECONDS * 1000
  const one = (number: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = performance.now()
      const call = request(
        `${url}/api/vtestate/save`,
        { method: 'POST', agent, headers: { 'content-type': 'application/json', 'x-app-id': 'community-vote-console', 'x-auth-id': token } },
        (response) => {
          let text = ''
          response.on('data', (chunk) => (text += String(chunk)))
          response.on('end', () => {
            if (!text.startsWith('{"code":200')) return reject(new Error(text))
            latencies.push(performance.now() - start)
            resolve()
          })
        },
      )
      call.on('error', reject)
      call.end(JSON.stringify({ name: `小区 ${number}`, addr: '路1号' }))
    })
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let number = 0; performance.now() < until; number++) await one(client * 1_000_000 + number)
    }),
  )
  agent.destroy()
  return { perSecond: latencies.length / SECONDS, latencies }
}

export async function benchWrites(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const server = await startProcess(['--data', folder, '--log', join(folder, 'log')])
  try {
    const token = await memberToken(server.url)
    await httpClient(server.url, token).get('/vtestate/list')
    const ratios: number[] = []
    let last: { perSecond: number; latencies: number[] } = { perSecond: 0, latencies: [] }
    let raw = 0
    for (let round = 0; round < 3; round++) {
      raw = rawCommits(folder)
      last = await apiWrites(server.url, token)
      ratios.push(last.perSecond / raw)
    }
    return [
      { name: 'single-row durable writes through the API, 16 clients / raw commits', value: median(ratios), unit: '×', aim: { atLeast: 0.7 } },
      { name: '  through the API, each with its entry in the journal', value: last.perSecond, unit: '/s' },
      { name: '  raw commits of one row', value: raw, unit: '/s' },
      { name: '  p99 of an answer', value: percentile(last.latencies, 0.99), unit: 'ms' },
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
