import { createHash, createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { passingSigningKey } from '../support/signingKeys.ts'
import { chained, NO_ENTRY } from '../../src/server/features/journal/chain.ts'
import { askStep, good, makeActivity, makeActivityA, makeProperty, takeSteps } from '../support/activities.ts'
import { emptyDatabase, onBothDatabases } from '../support/databases.ts'
import { entriesOf, putInPlace, removeJournalGuards } from '../support/journal.ts'
import { readReport, sheetNamed } from '../support/reports.ts'
import { httpClient, memberToken, startProcess } from '../support/server-process.ts'
import { logIn, serverForAll, startServer, type Client, type TestServer } from '../support/server.ts'

const DAY_MS = 24 * 3_600_000
const FIELDS = ['hash', 'kind', 'number', 'publickey', 'time', 'voteactivityid']

interface Checkpoint {
  readonly checkpoint: Record<string, string | number>
  readonly signature: string
  readonly code: string
}

/** RFC 8785 for flat objects with ASCII names and texts. */
const canonicalByHand = (flat: Readonly<Record<string, unknown>>): string =>
  `{${Object.keys(flat)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(flat[name])}`)
    .join(',')}}`
const codeByHand = (canonical: string): string =>
  createHash('sha256')
    .update(canonical)
    .digest('hex')
    .slice(0, 32)
    .replaceAll(/(.{4})(?=.)/g, '$1 ')
/** Verifies with the 32 raw bytes, prefixed by the SPKI header of every Ed25519 key (RFC 8410). */
function isSigned({ checkpoint, signature }: Checkpoint): boolean {
  const spki = Buffer.from(`302a300506032b6570032100${String(checkpoint['publickey'])}`, 'hex')
  return verify(null, Buffer.from(canonicalByHand(checkpoint)), createPublicKey({ key: spki, format: 'der', type: 'spki' }), Buffer.from(signature, 'hex'))
}
const listed = async (client: Pick<Client, 'get'>, activityId = ''): Promise<Checkpoint[]> =>
  good(await client.get('/audit/checkpoints', { pageSize: 100, ...(activityId === '' ? {} : { voteactivityid: activityId }) })).datas
const kindsOf = (checkpoints: readonly Checkpoint[]) => checkpoints.map(({ checkpoint }) => checkpoint['kind'])

onBothDatabases('checkpoints', (engine) => {
  const server = serverForAll(engine, { sessionLife: { idle: 1e12, total: 1e12 } })
  let admin: Client
  let manager: Client
  let activityId: string
  beforeAll(async () => {
    admin = await server.member('admin_1')
    manager = await server.member('manager_1')
    ;({ activityId } = await makeActivityA(server, manager))
  })
  const verified = async (query: Record<string, string | number> = {}) => good(await admin.get('/audit/verify', query))

  it('begin with entries for the key and the day’s first checkpoint, in one group', async () => {
    const [key, first] = (await entriesOf(admin, { pageSize: 500 })).toReversed()
    expect(key).toMatchObject({ number: 1, action: 'audit.key', username: '', subject: '', before: null, kind: 'security' })
    expect(first).toMatchObject({ number: 2, action: 'account.register' })
    const checkpoints = await listed(admin)
    expect(checkpoints).toHaveLength(1)
    expect(checkpoints[0]?.checkpoint).toEqual({ kind: 'day', number: 2, hash: first.hash, publickey: key.after.publickey, time: '2026-05-01 09:00:00' })
  })

  it('are made by each step, and by the layout, for the step’s own entry', async () => {
    for (const [step, kind, action] of [
      ['start', 'start', 'activity.start'],
      ['startTally', 'tally', 'activity.startTally'],
      ['finish', 'finish', 'activity.finish'],
    ] as const) {
      server.clock.time += 1_000
      const time = server.clock.time
      await takeSteps(manager, activityId, step)
      const [newest, ...others] = await listed(manager, activityId)
      expect(kindsOf(others)).not.toContain(kind)
      const [entry] = await entriesOf(admin, { action, subject: activityId })
      expect(Object.keys(newest?.checkpoint ?? {}).filter((name) => !name.endsWith('digest'))).toEqual(FIELDS)
      expect(newest?.checkpoint).toMatchObject({ kind, number: entry.number, hash: entry.hash, voteactivityid: activityId })
      expect(newest?.checkpoint['time']).toBe(new Date(time + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '))
      // The roster's digest from 开启投票 on, the tally's from 开启唱票 on, as in the step's entry.
      expect([newest?.checkpoint['rosterdigest'], newest?.checkpoint['tallydigest']]).toEqual([entry.after.rosterdigest, entry.after.tallydigest])
      expect(entry.after.rosterdigest).toMatch(/^[\da-f]{64}$/)
      expect(entry.after.tallydigest === undefined).toBe(kind === 'start')
      expect(newest && isSigned(newest)).toBe(true)
      expect(newest?.code).toBe(codeByHand(canonicalByHand(newest?.checkpoint ?? {})))
      expect(newest?.code).toMatch(/^[\da-f]{4}( [\da-f]{4}){7}$/)
    }
    expect(kindsOf(await listed(manager, activityId))).toEqual(['finish', 'tally', 'start'])
    expect(await verified()).toMatchObject({ intact: true, checkpoints: { checked: 4, faults: [], faultcount: 0 } })
  })

  it('are not made by a refused step', async () => {
    expect((await askStep(manager, activityId, 'start')).code).not.toBe(200)
    expect(await listed(manager, activityId)).toHaveLength(3)
  })

  it('a report’s checkpoint signs the newest entry before it: code on the first sheet, digest in its entry', async () => {
    const [head] = good(await admin.get('/audit/list', { pageSize: 1 })).datas
    const bytes = (await manager.raw(`/vote/report?voteActivityId=${activityId}`)).rawPayload
    const [newest] = await listed(manager, activityId)
    const [finish] = await entriesOf(admin, { action: 'activity.finish' })
    const { rosterdigest, tallydigest } = finish.after
    expect(newest?.checkpoint).toMatchObject({ kind: 'report', number: head.number, hash: head.hash, rosterdigest, tallydigest })
    expect(newest && isSigned(newest)).toBe(true)
    const [entry] = await entriesOf(admin, { action: 'result.report' })
    expect(entry).toMatchObject({ number: head.number + 1, after: { sha256: createHash('sha256').update(bytes).digest('hex') } })
    const texts: unknown[] = []
    sheetNamed(await readReport(bytes), '表决结论').eachRow((row) => texts.push(row.getCell(1).value))
    expect(texts).toContain(`核验码：${newest?.code}`)
    expect(texts).toContain(`操作日志：第 ${head.number} 条，校验值 ${head.hash}`)
    expect(await verified({ code: newest?.code ?? '' })).toMatchObject({ printed: 'found', checkpoints: { faultcount: 0 } })
  })

  it('are returned by statistics and progress for printing with a result', async () => {
    const [newest] = await listed(manager, activityId)
    for (const path of ['/votedef/satisticsvote', '/vote/satisticsvoteprogress'])
      expect(good(await manager.get(path, { id: activityId, voteActivityId: activityId })).code).toBe(newest?.code)
  })

  it('are made once per day, at its first entry', async () => {
    const daily = async () => (await listed(admin)).filter(({ checkpoint }) => checkpoint['kind'] === 'day')
    const before = await daily()
    // 23:59:59 of the same day, then midnight in China.
    const midnight = Date.parse('2026-05-01T16:00:00Z')
    for (const time of [midnight - 1_000, midnight, midnight + 1_000]) {
      server.clock.time = time
      admin = server.client(await logIn(server.client(), 'admin_1'))
    }
    const [newest, ...others] = await daily()
    expect(others).toEqual(before)
    expect(newest?.checkpoint).toMatchObject({ time: '2026-05-02 00:00:00' })
    const entries = await entriesOf(admin, { action: 'account.logIn' })
    expect(newest?.checkpoint['number']).toBe(entries[1].number)
    server.clock.time += DAY_MS
    await Promise.all(['甲', '乙', '丙'].map(async (name) => good(await admin.post('/vtestate/save', { name, addr: '路' }))))
    expect(await daily()).toHaveLength(before.length + 2)
    // A restarted server knows that the day already has its checkpoint.
    await server.restart()
    admin = server.client(await logIn(server.client(), 'admin_1'))
    manager = server.client(await logIn(server.client(), 'manager_1'))
    expect(await daily()).toHaveLength(before.length + 2)
  })

  it('all activities’ checkpoints are listed for administrators, newest first, in pages', async () => {
    expect(await manager.get('/audit/checkpoints')).toMatchObject({ code: 403, message: '没有权限：需要系统管理员' })
    const all = await listed(admin)
    expect(all.length).toBeGreaterThan(5)
    const page = good(await admin.get('/audit/checkpoints', { pageNo: 2, pageSize: 2 }))
    expect(page).toEqual({ datas: all.slice(2, 4), totalCount: all.length })
    expect(good(await manager.get('/audit/checkpoints', { voteactivityid: 'nothing' }))).toEqual({ datas: [], totalCount: 0 })
  })

  it('are found by their code however it is typed, and by nothing else', async () => {
    const { code = '' } = (await listed(manager, activityId)).at(-1) ?? {}
    const plain = code.replaceAll(' ', '')
    for (const typed of [code, plain, code.toUpperCase(), code.replaceAll(' ', '-'), ` ${plain.slice(0, 3)}\u3000${plain.slice(3)}\n`])
      expect(await verified({ code: typed })).toMatchObject({ printed: 'found', intact: true })
    const other = `${plain.startsWith('0') ? '1' : '0'}${plain.slice(1)}`
    expect(await verified({ code: other })).toMatchObject({ printed: 'missing' })
    for (const wrong of [plain.slice(1), `${plain}0`, `${plain.slice(1)}g`, '核验码'])
      expect(await admin.get('/audit/verify', { code: wrong })).toMatchObject({ code: 400, message: '核验码应为32位字母和数字' })
    expect(await verified({ code: '' })).toMatchObject({ printed: 'none' })
  })

  it('can be checked together with an entry’s number and hash; the worse result is reported', async () => {
    const { code = '', checkpoint = {} } = (await listed(manager, activityId)).at(-1) ?? {}
    const [number, hash] = [Number(checkpoint['number']), String(checkpoint['hash'])]
    expect(await verified({ code, number, hash })).toMatchObject({ printed: 'found' })
    expect(await verified({ code, number, hash: '0'.repeat(64) })).toMatchObject({ printed: 'differs' })
    expect(await verified({ code: '0'.repeat(32), number, hash })).toMatchObject({ printed: 'missing' })
  })

  it('cannot be changed or replaced by a second one', async () => {
    const before = await sql`select * from checkpoint order by id`.execute(server.database.read)
    for (const statement of [
      `update checkpoint set signature = 'x'`,
      `update checkpoint set id = id + 1000`,
      `delete from checkpoint where id = 1`,
      `insert into checkpoint select * from checkpoint where id = 1`,
      `insert into checkpoint select id + 1000, kind, number, hash, made_at, activity_id, public_key, content, signature from checkpoint where id = 1`,
      engine === 'sqlite' ? `replace into checkpoint select * from checkpoint where id = 1` : 'truncate checkpoint',
    ]) {
      await expect(
        server.database.write((tx) => sql.raw(statement).execute(tx)),
        statement,
      ).rejects.toThrow('the journal is append-only')
    }
    expect((await sql`select * from checkpoint order by id`.execute(server.database.read)).rows).toEqual(before.rows)
  })
})

onBothDatabases('tampered checkpoints', (engine) => {
  let server: TestServer
  let admin: Client
  let activityId: string
  let startNumber: number
  let code: string
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
    ;({ activityId } = await makeActivityA(server, admin))
    await takeSteps(admin, activityId, 'start')
    const [newest] = await listed(admin, activityId)
    startNumber = Number(newest?.checkpoint['number'])
    code = newest?.code ?? ''
    await removeJournalGuards(server.database)
  })
  afterEach(() => server.close())
  const run = (statement: string) => server.database.write((tx) => sql.raw(statement).execute(tx))
  const verified = async () => good(await admin.get('/audit/verify', { code }))
  const faulty = (reason: string, number = startNumber) => ({ faultcount: 1, faults: [{ number, reason }] })

  it.each([
    ['the signature', `update checkpoint set signature = '${'0'.repeat(128)}' where id = 2`],
    ['the signed text', `update checkpoint set content = replace(content, '"kind":"start"', '"kind":"tally"'), kind = 'tally' where id = 2`],
    ['a column', `update checkpoint set made_at = made_at + 60000 where id = 2`],
    ['the key', `update checkpoint set public_key = '${'1'.repeat(64)}' where id = 2`],
    ['a text that is none', `update checkpoint set content = '{' where id = 2`],
  ])('are detected after tampering with %s', async (what, statement) => {
    await run(statement)
    const { intact, checkpoints, printed } = await verified()
    expect({ intact, ...checkpoints.faults[0] }).toEqual({ intact: true, number: startNumber, reason: '签名不正确' })
    expect(printed).toBe(what.includes('text') ? 'missing' : 'differs')
  })

  it('are reported if one is removed', async () => {
    await run('delete from checkpoint where id = 2')
    expect(await verified()).toMatchObject({ intact: true, printed: 'missing', checkpoints: faulty('没有“开启投票”的检查点') })
    await run('delete from checkpoint where id = 1')
    await run('insert into checkpoint select 2, kind, number, hash, made_at, activity_id, public_key, content, signature from checkpoint where id = 1')
    expect((await verified()).checkpoints).toMatchObject(faulty('没有“开启投票”的检查点'))
  })

  it('are reported if the day’s first is removed', async () => {
    await run('delete from checkpoint where id = 1')
    expect((await verified()).checkpoints).toMatchObject(faulty('此前的检查点缺失'))
  })

  it('reveal a chain truncated before them', async () => {
    await run(`delete from audit_entry where number >= ${startNumber}`)
    expect(await verified()).toMatchObject({ printed: 'differs', checkpoints: faulty('日志没有这一条') })
  })

  it('reveal a chain rebuilt from some entry on, even though it verifies by itself', async () => {
    const entries = await server.database.read.selectFrom('audit_entry').selectAll().orderBy('number').execute()
    // As the database's owner could: one entry left out, with all hashes matching.
    const remade = chained(
      NO_ENTRY,
      entries.filter(({ action }) => action !== 'estate.save'),
    )
    await server.database.write((tx) => putInPlace(tx, remade))
    const { intact, printed, checkpoints } = await verified()
    expect([intact, printed]).toEqual([true, 'differs'])
    expect(checkpoints.faults.map(({ reason }: { reason: string }) => reason)).toContain('日志没有这一条')
    expect(checkpoints.faultcount).toBeGreaterThan(0)
  })

  it('reveal a key that no entry names', async () => {
    const stranger = passingSigningKey()
    const { content } = await server.database.read.selectFrom('checkpoint').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
    const forged = content.replace(/"publickey":"[\da-f]+"/, `"publickey":"${stranger.publicKey}"`)
    await run(`update checkpoint set content = '${forged}', public_key = '${stranger.publicKey}', signature = '${stranger.sign(forged)}' where id = 2`)
    expect(await verified()).toMatchObject({ printed: 'missing', checkpoints: faulty('签名的公钥没有记入日志') })
  })

  it('are not expected for steps taken before the first key', async () => {
    await run('delete from checkpoint')
    const key = await server.database.read.selectFrom('audit_entry').selectAll().where('action', '=', 'audit.key').executeTakeFirstOrThrow()
    const others = await server.database.read.selectFrom('audit_entry').selectAll().where('action', '<>', 'audit.key').orderBy('number').execute()
    await server.database.write((tx) => putInPlace(tx, chained(NO_ENTRY, [...others, key])))
    expect(await verified()).toMatchObject({ intact: true, checkpoints: { checked: 0, faults: [], faultcount: 0 } })
  })
})

onBothDatabases('checkpoints of a restored copy with a new key', (engine) => {
  it('journals the new key before its first checkpoint; checkpoints of the old key still verify', async () => {
    const server = await startServer(engine)
    try {
      const admin = await server.member('admin_1')
      const { activityId } = await makeActivityA(server, admin)
      await takeSteps(admin, activityId, 'start')
      const [old] = await listed(admin, activityId)
      const key = passingSigningKey()
      const moved = await server.restart({ signingKey: key })
      const client = moved.client(await logIn(moved.client(), 'admin_1'))
      expect(await entriesOf(client, { action: 'audit.key' })).toHaveLength(1)
      const bytes = await client.raw(`/vote/report?voteActivityId=${activityId}`)
      expect(bytes.headers['content-disposition']).toContain('xlsx')
      const [named] = await entriesOf(client, { action: 'audit.key' })
      const [report] = await listed(client, activityId)
      expect(named.after).toEqual({ publickey: key.publicKey })
      expect(report?.checkpoint).toMatchObject({ kind: 'report', publickey: key.publicKey, number: named.number })
      await takeSteps(client, activityId, 'startTally')
      expect(await entriesOf(client, { action: 'audit.key' })).toHaveLength(2)
      expect(good(await client.get('/audit/verify', { code: old?.code ?? '' }))).toMatchObject({
        intact: true,
        printed: 'found',
        checkpoints: { checked: 4, faultcount: 0 },
      })
      await moved.close()
    } catch (error) {
      await server.close()
      throw error
    }
  })
})

onBothDatabases('a server whose keychain does not hand out its signing key', (engine) => {
  it('works without checkpoints, makes no report, and recovers when the key is back', async () => {
    const server = await startServer(engine)
    try {
      const admin = await server.member('admin_1')
      const { activityId } = await makeActivityA(server, admin)
      const before = await listed(admin, activityId)
      const keys = await entriesOf(admin, { action: 'audit.key' })
      const without = await server.restart({ signingKey: null })
      const client = without.client(await logIn(without.client(), 'admin_1'))
      await takeSteps(client, activityId, 'start', 'startTally')
      expect(await listed(client, activityId)).toEqual(before)
      expect(await entriesOf(client, { action: 'audit.key' })).toEqual(keys)
      expect(await client.get('/vote/report', { voteActivityId: activityId })).toMatchObject({
        code: 409,
        message: expect.stringContaining('签名密钥暂时不可用') as string,
      })
      expect(good(await client.get('/audit/verify'))).toMatchObject({ intact: true, checkpoints: { faultcount: 0 }, replay: { differencecount: 0 } })

      const again = await without.restart({ signingKey: passingSigningKey() })
      const back = again.client(await logIn(again.client(), 'admin_1'))
      const report = await back.raw(`/vote/report?voteActivityId=${activityId}`)
      expect(report.headers['content-disposition']).toContain('xlsx')
      expect(good(await back.get('/audit/verify'))).toMatchObject({ intact: true, checkpoints: { faultcount: 0 }, replay: { differencecount: 0 } })
      await again.close()
    } catch (error) {
      await server.close()
      throw error
    }
  })
})

describe.skipIf(inject('postgresUrl') === '')('two servers on one PostgreSQL', () => {
  it('sign with one key each, and together make one checkpoint a day', async () => {
    const empty = await emptyDatabase('postgres')
    const url = 'url' in empty.location ? empty.location.url : ''
    const servers = [await startProcess(['--database', url]), await startProcess(['--database', url])] as const
    try {
      const token = await memberToken(servers[0].url)
      const [one, other] = [httpClient(servers[0].url, token), httpClient(servers[1].url, token)]
      const { estateid } = good(await one.post('/vtestate/save', { name: '甲', addr: '路' }))
      good(await other.post('/vtestate/save', { name: '乙', addr: '路' }))
      expect(kindsOf(await listed(one))).toEqual(['day'])
      await makeProperty(one, estateid, ['1-101', '张三', 100])
      for (const client of [one, other]) {
        const { activityId } = await makeActivity(client, estateid, { startdate: '2020-01-01 00:00:00', enddate: '2099-01-01 00:00:00' })
        await takeSteps(client, activityId, 'start')
      }
      const checkpoints = await listed(other)
      expect(kindsOf(checkpoints)).toEqual(['start', 'start', 'day'])
      const keys = checkpoints.map(({ checkpoint }) => checkpoint['publickey'])
      expect(keys[0]).not.toBe(keys[1])
      expect(keys[1]).toBe(keys[2])
      const named = await entriesOf(one, { action: 'audit.key' })
      expect(named.map(({ after }) => after.publickey)).toEqual([keys[0], keys[1]])
      for (const { code } of checkpoints)
        expect(good(await one.get('/audit/verify', { code }))).toMatchObject({ intact: true, printed: 'found', checkpoints: { checked: 3, faultcount: 0 } })
    } finally {
      await Promise.all(servers.map((server) => server.kill()))
      await empty.remove()
    }
  })
})
