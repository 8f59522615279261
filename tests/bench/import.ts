import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import ExcelJS from 'exceljs'
import { startCluster } from '../support/postgres.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { median, percentile, timed, type Figure } from './table.ts'

/** Rounds of each of the two, alternating, so that both see the same machine load. */
const ROUNDS = 5
/** Rows; an office has 500 to 5,000 properties. */
const [FEW, OFFICE, MANY] = [2_000, 5_000, 100_000]
const inWords = (rows: number): string => rows.toLocaleString('en')

/** Only reads: every row of the first sheet with exceljs's streaming reader, in this process. */
async function plainRead(bytes: Uint8Array): Promise<number> {
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([Buffer.from(bytes)]), {
    worksheets: 'emit',
    sharedStrings: 'cache',
    hyperlinks: 'ignore',
    styles: 'ignore',
    entries: 'ignore',
  })
  let rows = 0
  for await (const sheet of reader) {
    for await (const row of sheet) rows += row.number > 0 ? 1 : 0
  }
  return rows
}

async function importInto(client: HttpClient, name: string, rows: number, workbook: Uint8Array): Promise<{ ms: number; estateId: string }> {
  const { estateid } = (await client.post('/vtestate/save', { name, addr: '路' })).data as { estateid: string }
  const { ms, value } = await timed(() => client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', workbook, { estateId: estateid }))
  if (value.code !== 200 || value.data.inserted !== rows) throw new Error(`the import of ${rows} rows answered ${JSON.stringify(value).slice(0, 300)}`)
  return { ms, estateId: estateid }
}

/** The whole import over HTTP compared with only reading the same file. */
async function againstReading(engine: string, client: HttpClient, workbook: Uint8Array): Promise<Figure[]> {
  const [read, imported]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    read.push((await timed(() => plainRead(workbook))).ms)
    imported.push((await importInto(client, `五千 ${round}`, OFFICE, workbook)).ms)
  }
  const count = inWords(OFFICE)
  return [
    { name: `import of ${count} rows over HTTP, ${engine}`, value: median(imported), unit: 'ms', aim: { atMost: 500 } },
    { name: '  merely reading the file', value: median(read), unit: 'ms' },
    { name: '  the import / the reading', value: median(imported) / median(read), unit: '×', aim: { atMost: 2.5 } },
  ]
}

/** An import while another client pages through another estate's properties. */
async function withOthers(engine: string, server: ServerProcess, client: HttpClient, estateId: string, workbook: Uint8Array): Promise<Figure[]> {
  const others: number[] = []
  let isDone = false
  let most = 0
  const asking = (async () => {
    while (!isDone) others.push((await timed(() => client.get('/vtpropertyinfo/list', { estateId }))).ms)
  })()
  const watching = (async () => {
    while (!isDone) {
      most = Math.max(most, await server.memory())
      await wait(20)
    }
  })()
  const { ms } = await importInto(client, '别人在用', MANY, workbook).finally(() => (isDone = true))
  await Promise.all([asking, watching])
  return [
    { name: `import of ${inWords(MANY)} rows while another client asks, ${engine}`, value: ms, unit: 'ms', aim: { atMost: 10_000 } },
    { name: '  the other client, p99', value: percentile(others, 0.99), unit: 'ms', aim: { atMost: 100 } },
    { name: '  the server’s memory at its peak', value: most / 2 ** 20, unit: 'MB', aim: { atMost: 300 } },
  ]
}

async function importsOn(engine: string, args: readonly string[], workbooks: Readonly<Record<'few' | 'office' | 'many', Uint8Array>>): Promise<Figure[]> {
  const server = await startProcess(args)
  try {
    const client = httpClient(server.url, await memberToken(server.url))
    // The workbook worker starts a moment after the server.
    await wait(4_000)
    const first = await importInto(client, '第一次导入', FEW, workbooks.few)
    const few: number[] = []
    for (let round = 0; round < ROUNDS; round++) few.push((await importInto(client, `两千 ${round}`, FEW, workbooks.few)).ms)
    return [
      { name: `a server’s first import, of ${inWords(FEW)} rows, ${engine}`, value: first.ms, unit: 'ms', aim: { atMost: 250 } },
      { name: '  the next ones', value: median(few), unit: 'ms', aim: { atMost: 250 } },
      ...(await againstReading(engine, client, workbooks.office)),
      ...(await withOthers(engine, server, client, first.estateId, workbooks.many)),
    ]
  } finally {
    await server.stop()
  }
}

/** Imports on both engines, each on its own server. */
export async function benchImport(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const workbooks = { few: await propertyWorkbook(FEW), office: await propertyWorkbook(OFFICE), many: await propertyWorkbook(MANY) }
  const cluster = await startCluster({ isSynced: true })
  try {
    const onSqlite = await importsOn('SQLite', ['--data', folder], workbooks)
    return cluster ? [...onSqlite, ...(await importsOn('PostgreSQL', ['--database', `${cluster.url}/postgres`], workbooks))] : onSqlite
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
