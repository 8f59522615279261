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

/** Of each of the two, one after the other, so that both meet the same machine. */
const ROUNDS = 5
const [FEW, MANY] = [10_000, 100_000]

/** Merely reads: every row of the first sheet with exceljs's streaming reader, in this process. */
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

/** A server with the imports done, and since when it has rested. */
interface Imported {
  readonly engine: string
  readonly server: ServerProcess
  readonly restsFrom: number
  readonly figures: readonly Figure[]
}

async function importInto(client: HttpClient, name: string, rows: number, workbook: Uint8Array): Promise<{ ms: number; estateId: string }> {
  const { estateid } = (await client.post('/vtestate/save', { name, addr: '路' })).data as { estateid: string }
  const { ms, value } = await timed(() => client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', workbook, { estateId: estateid }))
  if (value.code !== 200 || value.data.inserted !== rows) throw new Error(`the import of ${rows} rows answered ${JSON.stringify(value).slice(0, 300)}`)
  return { ms, estateId: estateid }
}

/** The whole import over the HTTP call against the same file merely read. */
async function againstReading(engine: string, client: HttpClient, rows: number, workbook: Uint8Array): Promise<Figure[]> {
  const [read, imported]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    read.push((await timed(() => plainRead(workbook))).ms)
    imported.push((await importInto(client, `导入 ${rows} ${round}`, rows, workbook)).ms)
  }
  const count = rows.toLocaleString('en')
  return [
    {
      name: `import of ${count} rows over HTTP / merely reading the file, ${engine}`,
      value: median(imported) / median(read),
      unit: '×',
      aim: { atMost: 1 },
    },
    { name: `  import of ${count} rows`, value: median(imported), unit: 'ms' },
    { name: '  merely reading it', value: median(read), unit: 'ms' },
  ]
}

/** How long pages of another estate's properties take while rows are imported, one after the other. */
async function callsMeanwhile(client: HttpClient, estateId: string, rows: number, workbook: Uint8Array): Promise<number[]> {
  const others: number[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone) others.push((await timed(() => client.get('/vtpropertyinfo/list', { estateId }))).ms)
  })()
  await importInto(client, '别人在用', rows, workbook).finally(() => (isDone = true))
  await asking
  return others
}

async function importsOn(engine: string, args: readonly string[], workbooks: ReadonlyMap<number, Uint8Array>): Promise<Imported> {
  const server = await startProcess(args)
  try {
    return { engine, server, ...(await figuresOf(engine, server, workbooks)) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function figuresOf(engine: string, server: ServerProcess, workbooks: ReadonlyMap<number, Uint8Array>): Promise<Pick<Imported, 'restsFrom' | 'figures'>> {
  const client = httpClient(server.url, await memberToken(server.url))
  const figures: Figure[] = []
  for (const [rows, workbook] of workbooks) figures.push(...(await againstReading(engine, client, rows, workbook)))
  const { estateId } = await importInto(client, '另一个小区', FEW, workbooks.get(FEW) ?? new Uint8Array())
  for (const [rows, workbook] of workbooks) {
    const others = await callsMeanwhile(client, estateId, rows, workbook)
    figures.push({
      name: `  other calls while ${rows.toLocaleString('en')} are imported, p99`,
      value: percentile(others, 0.99),
      unit: 'ms',
      aim: { atMost: 100 },
    })
  }
  figures.push({ name: '  the server’s memory at once', value: (await server.memory()) / 2 ** 20, unit: 'MB' })
  return { restsFrom: performance.now(), figures }
}

async function memoryLater({ engine, server, restsFrom }: Imported): Promise<Figure> {
  await wait(Math.max(0, restsFrom + 60_000 - performance.now()))
  return { name: `the server’s memory a minute after the imports, ${engine}`, value: (await server.memory()) / 2 ** 20, unit: 'MB', aim: { atMost: 250 } }
}

/** Imports of 10,000 and 100,000 rows on both engines; while one server rests the other one works. */
export async function benchImport(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const workbooks = new Map<number, Uint8Array>()
  for (const rows of [FEW, MANY]) workbooks.set(rows, await propertyWorkbook(rows))
  const cluster = await startCluster({ isSynced: true })
  const all: Imported[] = []
  try {
    all.push(await importsOn('SQLite', ['--data', folder], workbooks))
    if (cluster) all.push(await importsOn('PostgreSQL', ['--database', `${cluster.url}/postgres`], workbooks))
    const later = await Promise.all(all.map(memoryLater))
    return all.flatMap(({ figures }, index) => [...figures, ...later.slice(index, index + 1)])
  } finally {
    await Promise.all(all.map(({ server }) => server.stop()))
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
