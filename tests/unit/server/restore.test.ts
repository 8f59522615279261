import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encryptFile } from '../../../src/server/database/encrypted-copy.ts'
import { createInspect } from '../../../src/server/database/inspection.ts'
import { newestVersion } from '../../../src/server/database/migrate.ts'
import { migrations } from '../../../src/server/database/migrations/all.ts'
import type { Database, OpenOptions } from '../../../src/server/database/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { restoreDatabase, restoreDone, type RestoreStage } from '../../../src/server/database/restore.ts'
import { isFull } from '../../support/scale.ts'
import { wasKilled } from '../../support/system.ts'

let top: string
let folder: string
let copy: string
beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), 'vote-restore-'))
  folder = join(top, 'data')
  copy = join(top, '备份.db')
  await opened(async (database) => {
    await put(database, 'old')
    await database.copyTo?.(copy)
    await put(database, 'new')
  })
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const now = Date.parse('2026-11-21T09:00:00+08:00')
const KEPT = 'vote-replaced-20261121090000.db'
const file = () => join(folder, 'vote.db')
const put = (database: Database, phone: string) => database.write((tx) => tx.insertInto('sms_sent').values({ phone, sent_at: 1 }).execute())
const phones = async (database: Database) => (await database.read.selectFrom('sms_sent').select('phone').orderBy('phone').execute()).map((row) => row.phone)
const restore = (source = copy, more: Partial<Parameters<typeof restoreDatabase>[0]> = {}) =>
  restoreDatabase({ folder, source, inspect: createInspect(), now, by: 'office_1', ...more })
async function opened<T>(work: (database: Database) => Promise<T>, options: OpenOptions = {}): Promise<T> {
  const database = await openDatabase({ folder }, options)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
const phonesIn = (path: string) => {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database.prepare('select phone from sms_sent order by phone').all()
  database.close()
  return rows.map((row) => row['phone'])
}
const leftovers = () => readdirSync(folder).filter((name) => name.includes('.tmp') || name === 'restore.json' || name.endsWith('.new'))

describe('a restore', () => {
  it('replaces the database, keeps the old one under a timestamped name, and reports progress', async () => {
    const stages: [RestoreStage, number][] = []
    expect(await restore(copy, { onProgress: (stage, share) => stages.push([stage, share]) })).toBe(KEPT)
    expect(await opened(phones)).toEqual(['old'])
    expect(phonesIn(join(folder, KEPT))).toEqual(['new', 'old'])
    expect(leftovers()).toEqual([])
    expect([...new Set(stages.map(([stage]) => stage))]).toEqual(['copying', 'checking', 'replacing'])
    expect(restoreDone(folder)).toEqual({ source: '备份.db', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string, at: now, by: 'office_1', keptAs: KEPT })
    expect(phonesIn(copy)).toEqual(['old'])
  })

  it('can be undone with the kept database', async () => {
    await restore()
    expect(await restore(join(folder, KEPT))).toBe('vote-replaced-20261121090001.db')
    expect(await opened(phones)).toEqual(['new', 'old'])
  })

  it('works without a database, and with a damaged one beside its -wal', async () => {
    rmSync(file())
    expect(await restore()).toBe('')
    expect(await opened(phones)).toEqual(['old'])
    writeFileSync(file(), 'scratched beyond recognition'.repeat(1_000))
    writeFileSync(`${file()}-wal`, 'forgotten')
    expect(await restore()).toBe('vote-replaced-20261121090000.db')
    expect(readFileSync(join(folder, `${KEPT}-wal`), 'utf8')).toBe('forgotten')
    expect(await opened(phones)).toEqual(['old'])
  })

  it('accepts a database that was copied with its -wal', async () => {
    await opened(async (database) => {
      await put(database, 'waiting')
      for (const companion of ['', '-wal']) copyFileSync(file() + companion, join(top, `by hand.db${companion}`))
    })
    await restore(join(top, 'by hand.db'))
    expect(await opened(phones)).toEqual(['new', 'old', 'waiting'])
  })

  it('has an older backup migrated at the next start', async () => {
    await restore()
    const added = (): readonly string[] => [`insert into sms_sent values ('added', 1)`]
    expect(await opened(phones, { migrations: [...migrations, added] })).toEqual(['added', 'old'])
  })

  const changed = (change: () => void): string => {
    change()
    return copy
  }
  it.each<[string, () => string, string]>([
    [
      'damaged',
      () => changed(() => writeFileSync(copy, readFileSync(copy).fill(0xa5, 20_000, 60_000))),
      '备份文件已损坏，没有恢复，数据没有改动，请换一份备份',
    ],
    ['cut off', () => changed(() => writeFileSync(copy, readFileSync(copy).subarray(0, 50_000))), '备份文件已损坏，没有恢复，数据没有改动，请换一份备份'],
    ['a picture', () => changed(() => writeFileSync(copy, 'PNG'.repeat(5_000))), '备份文件已损坏，没有恢复，数据没有改动，请换一份备份'],
    ['empty', () => changed(() => writeFileSync(copy, '')), '这份备份是空的，没有恢复，数据没有改动，请换一份备份'],
    [
      'of a newer program',
      () => {
        const newer = new DatabaseSync(copy)
        newer.exec(`update schema_version set version = ${newestVersion + 1}`)
        newer.close()
        return copy
      },
      '备份由更新版本的程序创建，没有恢复，数据没有改动，请先安装最新版本的程序',
    ],
    [
      'of a trial version',
      () => {
        const trial = new DatabaseSync(copy)
        trial.exec('update schema_version set version = 33')
        trial.close()
        return copy
      },
      '备份由试用版本建立，不能升级，没有恢复，数据没有改动，请换一份备份',
    ],
    [
      'of another program',
      () => {
        rmSync(copy)
        const other = new DatabaseSync(copy)
        other.exec('create table recipes (name text)')
        other.close()
        return copy
      },
      '这个文件不是本程序的备份，没有恢复，数据没有改动，请换一份备份',
    ],
    ['not there', () => '/no/such/file.db', '找不到备份文件 /no/such/file.db，数据没有改动'],
    ['a folder', () => (mkdirSync(join(top, 'folder')), join(top, 'folder')), '备份文件无法读取，没有恢复，数据没有改动，请把它复制到本机的文件夹后重试'],
  ])('of a file that is %s changes nothing', async (_name, make, sentence) => {
    const before = readFileSync(file())
    await expect(restore(make())).rejects.toThrow(sentence)
    expect(readFileSync(file()).equals(before)).toBe(true)
    expect(existsSync(`${file()}.closed`)).toBe(true)
    expect(leftovers()).toEqual([])
    expect(await opened(phones)).toEqual(['new', 'old'])
  })

  it('is refused while the data are in use', () =>
    opened(async (database) => {
      await expect(restore()).rejects.toThrow(`数据库正由本机的另一个进程（${process.pid}）使用，请先退出它再恢复`)
      await put(database, 'going on')
    }))

  it('says if another program has the data open', async () => {
    const fs = process.getBuiltinModule('fs')
    const { renameSync } = fs
    // Another program blocks renaming of the database only.
    fs.renameSync = (from, to) => {
      if (from === file()) throw Object.assign(new Error('busy'), { code: 'EBUSY' })
      renameSync(from, to)
    }
    syncBuiltinESMExports()
    try {
      await expect(restore()).rejects.toThrow('数据文件正被其他程序使用，没有恢复，数据没有改动')
    } finally {
      fs.renameSync = renameSync
      syncBuiltinESMExports()
    }
    expect(leftovers()).toEqual([])
    expect(await opened(phones)).toEqual(['new', 'old'])
  })

  it('killed, never overwrites a database put in place by hand before the next start', async () => {
    const temporary = '.restore-0123456789ab.tmp'
    copyFileSync(copy, join(folder, temporary))
    copyFileSync(file(), join(folder, KEPT))
    const done = { source: '备份.db', sha256: '', at: now, by: '' }
    writeFileSync(join(folder, 'restore.json'), JSON.stringify({ temporary, keptAs: KEPT, done }))
    expect(await opened(phones)).toEqual(['old'])
    expect(phonesIn(join(folder, KEPT))).toEqual(['new', 'old'])
    expect(phonesIn(join(folder, 'vote-replaced-20261121090001.db'))).toEqual(['new', 'old'])
  })

  it('killed at any step, leaves the old or the new database whole, and the next start finishes it', async () => {
    /** Every rename is a step: the process is killed before or after one of them. */
    const program = `
      const fs = process.getBuiltinModule('fs')
      const [restorePath, inspectionPath, folder, source, step, when] = process.argv.slice(1)
      const { renameSync, writeFileSync } = fs
      let steps = 0
      const die = () => process.kill(process.pid, 'SIGKILL')
      const counted = (act) => (...args) => {
        const isIt = ++steps === Number(step)
        if (isIt && when === 'before') die()
        act(...args)
        if (isIt) die()
      }
      fs.renameSync = counted(renameSync)
      fs.writeFileSync = counted(writeFileSync)
      process.getBuiltinModule('module').syncBuiltinESMExports()
      const { restoreDatabase } = await import(restorePath)
      const { createInspect } = await import(inspectionPath)
      await restoreDatabase({ folder, source, inspect: createInspect(), now: ${now}, by: '' })
      console.log(steps)
    `
    const modules = ['restore', 'inspection'].map((name) => new URL(`../../../src/server/database/${name}.ts`, import.meta.url).href)
    const run = async (step: number, when: string) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...modules, folder, copy, String(step), when], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      child.stdout.on('data', (chunk) => (output += String(chunk)))
      await once(child, 'exit')
      return { isKilled: wasKilled(child), steps: Number(output) }
    }
    const whole = join(top, 'whole')
    const crashed = () => (rmSync(folder, { recursive: true }), copyTree(whole, folder))
    copyTree(folder, whole)
    // With a -wal beside it, as after a crash: the three files must be moved together.
    writeFileSync(join(whole, 'vote.db-wal'), '')

    crashed()
    const { steps } = await run(0, 'never')
    expect(steps).toBeGreaterThan(5)
    const found = new Set<string>()
    for (let step = 1; step <= steps; step++) {
      for (const when of isFull ? ['before', 'after'] : [step % 2 === 0 ? 'before' : 'after']) {
        crashed()
        expect((await run(step, when)).isKilled).toBe(true)
        const rows = await opened(phones)
        expect([['old'], ['new', 'old']]).toContainEqual(rows)
        found.add(rows.join())
        if (rows.length === 1) expect(phonesIn(join(folder, KEPT))).toEqual(['new', 'old'])
        expect(leftovers()).toEqual([])
      }
    }
    expect(found).toEqual(new Set(['old', 'new,old']))
  }, 120_000)
})

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) if (!name.startsWith('backup')) copyFileSync(join(from, name), join(to, name))
}

describe('restoring an encrypted backup', () => {
  const PASSWORD = '松树 pine4827'
  let encrypted: string
  beforeEach(async () => {
    encrypted = join(top, '备份.vtbackup')
    writeFileSync(encrypted, 'what stood there before')
    await opened((database) => Promise.resolve(database.copyTo?.(encrypted, PASSWORD)))
    await opened((database) => put(database, 'newest'))
  })
  const refused = async (bytes: Buffer, password: string | null, sentence: string) => {
    writeFileSync(encrypted, bytes)
    const before = readdirSync(folder).toSorted()
    await expect(restore(encrypted, { password })).rejects.toThrow(sentence)
    expect(await opened(phones)).toEqual(['new', 'newest', 'old'])
    expect(readdirSync(folder).toSorted()).toEqual(before)
  }

  it('restores its contents with the password', async () => {
    expect(readFileSync(encrypted).subarray(0, 8).toString()).toBe('VTBACKUP')
    const stages: [RestoreStage, number][] = []
    expect(await restore(encrypted, { password: PASSWORD, onProgress: (stage, share) => stages.push([stage, share]) })).toBe(KEPT)
    expect(await opened(phones)).toEqual(['new', 'old'])
    expect(phonesIn(join(folder, KEPT))).toEqual(['new', 'newest', 'old'])
    expect(leftovers()).toEqual([])
    expect([...new Set(stages.map(([stage]) => stage))]).toEqual(['copying', 'checking', 'replacing'])
    expect(restoreDone(folder)).toMatchObject({ source: '备份.vtbackup', sha256: createHash('sha256').update(readFileSync(encrypted)).digest('hex') })
  })

  it('changes nothing without the password, with a wrong one, or for a truncated or changed file', async () => {
    const bytes = readFileSync(encrypted)
    await refused(bytes, null, '这份备份已用密码加密，没有恢复，数据没有改动，请输入备份时设置的密码')
    await refused(bytes, 'pine4827', '备份的密码不正确，没有恢复，数据没有改动，请重新输入')
    const broken = '备份文件不完整或被改动过，没有恢复，数据没有改动，请换一份备份'
    await refused(bytes.subarray(0, -1), PASSWORD, broken)
    await refused(bytes.subarray(0, 64 + 65_552), PASSWORD, broken)
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40)
    await refused(changed, PASSWORD, broken)
    const newer = Buffer.from(bytes)
    newer.writeUInt8(2, 8)
    await refused(newer, PASSWORD, '备份由更新版本的程序创建，没有恢复，数据没有改动，请先安装最新版本的程序')
  })

  it('refuses an encrypted file that is no database of the program', async () => {
    const plain = join(top, '照片.png')
    writeFileSync(plain, 'PNG'.repeat(2_000))
    await encryptFile(plain, join(top, '照片.vtbackup'), PASSWORD)
    await refused(readFileSync(join(top, '照片.vtbackup')), PASSWORD, '备份文件已损坏，没有恢复')
  })
})
