import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database, OpenOptions } from '../../../src/server/database/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { RestoreNeededError } from '../../../src/server/kernel/start-error.ts'

let top: string
let folder: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'vote-damage-'))
  folder = join(top, 'data')
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const file = () => join(folder, 'vote.db')
const put = (database: Database, phones: readonly string[]) =>
  database.write(async (tx) => {
    for (const phone of phones) await tx.insertInto('sms_sent').values({ phone, sent_at: 1 }).execute()
  })
const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index} ${'x'.repeat(200)}`)
const count = async (database: Database) => (await database.read.selectFrom('sms_sent').select('phone').execute()).length
const closed = async (work: (database: Database) => Promise<void>, options: OpenOptions = {}) => {
  const database = await openDatabase({ folder }, options)
  await work(database)
  await database.close()
}

/** Leaves the folder as a power failure would during work. */
async function crash(work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ folder })
  await work(database)
  cpSync(folder, `${folder} at the crash`, { recursive: true })
  await database.close()
  rmSync(folder, { recursive: true })
  cpSync(`${folder} at the crash`, folder, { recursive: true })
  rmSync(`${folder} at the crash`, { recursive: true })
}

function scribble(path: string, offset: number): void {
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.alloc(20_000, 0xa5), 0, 20_000, offset)
  closeSync(handle)
}

/** A check that always reports damage: a refusal proves that it ran. */
const suspicious = {
  inspectionWorker: new URL(
    `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ inspection: { verdict: 'damaged', version: null } })")}`,
  ),
}

describe('the database file before it is opened', () => {
  it('is not checked after a clean shutdown', async () => {
    await closed((database) => put(database, ['a']))
    await closed(async (database) => expect(await count(database)).toBe(1), suspicious)
  })

  it.each<[string, () => Promise<void> | void]>([
    ['after a crash', () => crash((database) => put(database, ['b']))],
    [
      'when somebody wrote into it',
      () => {
        const other = new DatabaseSync(file())
        other.exec("insert into sms_sent values ('outside', 1)")
        other.close()
      },
    ],
    [
      'when another stands in its place',
      () => {
        const { atime, mtime, size } = statSync(file())
        writeFileSync(file(), readFileSync(file()).subarray(0, size))
        utimesSync(file(), atime, new Date(mtime.getTime() + 2_000))
      },
    ],
    ['when changes wait beside it', () => writeFileSync(`${file()}-wal`, Buffer.alloc(64))],
    ['when nobody knows how it was closed', () => rmSync(`${file()}.closed`)],
  ])('is checked %s', async (_name, happens) => {
    await closed((database) => put(database, ['a']))
    await happens()
    await expect(openDatabase({ folder }, suspicious)).rejects.toThrow(RestoreNeededError)
  })

  it('is opened after a crash if intact, with everything acknowledged', async () => {
    await crash((database) => put(database, many('acknowledged', 500)))
    expect(existsSync(`${file()}.closed`)).toBe(false)
    await closed(async (database) => expect(await count(database)).toBe(500))
    expect(existsSync(`${file()}.closed`)).toBe(true)
  })

  it('is set aside unchanged if damaged, and no start creates an empty one instead', async () => {
    await closed((database) => put(database, many('lost', 3_000)))
    await crash((database) => put(database, ['last']))
    scribble(file(), 400_000)
    const before = { database: readFileSync(file()), wal: readFileSync(`${file()}-wal`) }
    const refusal = await openDatabase({ folder }).catch((error: unknown) => error as Error)
    expect(refusal).toBeInstanceOf(RestoreNeededError)
    const [aside = ''] = readdirSync(folder).filter((name) => /^vote-damaged-\d{14}\.db$/.test(name))
    expect((refusal as Error).message).toBe(`数据库文件已损坏，已原样移到 ${aside}，没有再写入任何内容，请恢复数据`)
    expect(readFileSync(join(folder, aside)).equals(before.database)).toBe(true)
    expect(readFileSync(join(folder, `${aside}-wal`)).equals(before.wal)).toBe(true)
    await expect(openDatabase({ folder })).rejects.toThrow('数据文件夹中没有可用的数据库，但有它的备份，请恢复数据')
    expect(existsSync(file())).toBe(false)
    expect(readdirSync(folder)).not.toContain('vote.db.lock')
  })

  it('is set aside if it is no database at all', async () => {
    mkdirSync(folder)
    writeFileSync(file(), 'this is no database at all, but long enough to be taken for one'.repeat(40))
    await expect(openDatabase({ folder })).rejects.toThrow(/^数据库文件已损坏，已原样移到 vote-damaged-\d{14}\.db/)
  })

  it('is left alone if it belongs to another program', async () => {
    mkdirSync(folder)
    const other = new DatabaseSync(file())
    other.exec('pragma journal_mode = wal; create table recipes (name text)')
    other.close()
    const before = readFileSync(file())
    await expect(openDatabase({ folder })).rejects.toThrow('数据文件夹中的 vote.db 不是本程序的数据库，没有改动它')
    expect(readFileSync(file()).equals(before)).toBe(true)
    expect(readdirSync(folder).filter((name) => /-(?:shm|wal)$/.test(name))).toEqual([])
  })

  it('is recreated if its creation was interrupted', async () => {
    mkdirSync(folder)
    const begun = new DatabaseSync(file())
    begun.exec('pragma journal_mode = wal; create table schema_version (version integer not null)')
    begun.close()
    await closed((database) => put(database, ['a']))
  })

  it.each([
    ['is gone', () => rmSync(file())],
    ['has not a byte left', () => writeFileSync(file(), '')],
  ])('is not replaced by an empty one if it %s', async (_name, happens) => {
    await closed((database) => put(database, ['a']))
    happens()
    await expect(openDatabase({ folder })).rejects.toThrow(RestoreNeededError)
  })
})

describe('a database put in place by hand', () => {
  it('beside a stale -wal is detected, and nothing is acknowledged into it', async () => {
    const copy = join(top, 'copy.db')
    await crash(async (database) => {
      await put(database, many('old', 2_000))
      await database.copyTo?.(copy)
      await database.write((tx) => tx.deleteFrom('sms_sent').execute())
      await put(database, many('new', 10_000))
      await put(database, many('last', 10))
    })
    expect(statSync(`${file()}-wal`).size).toBeGreaterThan(0)
    copyFileSync(copy, file())
    await expect(openDatabase({ folder })).rejects.toThrow(/^数据库文件已损坏，已原样移到/)
  })

  it('a database without a -wal is checked and opened', async () => {
    const copy = join(top, 'copy.db')
    await closed(async (database) => {
      await put(database, many('kept', 20))
      await database.copyTo?.(copy)
      await put(database, ['later'])
    })
    copyFileSync(copy, file())
    await closed(async (database) => expect(await count(database)).toBe(20))
  })
})

describe('damage detected at runtime', () => {
  it('stops all writing at once, is reported once, and the next start checks the file', async () => {
    await closed((database) => put(database, many('row', 5_000)))
    const onDamaged = vi.fn()
    const database = await openDatabase({ folder }, { onDamaged })
    for (let offset = 100_000; offset < 1_200_000; offset += 50_000) scribble(file(), offset)
    await expect(count(database)).rejects.toThrow()
    await expect(count(database)).rejects.toThrow()
    await expect(put(database, ['never'])).rejects.toThrow('数据库文件已损坏，没有保存，请重新启动程序，并按提示恢复数据')
    expect(onDamaged).toHaveBeenCalledOnce()
    await database.close()
    await expect(openDatabase({ folder })).rejects.toThrow(RestoreNeededError)
  })
})
