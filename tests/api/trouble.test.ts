import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'
import { startCluster } from '../support/postgres.ts'

const saved = (name: string) => ['/vtestate/save', { name, addr: '翠湖路1号' }] as const
const estatesOf = async (client: ReturnType<TestServer['client']>) => (await client.get('/vtestate/getallestates')).data as { name: string }[]

describe('a database that is temporarily unavailable', () => {
  it('a full disk answers writes with a message, keeps reading, and recovers by itself', async () => {
    const server = await startServer('sqlite')
    const client = await server.member('admin_1')
    const limit = (pages: number) => server.database.write((tx) => sql.raw(`pragma max_page_count = ${pages}`).execute(tx))
    await limit(1)
    const image = readFileSync(join(import.meta.dirname, '../../build/resources/icon.png'))
    const upload = () => client.upload('/file/image_upload', { field: 'file', name: '签收单.png', bytes: image })
    const answers = await Promise.all([upload(), upload()])
    for (const answer of answers) expect(answer).toMatchObject({ code: 500, message: '服务器的磁盘空间不足，没有保存，请清理磁盘后重试' })
    expect(await estatesOf(client)).toEqual([])
    await limit(1_000_000)
    expect((await upload()).code).toBe(200)
    await server.close()
  })

  it('a database locked by another program keeps reading, names the program, and writes again when released', async () => {
    const server = await startServer('sqlite', {}, { retryTimeoutMs: 200 })
    const client = await server.member('admin_1')
    const { location } = server.database
    const other = new DatabaseSync(join('folder' in location ? location.folder : '', 'vote.db'))
    other.exec('begin immediate')
    const saving = client.post(...saved('翠湖花园'))
    let answered = 0
    for (; answered < 20; answered++) expect(await estatesOf(client)).toEqual([])
    expect(await saving).toMatchObject({
      code: 500,
      message: '数据库正被其他程序占用，没有保存，请关闭占用它的程序（备份、杀毒或数据库查看工具）后重试',
    })
    other.exec('rollback')
    other.close()
    expect((await client.post(...saved('翠湖花园'))).code).toBe(200)
    expect(await estatesOf(client)).toMatchObject([{ name: '翠湖花园' }])
    await server.close()
  })

  it.skipIf(inject('postgresUrl') === '')('whose PostgreSQL is gone says so, and heals when it is back', async () => {
    const cluster = await startCluster()
    if (!cluster) throw new Error('PostgreSQL is not installed')
    const server = await startServer('postgres', {}, { clusterUrl: cluster.url })
    const client = await server.member('admin_1')
    expect((await client.post(...saved('翠湖花园'))).code).toBe(200)
    expect((await client.get('/health')).data).toMatchObject({ hasAccounts: true })
    await cluster.pause()
    const lost = '与 PostgreSQL 数据库的连接中断'
    expect(await client.get('/vtestate/getallestates')).toMatchObject({ code: 500, message: `${lost}，请检查数据库服务器和网络，恢复后重试` })
    expect(await client.post(...saved('桂花苑'))).toMatchObject({ code: 500, message: expect.stringContaining(lost) as string })
    expect((await client.get('/health')).data).toMatchObject({ hasAccounts: true })
    await cluster.resume()
    expect(await estatesOf(client)).toMatchObject([{ name: '翠湖花园' }])
    expect((await client.post(...saved('桂花苑'))).code).toBe(200)
    await server.close()
    await cluster.stop()
  })
})
