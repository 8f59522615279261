import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { percentile, timed, type Figure } from './table.ts'

const ROWS = 100_000

/** Searches of 1, 2, 3 and 11 characters among 100,000 properties, over HTTP; half of the terms are found, half are not. */
export async function benchSearch(extraArgs: readonly string[] = [], engine = 'SQLite'): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const server = await startProcess(['--data', folder, ...extraArgs])
  const client = httpClient(server.url, await memberToken(server.url))
  try {
    const { estateid } = (await client.post('/vtestate/save', { name: '十万户', addr: '路' })).data as { estateid: string }
    const answer = await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(ROWS), { estateId: estateid })
    if (answer.code !== 200) throw new Error(answer.message)
    const sample = (await client.get('/vtpropertyinfo/list', { estateId: estateid, pageSize: 200, pageNo: 300 })).data.datas as {
      personname: string
      mobileno: string
    }[]
    const terms: Record<number, string[]> = {
      1: sample
        .slice(0, 30)
        .map((row) => row.personname.slice(0, 1))
        .concat(['魑', '8', '0']),
      2: sample
        .slice(0, 30)
        .map((row) => row.personname.slice(0, 2))
        .concat(['魑魅', '88']),
      3: sample
        .slice(0, 30)
        .map((row) => row.mobileno.slice(4, 7))
        .concat(['魑魅魍', '1栋']),
      11: sample
        .slice(0, 30)
        .map((row) => row.mobileno)
        .concat(['19999999999', '10000000001']),
    }
    const figures: Figure[] = []
    for (const [length, list] of Object.entries(terms)) {
      const samples: number[] = []
      for (const condition of [...list, ...list]) samples.push((await timed(() => client.get('/vtpropertyinfo/list', { estateId: estateid, condition }))).ms)
      const half = samples.slice(list.length)
      figures.push(
        { name: `${engine}: search of ${length} characters among 100,000, p95`, value: percentile(half, 0.95), unit: 'ms', aim: { atMost: 20 } },
        { name: '  p50', value: percentile(half, 0.5), unit: 'ms' },
      )
    }
    return figures
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
