import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { property } from '../support/properties.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { isWindows } from '../support/system.ts'

const KILLS = process.env['SOAK'] === 'long' ? 50 : 6
const ROWS = 1_500

/** What the server acknowledged to clients: it must be there after every restart. */
interface Acknowledged {
  readonly estates: Set<string>
  readonly properties: Map<string, string>
  /** Estates whose import was acknowledged. */
  readonly imports: Set<string>
  /** Every estate that an import was sent to. */
  readonly tried: Set<string>
}

it(`loses nothing that it acknowledged and imports nothing by halves, over ${KILLS} kills`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vote-kill-'))
  const workbook = await propertyWorkbook(ROWS)
  const known: Acknowledged = { estates: new Set(), properties: new Map(), imports: new Set(), tried: new Set() }
  try {
    for (let round = 0; round < KILLS; round++) {
      const server = await startProcess(['--data', folder])
      const client = httpClient(server.url, await memberToken(server.url))
      await check(client, known)
      const work = [writeEstates(client, known, round), writeProperties(client, known, round), importProperties(client, known, workbook)]
      // Every other kill happens after an acknowledged import, somewhere in the next one, however slow the machine is.
      if (round % 2 === 0)
        await untilTrue(
          (
            (before) => () =>
              known.imports.size > before
          )(known.imports.size),
        )
      await pause((round * 137) % 1_400)
      await server.kill()
      await Promise.all(work)
      expect(integrity(join(folder, 'vote.db'))).toBe('ok')
    }
    const server = await startProcess(['--data', folder])
    await check(httpClient(server.url, await memberToken(server.url)), known)
    const code = await server.stop()
    if (!isWindows) expect(code).toBe(0) // there a stop is a kill
    expect(known.estates.size).toBeGreaterThan(KILLS)
    expect(known.properties.size).toBeGreaterThan(KILLS)
    expect(known.imports.size).toBeGreaterThan(0)
    process.stdout.write(
      `kills ${KILLS}, acknowledged: ${known.estates.size} estates, ${known.properties.size} properties, ${known.imports.size} of ${known.tried.size} imports\n`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function untilTrue(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue() && waited < 30_000; waited += 10) await pause(10)
}

/** Repeats some work until the server is killed in the middle of it. */
async function untilKilled(step: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; ; turn++) {
    try {
      await step(turn)
    } catch {
      return // the connection broke: the kill
    }
  }
}

const writeEstates = (client: HttpClient, known: Acknowledged, round: number) =>
  untilKilled(async (turn) => {
    const answer = await client.post('/vtestate/save', { name: `小区 ${round}-${turn}`, addr: '路1号' })
    if (answer.code === 200) known.estates.add(answer.data.estateid as string)
  })

const writeProperties = async (client: HttpClient, known: Acknowledged, round: number) => {
  const estate = await client.post('/vtestate/save', { name: `单写 ${round}`, addr: '路1号' }).catch(() => null)
  if (estate?.code !== 200) return
  const estateId = estate.data.estateid as string
  await untilKilled(async (turn) => {
    const answer = await client.post('/vtpropertyinfo/save', property(estateId, { room: `${100 + turn}` }))
    if (answer.code === 200) known.properties.set(answer.data.propertyid as string, estateId)
  })
}

const importProperties = (client: HttpClient, known: Acknowledged, workbook: Uint8Array) =>
  untilKilled(async (turn) => {
    const estate = await client.post('/vtestate/save', { name: `导入 ${turn}`, addr: '路1号' })
    const estateId = estate.data.estateid as string
    known.tried.add(estateId)
    const answer = await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', workbook, { estateId })
    if (answer.code === 200) known.imports.add(estateId)
  })

async function check(client: HttpClient, known: Acknowledged): Promise<void> {
  const all = new Set(((await client.get('/vtestate/getallestates')).data as { estateid: string }[]).map((estate) => estate.estateid))
  expect([...known.estates].filter((id) => !all.has(id))).toEqual([])
  for (const estateId of new Set(known.properties.values())) {
    const there = await allProperties(client, estateId)
    expect([...known.properties].filter(([id, estate]) => estate === estateId && !there.has(id))).toEqual([])
  }
  for (const estateId of known.tried) {
    if (!all.has(estateId)) continue
    const { totalCount } = (await client.get('/vtpropertyinfo/list', { estateId })).data as { totalCount: number }
    expect(known.imports.has(estateId) ? [ROWS] : [0, ROWS]).toContain(totalCount)
  }
}

async function allProperties(client: HttpClient, estateId: string): Promise<Set<string>> {
  const there = new Set<string>()
  for (let pageNo = 1; ; pageNo++) {
    const { datas, totalCount } = (await client.get('/vtpropertyinfo/list', { estateId, pageNo, pageSize: 500 })).data as {
      datas: { propertyid: string }[]
      totalCount: number
    }
    for (const property of datas) there.add(property.propertyid)
    if (pageNo * 500 >= totalCount) return there
  }
}

function integrity(file: string): unknown {
  const database = new DatabaseSync(file)
  try {
    return database.prepare('pragma integrity_check').get()?.['integrity_check']
  } finally {
    database.close()
  }
}
