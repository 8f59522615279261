import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import ExcelJS from 'exceljs'
import type { DatabaseLocation } from '../../src/server/database/database.ts'
import { administer, startCluster } from '../support/postgres.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { fillVotes, openVote, samples, TOPICS, type Vote } from './filledVote.ts'
import { median, timed, type Figure } from './table.ts'

const LARGEST = 100_000
/** `npm run bench -- report 10000` for a quick look. */
const given = process.argv.find((argument) => /^\d+$/.test(argument))
const SIZES = given === undefined ? [1_000, 10_000, LARGEST] : [Number(given)]

/** Statistics, the records against the journal, and the report, on SQLite and on PostgreSQL. */
export async function benchReport(): Promise<Figure[]> {
  const cluster = await startCluster({ isSynced: true })
  const figures: Figure[] = []
  try {
    for (const ballots of SIZES) {
      const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
      try {
        figures.push(...(await measured(ballots, 'SQLite', { folder })))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
      if (!cluster) continue
      await administer(cluster.url, `create database report_${ballots}`)
      figures.push(...(await measured(ballots, 'PostgreSQL', { url: `${cluster.url}/report_${ballots}` })))
    }
  } finally {
    await cluster?.stop()
  }
  return figures
}

async function measured(ballots: number, engine: string, location: DatabaseLocation): Promise<Figure[]> {
  const isLargest = ballots === LARGEST
  const vote = await fillVotes(await openVote(await propertyWorkbook(ballots), location))
  const { client, activityId, server } = vote
  const size = `${engine}, ${ballots.toLocaleString('en')} ballots`
  try {
    const [statistics, bytes]: [number[], number[]] = [[], []]
    for (let round = 0; round < 9; round++) {
      statistics.push(...(await samples(3, () => client.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))))
      bytes.push(tallyBytes(ballots))
    }
    const verified = await samples(5, () => client.get('/vote/verify', { voteactivityid: activityId }))
    const reports = await benchReports(vote, isLargest ? 3 : 5)
    const aimed = (aim: Figure['aim'], isAimed = isLargest) => (isAimed && aim ? { aim } : {})
    return [
      { name: `${size}: statistics of ${TOPICS} topics`, value: median(statistics), unit: 'ms', ...aimed({ atMost: 40 }) },
      { name: '  / the tally of an array of bytes in memory', value: median(statistics) / median(bytes), unit: '×', ...aimed({ atMost: 8 }) },
      { name: '  records against the journal', value: median(verified), unit: 'ms', ...aimed({ atMost: 1_000 }, ballots === 10_000) },
      { name: '  report / exceljs’s streaming writer, same cells', value: reports.ratio, unit: '×', ...aimed({ atMost: 1.3 }) },
      { name: '  the report', value: reports.ms, unit: 'ms' },
      { name: '  its processor time / the writer’s time', value: reports.work, unit: '×' },
      { name: '  the server’s memory at its peak', value: reports.peakBytes / 2 ** 20, unit: 'MB', ...aimed({ atMost: 300 }) },
    ]
  } finally {
    await server.stop()
  }
}

/** Medians of reports, each with the plain writer behind it; the highest of all peaks. */
async function benchReports(vote: Vote, times: number) {
  const [taken, ratios, works]: [number[], number[], number[]] = [[], [], []]
  let peakBytes = 0
  for (let round = 0; round < times; round++) {
    // From here on the kernel notes the highest anew.
    await writeFile(`/proc/${vote.server.pid}/clear_refs`, '5')
    const before = await vote.server.processorTime()
    const report = await timed(() => fetchReport(vote))
    const work = (await vote.server.processorTime()) - before
    peakBytes = Math.max(peakBytes, await peakMemory(vote.server.pid))
    const plain = await plainWrite(report.value)
    taken.push(report.ms)
    ratios.push(report.ms / plain)
    works.push(work / plain)
  }
  return { ms: median(taken), ratio: median(ratios), work: median(works), peakBytes }
}

async function peakMemory(pid: number): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
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
