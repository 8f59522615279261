import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/server/database/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import { newestVersion } from '../../../src/server/database/migrate.ts'
import { migrations } from '../../../src/server/database/migrations/all.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vote-db-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (database: Database, phone: string, sentAt = 1) => database.write((tx) => tx.insertInto('sms_sent').values({ phone, sent_at: sentAt }).execute())
const phones = async (database: Database) => (await database.read.selectFrom('sms_sent').select('phone').orderBy('phone').execute()).map((row) => row.phone)

describe('the write queue', () => {
  it('acknowledges only committed jobs, and rolls back a throwing job without its neighbours', async () => {
    const database = await openDatabase({ folder })
    const answers = await Promise.allSettled([
      put(database, 'a'),
      database.write(async (tx) => {
        await tx.insertInto('sms_sent').values({ phone: 'b', sent_at: 1 }).execute()
        throw new Error('no')
      }),
      put(database, 'c'),
      put(database, 'a'),
    ])
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(await phones(database)).toEqual(['a', 'c'])
    await database.close()
  })

  it('shows readers only committed data', async () => {
    const database = await openDatabase({ folder })
    let seen: string[] = []
    await database.write(async (tx) => {
      await tx.insertInto('sms_sent').values({ phone: 'a', sent_at: 1 }).execute()
      seen = await phones(database)
    })
    expect([seen, await phones(database)]).toEqual([[], ['a']])
    await database.close()
  })

  it('runs jobs one after another, each seeing the earlier writes', async () => {
    const database = await openDatabase({ folder })
    await put(database, 'counter', 0)
    const countUp = () =>
      database.write(async (tx) => {
        const { sent_at } = await tx.selectFrom('sms_sent').select('sent_at').where('phone', '=', 'counter').executeTakeFirstOrThrow()
        await tx
          .updateTable('sms_sent')
          .set({ sent_at: sent_at + 1 })
          .where('phone', '=', 'counter')
          .execute()
      })
    await Promise.all(Array.from({ length: 700 }, countUp))
    expect((await database.read.selectFrom('sms_sent').select('sent_at').executeTakeFirst())?.sent_at).toBe(700)
    await database.close()
  })

  it('calls a hook once per group with its jobs’ callbacks, except rolled-back ones', async () => {
    const database = await openDatabase({ folder })
    const groups: string[][] = []
    const hook = (_tx: unknown, items: readonly string[]) => Promise.resolve(void groups.push([...items]))
    const job = (item: string, isGood = true) =>
      database.write((_tx, onCommit) => {
        onCommit(hook, item)
        return isGood ? Promise.resolve() : Promise.reject(new Error('no'))
      })
    await Promise.allSettled([job('first'), job('rolled back', false), job('second')])
    await Promise.allSettled([job('alone, rolled back', false)])
    await job('third')
    expect(groups).toEqual([['first', 'second'], ['third']])
    await database.close()
  })

  it('rolls back a whole group if its hook fails', async () => {
    const database = await openDatabase({ folder })
    const fails = () => Promise.reject(new Error('no room'))
    const withHook = database.write((tx, onCommit) => {
      onCommit(fails, null)
      return tx.insertInto('sms_sent').values({ phone: 'with', sent_at: 1 }).execute()
    })
    const outcomes = await Promise.allSettled([put(database, 'beside'), withHook])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await phones(database)).toEqual([])
    await database.close()
  })

  it('refuses a callback registered after its job has ended', async () => {
    const database = await openDatabase({ folder })
    const onCommit = await database.write((_tx, onCommit) => Promise.resolve(onCommit))
    expect(() => onCommit(() => Promise.resolve(), null)).toThrow('the job has ended')
    await database.close()
  })

  it('completes every job before it closes', async () => {
    const database = await openDatabase({ folder })
    const writing = Array.from({ length: 50 }, (_, index) => put(database, String(index)))
    await database.close()
    await expect(Promise.all(writing)).resolves.toHaveLength(50)
  })
})

describe('opening the database', () => {
  it('names the process that already has it open', async () => {
    const database = await openDatabase({ folder })
    await expect(openDatabase({ folder })).rejects.toThrow(`数据库正由本机的另一个进程（${process.pid}）使用，请先退出它再启动`)
    writeFileSync(join(folder, 'vote.db.lock'), '77 another-pc')
    await expect(openDatabase({ folder })).rejects.toThrow('数据库正由电脑 another-pc（进程 77）使用，请先在那台电脑上退出程序')
    expect(await phones(database)).toEqual([])
    await database.close()
    expect(readdirSync(folder)).not.toContain('vote.db.lock')
    await (await openDatabase({ folder })).close()
  })

  it('is blocked by a living process, and takes over from a killed one even if its pid is reused', async () => {
    const lockFile = new URL('../../../src/server/database/lock-file.ts', import.meta.url).href
    const program = `const { takeLockFile } = await import(process.argv[1]); takeLockFile(process.argv[2]); console.log('held'); setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', program, lockFile, join(folder, 'vote.db.lock')])
    await once(holder.stdout, 'data')
    await expect(openDatabase({ folder })).rejects.toThrow(`数据库正由本机的另一个进程（${holder.pid}）使用，请先退出它再启动`)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect(readFileSync(join(folder, 'vote.db.lock'), 'utf8')).toBe(`${holder.pid} ${hostname()}`)
    // Process 1 always exists: after a power failure any number may.
    writeFileSync(join(folder, 'vote.db.lock'), `1 ${hostname()}`)
    await (await openDatabase({ folder })).close()
  })

  it.each([
    ['a newer program', newestVersion + 1, '数据库由更新版本的程序创建，请安装最新版本后再打开，数据没有被改动'],
    ['a trial version', 33, '数据库由试用版本建立，不能升级'],
  ])('refuses a database of %s and leaves it unchanged to the byte', async (_, version, sentence) => {
    await (await openDatabase({ folder })).close()
    const raw = new DatabaseSync(join(folder, 'vote.db'))
    raw.exec(`update schema_version set version = ${version}`)
    raw.close()
    const everything = () => Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]))
    const before = everything()
    await expect(openDatabase({ folder })).rejects.toThrow(sentence)
    expect(everything()).toEqual(before)
  })

  it('makes a backup before a migration, keeping at most five', async () => {
    const before = await openDatabase({ folder })
    await put(before, 'kept')
    await before.close()
    for (let count = 1; count <= 7; count++) {
      const later = Array.from({ length: count }, (_, index) => (): readonly string[] => [`insert into sms_sent values ('added ${index}', 1)`])
      const database = await openDatabase({ folder }, { migrations: [...migrations, ...later] })
      expect(await phones(database)).toEqual([...later.map((_, index) => `added ${index}`), 'kept'])
      await database.close()
    }
    const copies = readdirSync(join(folder, 'backup')).filter((name) => name.endsWith('.db'))
    expect(copies.map((name) => name.replace(/-\d{14}/, '')).toSorted()).toEqual(
      Array.from({ length: 5 }, (_, index) => `vote-v${newestVersion + 2 + index}.db`),
    )
    const oldest = new DatabaseSync(join(folder, 'backup', copies.toSorted()[0] ?? ''))
    expect(oldest.prepare('select version from schema_version').get()).toMatchObject({ version: newestVersion + 2 })
    oldest.close()
  })

  it('shortens the journal’s summaries, which can still be erased with their entry and not otherwise', async () => {
    const before = await openDatabase({ folder }, { migrations: migrations.slice(0, 17) })
    const entry = `1, 1, 1, 'a', 'a', '', 'account.logIn', '', 'p', 'h', 0, '', 'c', 's', '{}'`
    const summary = `1, 'h', '一期-3栋 张三', 'id', '换届', '状态：已投票', '一期-3栋 张三 换届 状态：已投票', '{}', 'change'`
    for (const [table, values] of Object.entries({ audit_entry: entry, audit_summary: summary }))
      await before.write((tx) => sql.raw(`insert into ${table} values (${values})`).execute(tx))
    await before.close()
    const database = await openDatabase({ folder })
    const summaries = () => database.read.selectFrom('audit_summary').selectAll().execute()
    const words = { subject_name: '一期-3栋 张三', summary: '状态：已投票', import_data: '{}' }
    const kept = { number: 1, activity_id: 'id', activity_title: '换届', kind: 'change' }
    expect(await summaries()).toEqual([{ ...kept, ...words }])
    const erased = { subject_name: '', summary: '', import_data: null }
    const erase = () => database.write((tx) => tx.updateTable('audit_summary').set(erased).execute())
    await expect(erase()).rejects.toThrow('the journal is append-only')
    await database.write((tx) => tx.updateTable('audit_entry').set({ content: null, salt: null }).execute())
    await erase()
    expect(await summaries()).toEqual([{ ...kept, ...erased }])
    expect((await database.checkSchema()).faults).toEqual([])
    await database.close()
  })

  it('leaves it unchanged if a migration fails, and the next start retries', async () => {
    await (await openDatabase({ folder })).close()
    const made = (): readonly string[] => ['create table made (id integer)']
    const broken = (): readonly string[] => ['insert into nowhere values (1)']
    await expect(openDatabase({ folder }, { migrations: [...migrations, made, broken] })).rejects.toThrow('nowhere')
    const database = await openDatabase({ folder }, { migrations: [...migrations, made] })
    await database.close()
  })

  it('writes durably, and refuses values that do not fit a column', async () => {
    const database = await openDatabase({ folder })
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(database.read)
    expect(rows[0]?.synchronous).toBe(2)
    const refusal = (writing: Promise<unknown>): Promise<string> =>
      writing.then(
        () => 'taken',
        (error: Error) => error.message,
      )
    const add = database.write((tx) => sql`insert into sms_sent (phone, sent_at) values ('x', 'abc')`.execute(tx))
    expect(await refusal(add)).toContain('cannot store TEXT value in INTEGER column')
    const date = new Date() as unknown as number
    expect(await refusal(database.write((tx) => tx.insertInto('sms_sent').values({ phone: 'x', sent_at: date }).execute()))).toContain('cannot bind')
    expect(await refusal(sql`insert into sms_sent (phone, sent_at) values ('x', 1)`.execute(database.read))).toContain('readonly')
    // @ts-expect-error what is only read has nothing to write with
    expect(await refusal(database.read.insertInto('sms_sent').values({ phone: 'x', sent_at: 1 }).execute())).toContain('readonly')
    await database.close()
  })
})

describe('database backups', () => {
  const copied = (path: string) => {
    const copy = new DatabaseSync(path, { readOnly: true })
    const rows = copy
      .prepare('select phone from sms_sent order by phone')
      .all()
      .map((row) => String(row['phone']))
    const { integrity_check: integrity } = copy.prepare('pragma integrity_check').get() as { integrity_check: string }
    copy.close()
    return { rows, integrity }
  }

  it('are consistent under concurrent writes, and replace an existing file only at the end', async () => {
    const database = await openDatabase({ folder })
    await put(database, 'before')
    const path = join(folder, 'copy.db')
    writeFileSync(path, 'an older copy')
    let isCopying = true
    const writing = (async () => {
      for (let number = 0; isCopying; number++) await put(database, `while ${number}`)
    })()
    await database.copyTo?.(path)
    isCopying = false
    await writing
    expect(copied(path)).toMatchObject({ integrity: 'ok', rows: expect.arrayContaining(['before']) as string[] })
    await expect(database.copyTo?.(join(folder, 'no such folder', 'copy.db'))).rejects.toThrow()
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
    await database.close()
  })
})
