import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseLocation } from '../../src/server/database/database.ts'
import { administer, startCluster } from '../support/postgres.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { fillVotes, openVote, samples, TOPICS, type Vote } from './filledVote.ts'
import { median, timed, type Figure } from './table.ts'

/** Ballots, and their limits: statistics and report in ms, the server's peak memory in MB. */
const aims = [
  { ballots: 3_000, statistics: 10, report: 1_500, memory: 250 },
  { ballots: 100_000, statistics: 150, report: 60_000, memory: 800 },
] as const
type Aim = (typeof aims)[number]
/** `npm run bench -- report 3000` for a quick look. */
const chosen = aims.filter(({ ballots }) => process.argv.includes(String(ballots)))
const LARGEST = 100_000

/** Statistics, records compared with the journal, and the report, on SQLite and on PostgreSQL. */
export async function benchReport(): Promise<Figure[]> {
  const cluster = await startCluster({ isSynced: true })
  const figures: Figure[] = []
  try {
    for (const aim of chosen.length > 0 ? chosen : aims) {
      const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
      try {
        figures.push(...(await measured(aim, 'SQLite', { folder })))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
      if (!cluster) continue
      await administer(cluster.url, `create database report_${aim.ballots}`)
      figures.push(...(await measured(aim, 'PostgreSQL', { url: `${cluster.url}/report_${aim.ballots}` })))
    }
  } finally {
    await cluster?.stop()
  }
  return figures
}

async function measured(aim: Aim, engine: string, location: DatabaseLocation): Promise<Figure[]> {
  const { ballots } = aim
  const vote = await fillVotes(await openVote(await propertyWorkbook(ballots), location))
  const { client, activityId, server } = vote
  const size = `${engine}, ${ballots.toLocaleString('en')} ballots`
  try {
    const statistics = await samples(27, () => client.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))
    const verified = await samples(5, () => client.get('/vote/verify', { voteactivityid: activityId }))
    const reports = await benchReports(vote, ballots === LARGEST ? 3 : 5)
    return [
      { name: `${size}: statistics of ${TOPICS} topics`, value: median(statistics), unit: 'ms', aim: { atMost: aim.statistics } },
      { name: '  records against the journal', value: median(verified), unit: 'ms' },
      { name: '  the report', value: reports.ms, unit: 'ms', aim: { atMost: aim.report } },
      { name: '  the server’s memory at its peak', value: reports.peakBytes / 2 ** 20, unit: 'MB', aim: { atMost: aim.memory } },
    ]
  } finally {
    await server.stop()
  }
}

/** The median time of some reports, and the highest peak. */
async function benchReports(vote: Vote, times: number) {
  const taken: number[] = []
  let peakBytes = 0
  for (let round = 0; round < times; round++) {
    // Resets the kernel's peak memory counter.
    await writeFile(`/proc/${vote.server.pid}/clear_refs`, '5')
    taken.push((await timed(() => fetchReport(vote))).ms)
    peakBytes = Math.max(peakBytes, await peakMemory(vote.server.pid))
  }
  return { ms: median(taken), peakBytes }
}

async function peakMemory(pid: number): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

async function fetchReport({ server, token, activityId }: Vote): Promise<Uint8Array> {
  const response = await fetch(`${server.url}/api/vote/report?voteActivityId=${activityId}`, {
    headers: { 'x-app-id': 'community-vote-console', 'x-auth-id': token },
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.headers.get('content-type')?.includes('json')) throw new Error(new TextDecoder().decode(bytes))
  return bytes
}
