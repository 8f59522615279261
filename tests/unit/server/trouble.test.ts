import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/server/database/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { troubleOf } from '../../../src/server/database/trouble.ts'
import { isWindows } from '../../support/system.ts'

let folder: string
let database: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vote-trouble-'))
  database = await openDatabase({ folder }, { retryTimeoutMs: 300 })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (phone: string) => database.write((tx) => tx.insertInto('sms_sent').values({ phone, sent_at: 1 }).execute())
const phones = async () => (await database.read.selectFrom('sms_sent').select('phone').orderBy('phone').execute()).map((row) => row.phone)
const sentenceOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )

describe('another program’s lock on the file', () => {
  it('blocks no read, and waiting writes are done when it is released', async () => {
    const other = new DatabaseSync(join(folder, 'vote.db'))
    other.exec('begin immediate')
    let isWritten = false
    const writing = put('patient').then(() => (isWritten = true))
    let answered = 0
    while (answered < 50) {
      expect(await phones()).toEqual([])
      await new Promise((resolve) => setImmediate(resolve))
      answered++
    }
    expect(isWritten).toBe(false)
    other.exec('rollback')
    await writing
    expect(await phones()).toEqual(['patient'])
    other.close()
  })

  it('is reported with its own message if it lasts, and the next write works once released', async () => {
    const other = new DatabaseSync(join(folder, 'vote.db'))
    other.exec('begin immediate')
    const sentence = '数据库正被其他程序占用，没有保存，请关闭占用它的程序（备份、杀毒或数据库查看工具）后重试'
    expect(await Promise.all([sentenceOf(put('a')), sentenceOf(database.write(() => put('b'), { isLong: true }))])).toEqual([sentence, sentence])
    other.exec('rollback')
    other.close()
    await put('c')
    expect(await phones()).toEqual(['c'])
  })

  it('does not block shutdown', async () => {
    const other = new DatabaseSync(join(folder, 'vote.db'))
    other.exec('begin immediate')
    const writing = sentenceOf(put('late'))
    await database.close()
    expect(await writing).toBe('服务器正在停止，没有保存，请在它重新启动后重试')
    other.close()
    database = await openDatabase({ folder })
    expect(await phones()).toEqual([])
  })
})

describe('a full disk', () => {
  const limit = async (pages: number) => {
    const [connection] = await database.write(async (tx) => (await sql<{ pages: number }>`pragma page_count`.execute(tx)).rows)
    // The pragma belongs to the writing connection, outside of transactions.
    await database.write((tx) => sql.raw(`pragma max_page_count = ${(connection?.pages ?? 0) + pages}`).execute(tx))
  }
  const full = '服务器的磁盘空间不足，没有保存，请清理磁盘后重试'
  const large = (name: string) => put(name + 'x'.repeat(200_000))

  it('refuses writes with a message, keeps the data, and recovers by itself', async () => {
    await put('before')
    await limit(3)
    expect(await sentenceOf(large('a'))).toBe(full)
    expect(await phones()).toEqual(['before'])
    await limit(10_000)
    await put('after')
    expect(await phones()).toEqual(['after', 'before'])
  })

  it('is reported to every job of a group alike', async () => {
    await limit(3)
    const answers = await Promise.all([sentenceOf(put('small')), sentenceOf(large('a')), sentenceOf(put('other'))])
    expect(answers).toEqual([full, full, full])
    await limit(10_000)
    await Promise.all([put('a'), put('b')])
    expect(await phones()).toEqual(['a', 'b'])
  })
})

describe('the file of an open database', () => {
  // Windows does not allow renaming an open database.
  it.skipIf(isWindows)('that is replaced takes no more writes until it is back', async () => {
    const file = join(folder, 'vote.db')
    await put('kept')
    renameSync(file, `${file}.away`)
    copyFileSync(`${file}.away`, file)
    expect(await sentenceOf(put('lost'))).toBe('数据库文件在使用中被移动、删除或替换，没有保存，请把它放回原处，或退出程序后重新启动')
    renameSync(`${file}.away`, file)
    await put('back')
    expect(await phones()).toEqual(['back', 'kept'])
  })
})

describe('error codes of the engines', () => {
  const sqlite = (errcode: number) => Object.assign(new Error('sqlite'), { code: 'ERR_SQLITE_ERROR', errcode })
  const coded = (code: string) => Object.assign(new Error('postgres'), { code })
  it.each([
    [sqlite(5), 'busy'],
    [sqlite(517), 'busy'],
    [sqlite(8), 'readOnly'],
    [sqlite(1032), 'moved'],
    [sqlite(778), 'unreadable'],
    [sqlite(4874), 'full'],
    [sqlite(13), 'full'],
    [sqlite(11), 'damaged'],
    [sqlite(267), 'damaged'],
    [sqlite(26), 'damaged'],
    [coded('55P03'), 'busy'],
    [coded('53300'), 'busy'],
    [coded('53100'), 'full'],
    [coded('25006'), 'readOnly'],
    [coded('25P03'), 'cancelled'],
    [coded('57P01'), 'lost'],
    [coded('08006'), 'lost'],
    [coded('ECONNREFUSED'), 'lost'],
    [new Error('Connection terminated unexpectedly'), 'lost'],
    [sqlite(14), 'unreadable'],
    [coded('ENOSPC'), 'full'],
    [coded('EMFILE'), 'exhausted'],
    [coded('ENFILE'), 'exhausted'],
    [Object.assign(new Error('Worker initialization failure: EMFILE'), { code: 'ERR_WORKER_INIT_FAILED' }), 'exhausted'],
  ])('%o means %s', (error, kind) => expect(troubleOf(error)?.kind).toBe(kind))

  it('distinguish an unopenable file from exhausted file handles', () => {
    expect(troubleOf(sqlite(14), () => false)).toMatchObject({ kind: 'exhausted', reason: '服务器打开的文件和连接数已达上限' })
    expect(troubleOf(sqlite(14), () => true)?.kind).toBe('unreadable')
    expect(troubleOf(sqlite(13), () => false)?.kind).toBe('full')
  })

  it.each([sqlite(2067), sqlite(787), sqlite(1), coded('23505'), coded('42601'), new Error('no'), 'no', null])('%o means no database trouble', (error) =>
    expect(troubleOf(error)).toBeNull(),
  )
})
