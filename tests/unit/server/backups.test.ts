import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyDatabase } from '../../../src/server/database/copy.ts'
import { createBackupKeeper, listBackups } from '../../../src/server/database/backups.ts'
import { backupFolderIn, momentIn, stampOf } from '../../../src/server/database/data-files.ts'
import { DiskFullError } from '../../../src/server/database/disk-space.ts'
import { createInspect, type Inspect } from '../../../src/server/database/inspection.ts'
import { newestVersion } from '../../../src/server/database/migrate.ts'
import type { Database } from '../../../src/server/database/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { wasKilled } from '../../support/system.ts'

let folder: string
let database: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vote-copies-'))
  database = await openDatabase({ folder })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const HOUR = 3_600_000
const DAY = 24 * HOUR
const log = { info: vi.fn(), error: vi.fn() }
const put = (phone: string) => database.write((tx) => tx.insertInto('sms_sent').values({ phone, sent_at: 1 }).execute())
const backups = () => (existsSync(backupFolderIn(folder)) ? readdirSync(backupFolderIn(folder)) : []).filter((name) => name.endsWith('.db')).sort()
const phonesIn = (path: string) => {
  const copy = new DatabaseSync(path, { readOnly: true })
  const rows = copy.prepare('select phone from sms_sent order by phone').all()
  copy.close()
  return rows.map((row) => row['phone'])
}

/** The daily backups at a time set by the test. */
function keeperAt(start: string, copyTo = database.copyTo ?? (() => Promise.reject(new Error('none')))) {
  const clock = { time: Date.parse(start), now: () => clock.time }
  const copy = vi.fn(copyTo)
  return { clock, copy, keeper: createBackupKeeper({ folder, copyTo: copy, clock, log }) }
}

describe('the name of a copy', () => {
  it('tells the time of China and is read back as the same moment', () => {
    const time = Date.parse('2026-11-21T17:30:05Z')
    expect(stampOf(time)).toBe('20261122013005')
    for (const kind of ['', 'v3-', 'damaged-', 'replaced-']) expect(momentIn(`vote-${kind}${stampOf(time)}.db`)).toBe(time)
    expect(momentIn('vote-20261301000000.db')).toBeNull()
  })

  it('keeps its order where the machine moves its clock back for the winter', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    try {
      const times = [0, 30, 60, 90].map((minutes) => Date.parse('2026-10-25T00:30:00Z') + minutes * 60_000)
      const stamps = times.map(stampOf)
      expect(new Set(stamps).size).toBe(4)
      expect(stamps.toSorted()).toEqual(stamps)
      expect(stamps.map((stamp) => momentIn(`vote-${stamp}.db`))).toEqual(times)
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

// Each of many backups is flushed to disk and checked.
describe('daily copies', { timeout: 30_000 }, () => {
  it('are no failure where an old one cannot be deleted', async () => {
    const { clock, keeper } = keeperAt('2026-11-01T08:00:00+08:00')
    for (let days = 0; days < 7; days++) {
      await keeper.look()
      clock.time += DAY
    }
    const fs = process.getBuiltinModule('fs')
    const { unlinkSync } = fs
    fs.unlinkSync = (path) => {
      if (String(path).endsWith('vote-20261101080000.db')) throw Object.assign(new Error('busy'), { code: 'EBUSY' })
      unlinkSync(path)
    }
    syncBuiltinESMExports()
    try {
      await keeper.look()
    } finally {
      fs.unlinkSync = unlinkSync
      syncBuiltinESMExports()
    }
    expect(keeper.status().problem).toBe('')
    expect(backups()).toHaveLength(8)
    clock.time += DAY
    await keeper.look()
    expect(backups()).toHaveLength(7)
  })

  it('are made once a day, and seven are kept', async () => {
    const { clock, keeper } = keeperAt('2026-11-01T08:00:00+08:00')
    await keeper.look()
    clock.time += DAY / 2
    await keeper.look()
    expect(backups()).toEqual(['vote-20261101080000.db'])
    writeFileSync(join(backupFolderIn(folder), 'vote-v1-20250101000000.db'), 'before an upgrade')
    for (let days = 0; days < 8; days++) {
      clock.time += DAY
      await put(`day ${days}`)
      await keeper.look()
    }
    expect(backups()).toHaveLength(8)
    expect(backups()).toContain('vote-v1-20250101000000.db')
    expect(backups()[0]).toBe('vote-20261103200000.db')
    expect(phonesIn(join(backupFolderIn(folder), 'vote-20261109200000.db'))).toContain('day 7')
    expect(keeper.status()).toMatchObject({ lastAt: Date.parse('2026-11-09T20:00:00+08:00'), problem: '' })
    expect(keeper.status().lastBytes).toBeGreaterThan(50_000)
  })

  it('that fail are told, with what to do, until one succeeds; no other copy is touched', async () => {
    const { clock, copy, keeper } = keeperAt('2026-11-01T08:00:00+08:00')
    await keeper.look()
    clock.time += DAY
    copy.mockRejectedValueOnce(new DiskFullError('no room'))
    await keeper.look()
    expect(keeper.status()).toEqual({
      lastAt: Date.parse('2026-11-01T08:00:00+08:00'),
      lastBytes: expect.any(Number) as number,
      problem: '自动备份没有成功：磁盘空间不足，请清理程序数据所在的磁盘',
    })
    expect(backups()).toEqual(['vote-20261101080000.db'])
    clock.time += HOUR
    await keeper.look()
    expect(keeper.status()).toMatchObject({ lastAt: clock.time, problem: '' })
  })

  it('that are older than three days are told, once it was looked whether one can be made', async () => {
    mkdirSync(backupFolderIn(folder))
    writeFileSync(join(backupFolderIn(folder), 'vote-20261101080000.db'), 'old')
    const { clock, keeper } = keeperAt('2026-11-20T08:00:00+08:00')
    expect(keeper.status()).toMatchObject({ lastAt: null, problem: '' })
    await keeper.look()
    expect(keeper.status()).toMatchObject({ lastAt: clock.time, problem: '' })
    clock.time += 4 * DAY
    expect(keeper.status().problem).toBe('已有 3 天以上没有自动备份，请检查电脑的日期和磁盘空间')
  })

  it('of a clock that was wrong neither keep a copy from being made nor crowd out those of today', async () => {
    const wrong = keeperAt('2036-05-01T08:00:00+08:00')
    for (let days = 0; days < 7; days++) {
      await wrong.keeper.look()
      wrong.clock.time += DAY
    }
    expect(backups()).toHaveLength(7)
    const { clock, keeper } = keeperAt('2026-11-01T08:00:00+08:00')
    expect(keeper.status().lastAt).toBeNull()
    for (let days = 0; days < 3; days++) {
      await put(`day ${days}`)
      await keeper.look()
      expect(keeper.status()).toMatchObject({ lastAt: clock.time, problem: '' })
      clock.time += DAY
    }
    expect(backups()).toHaveLength(7)
    expect(backups().slice(0, 3)).toEqual(['vote-20261101080000.db', 'vote-20261102080000.db', 'vote-20261103080000.db'])
  })
})

describe('a copy', () => {
  it('that is not sound gets no name, takes the place of none, and the database is looked at by the next start', async () => {
    const inspectionWorker = new URL(
      `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ inspection: { verdict: 'damaged', version: null } })")}`,
    )
    await database.close()
    database = await openDatabase({ folder }, { inspectionWorker })
    const path = join(folder, 'copy.db')
    writeFileSync(path, 'an older copy')
    await expect(database.copyTo?.(path)).rejects.toThrow('the copy is damaged')
    expect(readFileSync(path, 'utf8')).toBe('an older copy')
    expect(readdirSync(folder).filter((name) => name.includes('.tmp'))).toEqual([])
    await expect(put('never')).rejects.toThrow('数据库文件已损坏，没有保存')
    await database.close()
    expect(existsSync(join(folder, 'vote.db.closed'))).toBe(false)
    database = await openDatabase({ folder })
  })

  it('is made elsewhere although nothing can be written beside the database any more', async () => {
    writeFileSync(backupFolderIn(folder), 'in the way')
    const path = join(folder, 'copy.db')
    await put('saved')
    await database.copyTo?.(path)
    expect(phonesIn(path)).toEqual(['saved'])
  })

  it('whose maker was killed leaves nothing behind, wherever it was going', async () => {
    const stick = join(folder, 'stick')
    mkdirSync(stick)
    mkdirSync(backupFolderIn(folder), { recursive: true })
    await database.close()
    const program = `
      const { openDatabase } = await import(process.argv[1])
      const database = await openDatabase({ folder: process.argv[2] })
      database.copyTo(process.argv[3] + '/copy.db').catch(() => undefined)
      database.copyTo(process.argv[2] + '/backup/vote-20260101000000.db').catch(() => undefined)
      const { readdirSync } = await import('node:fs')
      const seen = () => [process.argv[3], process.argv[2] + '/backup'].every((place) => readdirSync(place).some((name) => name.endsWith('.tmp')))
      const timer = setInterval(() => { if (seen()) process.kill(process.pid, 'SIGKILL') }, 0)
    `
    const open = new URL('../../../src/server/database/open.ts', import.meta.url).href
    const maker = spawn(process.execPath, ['--input-type=module', '-e', program, open, folder, stick], { stdio: 'ignore' })
    await once(maker, 'exit')
    expect(wasKilled(maker)).toBe(true)
    expect(readdirSync(stick).join()).toMatch(/^\.[0-9a-f]{12}\.tmp/)
    database = await openDatabase({ folder })
    expect(readdirSync(stick)).toEqual([])
    expect(readdirSync(backupFolderIn(folder)).filter((name) => name.includes('.tmp'))).toEqual([])
  })
})

describe('the list of copies', () => {
  it('has each with its time, kind, size, version and what a check found, the newest first, and checks none twice', async () => {
    const place = backupFolderIn(folder)
    mkdirSync(place)
    const copy = (name: string, where = place) => database.copyTo?.(join(where, name))
    await copy('vote-20261101080000.db')
    await copy('vote-v1-20261102080000.db')
    await copy('vote-replaced-20261103080000.db', folder)
    writeFileSync(join(place, 'vote-20261104080000.db'), 'scratched')
    const newer = new DatabaseSync(join(place, 'vote-v1-20261102080000.db'))
    newer.exec(`update schema_version set version = ${newestVersion + 1}`)
    newer.close()
    for (const other of ['holiday.db', 'vote-damaged-20261105080000.db', 'checked.txt']) writeFileSync(join(place, other), 'no copy')

    const inspect = vi.fn<Inspect>(createInspect())
    const progress: string[] = []
    const list = () => listBackups(folder, inspect, (done, total) => progress.push(`${done}/${total}`))
    const expected = [
      { name: 'vote-20261104080000.db', kind: 'daily', verdict: 'damaged', version: null, byteCount: 9 },
      { name: 'vote-replaced-20261103080000.db', kind: 'replaced', verdict: 'good', version: newestVersion },
      { name: 'vote-v1-20261102080000.db', kind: 'upgrade', verdict: 'newer', version: newestVersion + 1 },
      { name: 'vote-20261101080000.db', kind: 'daily', verdict: 'good', version: newestVersion, at: Date.parse('2026-11-01T08:00:00+08:00') },
    ]
    expect(await list()).toMatchObject(expected)
    expect(progress).toEqual(['0/4', '1/4', '2/4', '3/4', '4/4'])
    expect(inspect).toHaveBeenCalledTimes(4)
    expect(await list()).toMatchObject(expected)
    expect(inspect).toHaveBeenCalledTimes(4)
    utimesSync(join(place, 'vote-20261101080000.db'), new Date(), new Date())
    await list()
    expect(inspect).toHaveBeenCalledTimes(5)
  })
})

describe('an encrypted copy', () => {
  const PASSWORD = 'forest 1902'
  const unfinishedIn = (place: string) => readdirSync(place).filter((name) => name.endsWith('.tmp'))
  let stick: string
  beforeEach(() => {
    stick = mkdtempSync(join(tmpdir(), 'vote-stick-'))
  })
  afterEach(() => rmSync(stick, { recursive: true, force: true }))

  it('is made of a plain one that stays in the data folder, for this user alone, and is gone at the end', async () => {
    await put('13800138000')
    const seen: string[][] = []
    const inspect = createInspect()
    const watching: Inspect = async (path) => {
      seen.push([...unfinishedIn(stick)], [dirname(path)])
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
      // As a kill would leave it.
      copyFileSync(path, join(folder, '.0123456789ab.tmp'))
      return inspect(path)
    }
    const target = join(stick, '备份.vtbackup')
    expect(await copyDatabase(folder, target, watching, PASSWORD)).toMatchObject({ verdict: 'good', version: newestVersion })
    expect(seen).toEqual([[], [folder]])
    expect(readdirSync(stick)).toEqual(['备份.vtbackup'])
    expect(readFileSync(target).includes('13800138000')).toBe(false)
    expect(unfinishedIn(folder)).toEqual(['.0123456789ab.tmp'])
    await database.close()
    database = await openDatabase({ folder })
    expect(unfinishedIn(folder)).toEqual([])
  })

  it('leaves nothing of a copy that is not sound, or cannot be written', async () => {
    const unsound: Inspect = () => Promise.resolve({ verdict: 'damaged', version: null })
    await expect(copyDatabase(folder, join(stick, '备份.vtbackup'), unsound, PASSWORD)).rejects.toThrow('the copy is damaged')
    mkdirSync(join(stick, '备份.vtbackup'))
    await expect(copyDatabase(folder, join(stick, '备份.vtbackup'), createInspect(), PASSWORD)).rejects.toThrow()
    expect(readdirSync(stick)).toEqual(['备份.vtbackup'])
    expect(unfinishedIn(folder)).toEqual([])
  })
})
