import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import ExcelJS from 'exceljs'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { median, timed, type Figure } from './table.ts'

/** Of each of the two, one after the other, so that both meet the same machine. */
const ROUNDS = 5

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

/** The whole import over the HTTP call against the same file merely read. */
export async function benchImport(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const server = await startProcess(['--data', folder])
  const client = httpClient(server.url, await memberToken(server.url))
  const figures: Figure[] = []
  try {
    for (const rows of [10_000, 100_000]) {
      const workbook = await propertyWorkbook(rows)
      const [read, imported]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        read.push((await timed(() => plainRead(workbook))).ms)
        const { estateid } = (await client.post('/vtestate/save', { name: `导入 ${rows} ${round}`, addr: '路' })).data as { estateid: string }
        const { ms, value } = await timed(() =>
          client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', workbook, { estateId: estateid }),
        )
        if (value.code !== 200 || value.data.inserted !== rows) throw new Error(`the import of ${rows} rows answered ${JSON.stringify(value).slice(0, 300)}`)
        imported.push(ms)
      }
      figures.push(
        {
          name: `import of ${rows.toLocaleString('en')} rows over HTTP / merely reading the file`,
          value: median(imported) / median(read),
          unit: '×',
          aim: { atMost: 1 },
        },
        { name: `  import of ${rows.toLocaleString('en')} rows`, value: median(imported), unit: 'ms' },
        { name: '  merely reading it', value: median(read), unit: 'ms' },
      )
    }
    figures.push({ name: '  the server’s memory at once', value: (await server.memory()) / 2 ** 20, unit: 'MB' })
    await wait(60_000)
    figures.push({ name: 'the server’s memory a minute after the imports', value: (await server.memory()) / 2 ** 20, unit: 'MB', aim: { atMost: 250 } })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}
