import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Schema } from '../../src/server/database/schema.ts'
import { checkCheckpoints } from '../../src/server/features/journal/checkpointCheck.ts'
import { chained, contentHash, NO_ENTRY } from '../../src/server/features/journal/chain.ts'
import type { EntryContent } from '../../src/server/features/journal/entryContent.ts'
import { checkJournal } from '../../src/server/features/journal/replay/whole.ts'
import { canonical } from '../../src/server/features/journal/canonical.ts'
import {
  askDeliver,
  askEntrust,
  askMark,
  askTally,
  askVote,
  good,
  makeActivity,
  makeEstate,
  mergeProperties,
  optionsTopic,
  propertiesOfEstateA,
  propertyNamed,
  rosterOf,
  takeSteps,
  topic,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { filed, removeJournalGuards } from '../support/journal.ts'
import { checkActivities } from '../support/replayed.ts'
import { madeBefore, serverForAll, type Client } from '../support/server.ts'
import { atScale } from '../support/scale.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Columns of a finished activity on which its result or proof depends. */
const columns = {
  activity: ['title', 'counting_rule', 'rule_basis', 'starts_at', 'ends_at', 'status', 'scope_paths', 'delivery_policy', 'summary', 'detail', 'created_by'],
  topic: ['sort_no', 'title', 'topic_type', 'vote_model', 'law_item', 'seats', 'seat_order'],
  topic_option: ['sort_no', 'title'],
  ballot: ['number', 'area_hundredths', 'is_ended'],
  proxy: ['ballot_id', 'agent_name', 'agent_phone', 'topic_ids', 'valid_until', 'pictures', 'created_by', 'created_at', 'revoked_at', 'revoke_reason'],
  roster_property: ['ballot_id', 'property_public_id', 'period', 'zone', 'building', 'unit', 'room', 'area_hundredths', 'owner_name', 'phone', 'id_number'],
  vote_record: ['ballot_id', 'status', 'marked_code', 'answers', 'area_hundredths', 'voter_name', 'voter_phone', 'voter_id_number', 'created_at', 'voted_at'],
  property_change: [
    'property_public_id',
    'applicant',
    'before_data',
    'after_data',
    'person_pictures',
    'property_pictures',
    'status',
    'comment',
    'rosters',
    'created_by',
    'created_at',
    'decided_by',
    'decided_at',
  ],
  ballot_paper: [
    'code',
    'status',
    'property_public_id',
    'issued_by',
    'issued_at',
    'out_by',
    'out_at',
    'received_by',
    'received_at',
    'spoiled_by',
    'spoiled_at',
    'spoil_reason',
    'new_code',
  ],
  notification: [
    'roster_property_id',
    'vote_source',
    'delivered_at',
    'delivered_by',
    'remark',
    'method',
    'receiver',
    'relation',
    'second_deliverer',
    'tracking_no',
    'notice_from',
    'notice_to',
    'voided_by',
    'voided_at',
    'void_reason',
  ],
} as const
type Table = keyof typeof columns
const tables = Object.keys(columns) as Table[]

/** A change of the database behind the program's back. */
interface Mutation {
  readonly name: string
  readonly run: (tx: Transaction<Schema>) => Promise<unknown>
}

const update = (table: Table | 'audit_entry', key: number, column: string, value: unknown): Mutation => ({
  name: `${table} ${key}: ${column} = ${String(value)}`,
  run: (tx) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.ref(table === 'audit_entry' ? 'number' : 'id')} = ${key}`.execute(tx),
})

/** Another value of the same kind: a number one higher or lower, a text with a letter more or empty. */
const others = (value: unknown): readonly unknown[] => (typeof value === 'number' ? [value + 1, value - 1] : [`${String(value)}1`, ''])

class Undone extends Error {}

onBothDatabases('a change of a finished activity’s database', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  let activityId: string

  beforeAll(async () => {
    const { estateId, propertyIds } = await makeEstate(admin, propertiesOfEstateA, '示范小区甲')
    const topics = [topic('更换电梯', { lawitem: 6 }), optionsTopic('选聘物业', ['甲公司', '乙公司'], { lawitem: 4, seats: 2, seatorder: 1 })]
    const made = await makeActivity(admin, estateId, {
      title: '业主大会',
      topics,
      votetype: 5,
      rulebasis: '议事规则第八条',
      deliverypolicy: [{ method: 6, days: 3 }],
    })
    activityId = made.activityId
    await mergeProperties(server, admin, activityId, [['1-101', '1-201']])
    const areaOf = (name: string) => propertiesOfEstateA.find(([place]) => place === name)?.[2]
    const colleague = await server.member('admin_2')
    const decide = async (verb: 'approve' | 'reject', name: string) => {
      const afterdata = { areasize: areaOf(name), personname: '新产权人', mobileno: '13600000001', idno: '' }
      const request = { propertyid: propertyIds.get(name), voteactivityid: activityId, creater: '刘帮办', afterdata }
      const { id } = good(await admin.post('/votedef/savepropertychange', request))
      good(await colleague.post(`/votedef/${verb}changeproperty`, { id, approvalcomment: '凭购房合同' }))
    }
    await decide('reject', '2-201')
    await takeSteps(admin, activityId, 'start')
    await decide('approve', '2-201')
    const roster = await rosterOf(server, activityId)
    const at = (name: string) => propertyNamed(roster, name)
    good(await askEntrust(admin, activityId, at('1-102'), { agentname: '郑代理' }))
    const { proxyid } = good(await askEntrust(admin, activityId, at('2-201'), { agentname: '吴代理' }))
    good(await admin.post('/proxy/revoke', { proxyid, reason: '委托人撤回委托' }))
    const issued = good(await admin.post('/paper/issue', { voteactivityid: activityId, ballotids: [at('2-102').ballotId, at('2-201').ballotId] })).papers
    const codeOf = (name: string) => issued.find(({ ballotid }: { ballotid: string }) => ballotid === at(name).ballotId).code as string
    const { code: out } = good(await admin.post('/paper/replace', { voteactivityid: activityId, code: codeOf('2-201'), reason: '遗失' }))
    good(await admin.post('/paper/out', { voteactivityid: activityId, codes: [out] }))
    for (const [name, code] of [
      ['1-101', 'A-1'],
      ['2-101', 'B-7'],
    ] as const)
      good(await askMark(admin, activityId, at(name), code))
    good(await askVote(admin, made, [at('1-102')], '130'))
    good(await askVote(admin, made, [at('1-301')], '112'))
    const [voided] = good(await askVote(admin, made, [at('2-102')], '213')).recordids
    good(await admin.get('/vote/disable', { voteActivityId: activityId, recordid: voided }))
    for (const name of ['2-201', '1-102']) good(await askDeliver(admin, at(name)))
    const signed = {
      method: 6,
      receiver: '张三',
      relation: 1,
      seconddeliverer: '赵六',
      trackingno: 'EMS1',
      noticefrom: '2026-05-01 00:00:00',
      noticeto: '2026-05-08 00:00:00',
    }
    const delivery = { activitypropertyid: at('1-301').rosterPropertyId, votesource: 2, notifytime: '2026-05-01 08:30:00' }
    good(await admin.post('/vote/savenotify', { ...delivery, ...signed }))
    good(await askDeliver(admin, at('2-201'), '2026-05-01 08:40:00'))
    const [{ notifyid }] = good(await admin.get('/vote/getnofityrecords', { activitypropertyid: at('2-201').rosterPropertyId }))
    good(await admin.post('/vote/voidnotify', { notifyid, reason: '登记错房屋' }))
    await takeSteps(admin, activityId, 'startTally')
    good(await askTally(admin, made, ['A-1'], '121'))
    await takeSteps(admin, activityId, 'finish')
    await removeJournalGuards(server.database)
  })

  /** The result of verify in one transaction that is rolled back; null if the change is impossible. */
  async function verdictOf(mutation: Mutation): Promise<{ isChainIntact: boolean; differenceCount: number; faultCount: number } | null> {
    let verdict: Awaited<ReturnType<typeof verdictOf>> = null
    let isMade = false
    const undone = server.database.write(async (tx) => {
      await mutation.run(tx)
      isMade = true
      const { signal } = new AbortController()
      const { chain, replay } = await checkJournal(tx, { signal, onProgress: () => undefined })
      const { faultCount } = await checkCheckpoints(tx, '', signal)
      // Reading entries during the chain walk and activity by activity gives the same result.
      expect(await checkActivities(tx, signal)).toEqual(replay)
      verdict = { isChainIntact: chain.isIntact, differenceCount: replay.differences.length, faultCount }
      throw new Undone()
    })
    await undone.catch((error: unknown) => {
      // Constraints of the tables refuse some changes.
      if (isMade && !(error instanceof Undone)) throw error
    })
    return verdict
  }
  const isFound = (verdict: NonNullable<Awaited<ReturnType<typeof verdictOf>>>): boolean =>
    !verdict.isChainIntact || verdict.differenceCount > 0 || verdict.faultCount > 0

  async function mutations(): Promise<Mutation[]> {
    const found: Mutation[] = []
    for (const table of tables) {
      const { rows } = await sql<Record<string, unknown> & { id: number }>`select * from ${sql.table(table)} order by id`.execute(server.database.read)
      for (const row of rows) {
        for (const column of columns[table]) {
          if (row[column] === null) continue
          for (const value of others(row[column])) if (value !== row[column]) found.push(update(table, row.id, column, value))
        }
        found.push({ name: `${table} ${row.id} is gone`, run: (tx) => sql`delete from ${sql.table(table)} where id = ${row.id}`.execute(tx) })
      }
      const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id')
      const copied = names.map((name) => (name === 'public_id' ? sql`'forged'` : sql.ref(name)))
      found.push({
        name: `${table} has a row more`,
        run: (tx) =>
          sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) select ${sql.join(copied)} from ${sql.table(table)} where id = ${rows[0]?.id}`.execute(
            tx,
          ),
      })
    }
    const entries = await server.database.read.selectFrom('audit_entry').selectAll().orderBy('number').execute()
    for (const { number, content, salt, hash, username, subject, address, content_hash: contentHashed } of entries) {
      found.push(update('audit_entry', number, 'content', `${content ?? ''} `), update('audit_entry', number, 'salt', (salt ?? '').replace(/^./, 'x')))
      found.push(update('audit_entry', number, 'hash', hash.replace(/^./, 'x')), update('audit_entry', number, 'username', `${username}x`))
      found.push(update('audit_entry', number, 'subject', `${subject}x`), update('audit_entry', number, 'address', `${address}1`))
      found.push(update('audit_entry', number, 'content_hash', contentHashed.replace(/^./, 'x')))
      if (number < entries.length)
        found.push({ name: `entry ${number} is gone`, run: (tx) => tx.deleteFrom('audit_entry').where('number', '=', number).execute() })
    }
    return found
  }

  it('any single change is detected by verify', async () => {
    expect(await verdictOf({ name: 'nothing', run: () => Promise.resolve() })).toEqual({ isChainIntact: true, differenceCount: 0, faultCount: 0 })
    const missed: string[] = []
    let made = 0
    // A sample still changes rows of each table: neighbours are other columns of one row.
    const tried = (await mutations()).filter((_mutation, index) => index % atScale(1, 7) === 0)
    for (const mutation of tried) {
      const verdict = await verdictOf(mutation)
      if (!verdict) continue
      made++
      if (!isFound(verdict)) missed.push(mutation.name)
    }
    expect(missed).toEqual([])
    expect(made).toBeGreaterThanOrEqual(atScale(500, 70))
  }, 300_000)

  /** Relinks every entry, some with another text: possible for the database's owner without the key. */
  async function relinkTexts(tx: Transaction<Schema>, change: (text: string, number: number) => string): Promise<void> {
    const entries = await tx.selectFrom('audit_entry').selectAll().orderBy('number').execute()
    const drafts = entries.map((entry) => {
      const content = change(entry.content ?? '', entry.number)
      return { ...entry, content, content_hash: contentHash(entry.salt ?? '', content) }
    })
    for (const entry of chained(NO_ENTRY, drafts)) await tx.updateTable('audit_entry').set(entry).where('number', '=', entry.number).execute()
  }

  const relink = (tx: Transaction<Schema>, change: (content: EntryContent, number: number) => EntryContent): Promise<void> =>
    relinkTexts(tx, (text, number) => canonical(change(JSON.parse(text) as EntryContent, number)))

  /** The number of the entry of the activity's first desk vote. */
  const votingNumber = async (): Promise<number> =>
    (await server.database.read.selectFrom('audit_entry').select('number').where('action', '=', 'voting.complete').orderBy('number').executeTakeFirstOrThrow())
      .number

  it.each(['x', '', 'null', '[]', '{}', '{"after":{"state":{"record":7}}}'])('is detected without stopping the check if a content is %j', async (garbage) => {
    const number = await votingNumber()
    const written = await verdictOf(update('audit_entry', number, 'content', garbage))
    expect(written).toMatchObject({ isChainIntact: false })
    expect(written?.differenceCount).toBeGreaterThan(0)
    const linked = await verdictOf({ name: 'with hashes that fit', run: (tx) => relinkTexts(tx, (text, each) => (each === number ? garbage : text)) })
    expect(linked).toMatchObject({ isChainIntact: false })
    expect(linked?.differenceCount).toBeGreaterThan(0)
    expect(linked?.faultCount).toBeGreaterThan(0)
  })

  it.each([
    { record: 7 },
    { record: [null] },
    { record: [{ id: 1 }] },
    { record: [{ id: 'a', answers: {} }] },
    { gone: { record: [1] } },
    { gone: 'all' },
    'x',
  ])('is detected without stopping the check if an entry left %j', async (state) => {
    const number = await votingNumber()
    const forgedState = (content: EntryContent): EntryContent => ({ ...content, after: { ...(content.after as object), state } })
    const verdict = await verdictOf({
      name: 'a state of another shape',
      run: (tx) => relink(tx, (content, each) => (each === number ? forgedState(content) : content)),
    })
    expect(verdict).toMatchObject({ isChainIntact: true })
    expect(verdict?.differenceCount).toBeGreaterThan(0)
    expect(verdict?.faultCount).toBeGreaterThan(0)
  })

  it('detects an entry hidden from its activity together with the removed vote', async () => {
    const number = await votingNumber()
    const verdict = await verdictOf({
      name: 'a vote and the trace of it',
      run: async (tx) => {
        await tx.updateTable('audit_summary').set({ activity_id: '' }).where('number', '=', number).execute()
        await tx.deleteFrom('vote_record').where('answers', '=', '130').execute()
      },
    })
    expect(verdict).toMatchObject({ isChainIntact: false })
  })

  it('detects by checkpoints a chain rebuilt without the key', async () => {
    const verdict = await verdictOf({
      name: 'the chain made anew with another answer',
      run: async (tx) => {
        await tx.updateTable('vote_record').set({ answers: '230' }).where('answers', '=', '130').execute()
        await relink(tx, (content) => JSON.parse(JSON.stringify(content).replaceAll('"130"', '"230"')) as EntryContent)
      },
    })
    expect(verdict).toMatchObject({ isChainIntact: true })
    expect(verdict?.faultCount).toBeGreaterThan(0)
    // The tally of 完成 reveals it too.
    expect(verdict?.differenceCount).toBe(1)
  })

  /** Erases all contents of the activity, and appends an erasure entry. */
  async function erase(tx: Transaction<Schema>): Promise<void> {
    const ofActivity = await tx.selectFrom('audit_summary').select('number').where('activity_id', '=', activityId).execute()
    const numbers = ofActivity.map(({ number }) => number)
    await tx.updateTable('audit_entry').set({ content: null, salt: null }).where('number', 'in', numbers).execute()
    await tx.deleteFrom('audit_part').where('number', 'in', numbers).execute()
    const last = await tx.selectFrom('audit_entry').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow()
    const told = {
      action: 'privacy.erase',
      address: '',
      at: last.at,
      before: null,
      kind: 'security',
      nickName: '',
      subject: '',
      userid: '',
      username: '',
    } as const
    const content = canonical({ ...told, after: { numbers }, voteactivityid: '' } satisfies EntryContent)
    const hashes = { content, salt: 's', content_hash: contentHash('s', content) }
    const columns = { username: '', nick_name: '', address: '', action: 'privacy.erase', subject: '', row_count: 0, parts_hash: '' }
    for (const entry of chained(last, [{ ...last, ...columns, ...hashes }])) {
      await tx.insertInto('audit_entry').values(entry).execute()
      await tx.insertInto('audit_summary').values(filed(entry)).execute()
    }
  }

  it('detects by the signed tally contents that were erased, with a forged erasure entry', async () => {
    const verdict = await verdictOf({
      name: 'all contents of the activity erased',
      run: async (tx) => {
        await tx.updateTable('vote_record').set({ answers: '230' }).where('answers', '=', '130').execute()
        await erase(tx)
      },
    })
    expect(verdict).toEqual({ isChainIntact: true, differenceCount: 1, faultCount: 0 })
  })

  it('detects erased contents of an unfinished activity', async () => {
    const verdict = await verdictOf({
      name: 'all contents erased, and the end taken back',
      run: async (tx) => {
        await tx.updateTable('activity').set({ status: 2 }).where('public_id', '=', activityId).execute()
        await erase(tx)
      },
    })
    expect(verdict).toMatchObject({ isChainIntact: true })
    expect(verdict?.differenceCount).toBeGreaterThan(1)
  })

  it('names a changed proxy and a removed one, with masked numbers', async () => {
    const { id, ...proxy } = await server.database.read.selectFrom('proxy').selectAll().where('agent_name', '=', '郑代理').executeTakeFirstOrThrow()
    const clerk = await server.member('clerk_2', 'clerk')
    const verified = async (client: Client) => good(await client.get('/vote/verify', { voteactivityid: activityId }))
    const about = { kind: 'proxy', id: proxy.public_id, activity: activityId }
    await server.database.write((tx) => tx.updateTable('proxy').set({ agent_name: '孙代理', agent_phone: '13900000000' }).where('id', '=', id).execute())
    const changed = await verified(admin)
    expect(changed.differences).toEqual([
      { ...about, field: 'agentName', expected: '郑代理', found: '孙代理' },
      { ...about, field: 'agentPhone', expected: '13700000001', found: '13900000000' },
    ])
    expect(changed.names).toEqual([{ id: proxy.public_id, name: '一期-1栋-1单元-102 李四' }])
    expect((await verified(clerk)).differences[1]).toMatchObject({ expected: '137****0001', found: '139****0000' })
    await server.database.write((tx) => tx.deleteFrom('proxy').where('id', '=', id).execute())
    const gone = await verified(admin)
    expect(gone.differences).toEqual([{ ...about, field: '', expected: proxy.public_id, found: null }])
    expect(gone.names).toEqual(changed.names)
    await server.database.write((tx) => tx.insertInto('proxy').values(proxy).execute())
    expect((await verified(admin)).differences).toEqual([])
  })

  it('names a changed paper and a removed one, and the print layout', async () => {
    const verified = async () => good(await admin.get('/vote/verify', { voteactivityid: activityId }))
    const { id, code, ...rest } = await server.database.read.selectFrom('ballot_paper').selectAll().where('status', '=', 1).executeTakeFirstOrThrow()
    const about = { kind: 'paper', id: code, activity: activityId }
    await server.database.write((tx) => tx.updateTable('ballot_paper').set({ status: 2, received_at: 1 }).where('id', '=', id).execute())
    expect((await verified()).differences).toEqual([
      { ...about, field: 'receivedAt', expected: null, found: 1 },
      { ...about, field: 'status', expected: 1, found: 2 },
    ])
    expect((await verified()).names).toEqual([{ id: code, name: expect.stringMatching(/^一期-2栋-\d单元-201 \S+$/) as string }])
    await server.database.write((tx) => tx.deleteFrom('ballot_paper').where('id', '=', id).execute())
    expect((await verified()).differences).toEqual([{ ...about, field: '', expected: code, found: null }])
    await server.database.write((tx) =>
      tx
        .insertInto('ballot_paper')
        .values({ ...rest, id, code } as never)
        .execute(),
    )
    expect((await verified()).differences).toEqual([])
    const { layout } = await server.database.read.selectFrom('ballot_layout').selectAll().executeTakeFirstOrThrow()
    const put = (text: string) => server.database.write((tx) => tx.updateTable('ballot_layout').set({ layout: text }).execute())
    await put(layout.replace('示范小区甲', '示范小区乙'))
    expect((await verified()).differences).toMatchObject([{ kind: 'layout', field: 'layout' }])
    await put(layout)
    expect((await verified()).differences).toEqual([])
  })

  it('names a changed and a removed change request', async () => {
    const { id, ...request } = await server.database.read.selectFrom('property_change').selectAll().where('status', '=', 1).executeTakeFirstOrThrow()
    const verified = async () => good(await admin.get('/vote/verify', { voteactivityid: activityId }))
    const about = { kind: 'change', id: request.public_id, activity: activityId }
    const after_data = request.after_data.replace('13600000001', '13600000009')
    await server.database.write((tx) => tx.updateTable('property_change').set({ status: 2, after_data }).where('id', '=', id).execute())
    const { differences, names } = await verified()
    expect(differences).toEqual([
      { ...about, field: 'afterData', expected: sha256(request.after_data), found: sha256(after_data) },
      { ...about, field: 'status', expected: 1, found: 2 },
    ])
    expect(names).toEqual([{ id: request.public_id, name: '一期-2栋-1单元-201 新产权人' }])
    await server.database.write((tx) => tx.deleteFrom('property_change').where('id', '=', id).execute())
    expect((await verified()).differences).toEqual([{ ...about, field: '', expected: request.public_id, found: null }])
    await server.database.write((tx) => tx.insertInto('property_change').values(request).execute())
    expect((await verified()).differences).toEqual([])
  })

  it('names a renamed estate, and an activity moved to another estate', async () => {
    const { estateId: otherId } = await makeEstate(admin, [['1-101', '张三', 100]], '别处小区')
    const verified = async () => good(await admin.get('/vote/verify', { voteactivityid: activityId })).differences
    const about = { kind: 'activity', id: activityId, activity: activityId }
    const estates = await server.database.read.selectFrom('estate').select(['id', 'public_id']).execute()
    const own = estates.find(({ public_id }) => public_id !== otherId)!
    const nameIt = (name: string) => server.database.write((tx) => tx.updateTable('estate').set({ name }).where('id', '=', own.id).execute())
    const moveTo = (key: number) =>
      server.database.write((tx) => tx.updateTable('activity').set({ estate_id: key }).where('public_id', '=', activityId).execute())
    await nameIt('示范小区乙')
    expect(await verified()).toEqual([{ ...about, field: 'estateName', expected: '示范小区甲', found: '示范小区乙' }])
    await nameIt('示范小区甲')
    await moveTo(estates.find(({ public_id }) => public_id === otherId)!.id)
    expect(await verified()).toEqual([{ ...about, field: 'estateId', expected: own.public_id, found: otherId }])
    await moveTo(own.id)
    // Changes by the program itself have their entries.
    const { datas } = good(await admin.get('/vtestate/list', { pageNo: 1, pageSize: 50 }))
    const estate = datas.find((each: { estateid: string }) => each.estateid === own.public_id)
    good(await admin.post('/vtestate/update', { ...estate, name: '示范小区丙' }))
    expect(await verified()).toEqual([])
  })

  it('names the difference, its ballot and both values to those who may see them', async () => {
    const key = await server.database.read
      .selectFrom('vote_record')
      .select(['id', 'public_id', 'voter_phone'])
      .where('answers', '=', '130')
      .executeTakeFirstOrThrow()
    await server.database.write((tx) => tx.updateTable('vote_record').set({ answers: '230', voter_phone: '13900000000' }).where('id', '=', key.id).execute())
    const clerk = await server.member('clerk_1', 'clerk')
    const verified = good(await admin.get('/vote/verify', { voteactivityid: activityId }))
    expect(verified).toMatchObject({ differencecount: 3, known: null })
    expect(verified.differences).toEqual([
      { kind: 'record', id: key.public_id, activity: activityId, field: 'answers', expected: '130', found: '230' },
      { kind: 'record', id: key.public_id, activity: activityId, field: 'voterPhone', expected: key.voter_phone, found: '13900000000' },
      expect.objectContaining({ kind: 'tally', id: activityId, field: 'tallydigest' }),
    ])
    expect(verified.names).toContainEqual({ id: key.public_id, name: '一期-1栋-1单元-102 李四' })
    const masked = good(await clerk.get('/vote/verify', { voteactivityid: activityId })).differences[1]
    expect(masked).toMatchObject({ expected: `${key.voter_phone.slice(0, 3)}****${key.voter_phone.slice(-4)}`, found: '139****0000' })
    expect(good(await admin.get('/audit/verify')).replay).toMatchObject({ differencecount: 3 })
    const report = (await admin.raw(`/vote/report?voteActivityId=${activityId}`)).json<{ code: number; message: string }>()
    expect(report).toMatchObject({ code: 402, message: '投票记录与操作日志不一致，共3处，不能生成报告' })
  })

  it('refuses the report if the chain is broken, and says from which entry on', async () => {
    await server.database.write((tx) => tx.updateTable('audit_entry').set({ username: 'x' }).where('number', '=', 3).execute())
    const report = (await admin.raw(`/vote/report?voteActivityId=${activityId}`)).json<{ code: number; message: string }>()
    expect(report).toMatchObject({ code: 402, message: '操作日志不连续，从第3条起，不能生成报告' })
  })
})
