import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { headFileIn } from '../../src/server/kernel/headFile.ts'
import { NO_ENTRY } from '../../src/server/features/journal/chain.ts'
import { good } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { confirm, registerAccount, startServer, tryLogIn, type Client, type TestServer } from '../support/server.ts'
import { passingSigningKey } from '../support/signingKeys.ts'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'
import { PASSWORD } from '../support/passwords.ts'

/** `proof.md` section 8: an older database put in place is detected. */
whereDatabasesDiffer('an older database', (engine) => {
  let server: TestServer
  let admin: Client
  let folder: string
  const file = () => join(folder, 'keys/head.json')
  const kept = () => headFileIn(folder).read()
  const newest = async () => {
    const entry = await server.database.read.selectFrom('audit_entry').select(['number', 'hash']).orderBy('number', 'desc').limit(1).executeTakeFirst()
    return entry ?? NO_ENTRY
  }
  const makeEstate = (name: string) => admin.post('/vtestate/save', { name, addr: '路' })
  /** Restarts with the stored head of a journal that continued after this one. */
  const restartOlder = async (head: { readonly number: number; readonly hash: string }) => {
    const { number, hash } = await newest()
    server = await server.restart()
    writeFileSync(file(), JSON.stringify(head))
    server = await server.restart({ headFile: { read: () => head, write: (given) => headFileIn(folder).write(given) } })
    admin = server.client(admin.token)
    return { number, hash }
  }
  const laterHead = async () => ({ number: (await newest()).number + 5, hash: 'a'.repeat(64) })

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vote-keys-'))
    server = await startServer(engine, { headFile: headFileIn(folder) })
    admin = await server.member('admin_1')
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  it('is detected by the newest entry, stored at a clean end and within ten seconds of a commit', async () => {
    good(await makeEstate('甲'))
    await expect.poll(kept).toEqual(await newest())
    good(await makeEstate('乙'))
    const last = await newest()
    server = await server.restart()
    expect(kept()).toEqual(last)
    admin = server.client(admin.token)
    good(await makeEstate('丙'))
    expect((await entriesOf(admin, { action: 'audit.key' }))[0].after).toMatchObject({ isHeadKept: true })
    expect(good(await admin.get('/system/safety')).signing).toMatchObject({ keycount: 1, keptnumber: kept()?.number })
  })

  it('blocks all reads and changes until an administrator accepts it', async () => {
    const other = await server.member('other_1')
    const head = await laterHead()
    const found = await restartOlder(head)
    const message = `数据库比上次使用时旧：上次用到操作日志第${head.number}条，现在只到第${found.number}条，请系统管理员确认`
    const refusal = { code: 409, message, data: null, reason: 'audit.databaseOlder' }
    for (const path of ['/unifiedUser/get', '/vtestate/getallestates', '/audit/verify', '/system/safety', '/get_dictionary_list'])
      expect(await admin.get(path), path).toEqual(refusal)
    expect(await makeEstate('甲')).toEqual(refusal)
    expect(await registerAccount(server.client(), 'new_1', 77).catch((error: Error) => error.message)).toEqual(refusal)
    good(await server.client().get('/health'))
    good(await tryLogIn(server.client(), 'other_1', PASSWORD))
    expect(await server.client(other.token).post('/audit/acceptolder', { reason: '由我恢复' })).toMatchObject({ code: 403 })
    good(await server.client(other.token).get('/logout'))

    expect(await admin.post('/audit/acceptolder', { reason: '由我恢复' })).toMatchObject({ code: 445 })
    await confirm(admin)
    expect(await admin.post('/audit/acceptolder', { reason: ' ' })).toMatchObject({ code: 400, message: '请输入原因' })
    good(await admin.post('/backup/permitrestore', { filename: '每日备份' }))
    good(await admin.post('/audit/acceptolder', { reason: '由我恢复' }))
    expect(await admin.post('/audit/acceptolder', { reason: '由我恢复' })).toMatchObject({ code: 409, message: '数据库与上次使用时一致，没有需要确认的' })
    good(await makeEstate('甲'))
    const [entry] = await entriesOf(admin, { action: 'audit.olderAccepted' })
    expect(entry).toMatchObject({
      kind: 'security',
      username: 'admin_1',
      after: { reason: '由我恢复', keptNumber: head.number, keptHash: head.hash, lastNumber: found.number, lastHash: found.hash },
    })
    server = await server.restart({ headFile: headFileIn(folder) })
    admin = server.client(admin.token)
    good(await admin.get('/vtestate/getallestates'))
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: true, replay: { differencecount: 0 } })
  })

  it('is detected if the stored entry has another hash, or the stored file is missing or damaged', async () => {
    const { number } = await newest()
    await restartOlder({ number, hash: 'b'.repeat(64) })
    expect(await admin.get('/vtestate/getallestates')).toMatchObject({
      code: 409,
      message: `数据库比上次使用时旧：操作日志第${number}条与上次使用时不同，请系统管理员确认`,
    })
    for (const spoil of [() => rmSync(file()), () => writeFileSync(file(), '{"number": 3')]) {
      spoil()
      server = await server.restart({ headFile: headFileIn(folder) })
      admin = server.client(admin.token)
      expect(await admin.get('/vtestate/getallestates')).toMatchObject({
        code: 409,
        message: expect.stringContaining('记录上次使用位置的文件（keys 文件夹中）不见了'),
      })
    }
    await confirm(admin)
    good(await admin.post('/audit/acceptolder', { reason: '换了电脑' }))
    expect((await entriesOf(admin, { action: 'audit.olderAccepted' }))[0].after).not.toHaveProperty('keptNumber')
  })

  it('is not compared with records of nobody, of another key, or from before a restore', async () => {
    rmSync(folder, { recursive: true })
    server = await server.restart({ headFile: headFileIn(folder), signingKey: passingSigningKey() })
    admin = server.client(admin.token)
    good(await admin.get('/vtestate/getallestates'))
    const head = await laterHead()
    const done = { source: 'vote.db', sha256: 'c'.repeat(64), at: server.clock.time, by: 'admin_1', keptAs: '' }
    server = await server.restart({ headFile: { read: () => head, write: headFileIn(folder).write }, restored: { done, forget: () => undefined } })
    admin = server.client(admin.token)
    good(await admin.get('/vtestate/getallestates'))
    await expect.poll(kept).toEqual(await newest())
  })

  it('an empty one starts as new, and its first entry names what was found', async () => {
    await server.close()
    const head = { number: 40, hash: 'd'.repeat(64) }
    await headFileIn(folder).write(head)
    server = await startServer(engine, { headFile: headFileIn(folder) })
    admin = await server.member('admin_1')
    const [entry] = await entriesOf(admin, { action: 'audit.olderAccepted' })
    expect(entry).toMatchObject({ number: 2, username: '', after: { reason: '从空白数据开始', keptNumber: 40, keptHash: head.hash, lastNumber: 0 } })
    expect((await entriesOf(admin, { action: 'audit.key' }))[0].number).toBe(1)
  })
})

it('an older vote.db put back by hand is detected at the next start, but not a killed server’s database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vote-older-'))
  const database = join(folder, 'vote.db')
  const start = async () => {
    const server = await startProcess(['--data', folder])
    return { server, admin: httpClient(server.url, await memberToken(server.url)) }
  }
  try {
    const first = await start()
    good(await first.admin.post('/vtestate/save', { name: '甲', addr: '路' }))
    await first.server.stop()
    copyFileSync(database, join(folder, 'noon.db'))

    // A server killed before any entry was stored is not older either.
    const [fresh, folderOfFresh] = [await startProcess(['--data', join(folder, 'fresh')]), join(folder, 'fresh')]
    await memberToken(fresh.url)
    await fresh.kill()
    const again = await startProcess(['--data', folderOfFresh])
    good(await httpClient(again.url, await memberToken(again.url)).get('/vtestate/getallestates'))
    await again.stop()

    const second = await start()
    good(await second.admin.post('/vtestate/save', { name: '乙', addr: '路' }))
    await second.server.kill()
    const third = await start()
    expect(good(await third.admin.get('/vtestate/getallestates'))).toHaveLength(2)
    await third.server.stop()
    const head = readFileSync(join(folder, 'keys/head.json'), 'utf8')

    copyFileSync(join(folder, 'noon.db'), database)
    const fourth = await start()
    expect(await fourth.admin.get('/vtestate/getallestates')).toMatchObject({ code: 409, message: expect.stringContaining('数据库比上次使用时旧') })
    await fourth.server.kill()
    expect(readFileSync(join(folder, 'keys/head.json'), 'utf8')).toBe(head)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
