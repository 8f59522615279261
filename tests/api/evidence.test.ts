import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBundle } from '../../src/recount/judge/bundle.ts'
import { judgeEmbedded } from '../../src/recount/judge/lamps.ts'
import { lineFields } from '../../src/server/features/evidence/fields.ts'
import { streamLog } from '../../src/server/kernel/log.ts'
import { passingSigningKey } from '../support/signingKeys.ts'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { good, makeActivity, makeEstate, propertiesOfEstateA, takeSteps } from '../support/activities.ts'
import { makeBundledVote, personalData, pictureOf } from '../support/bundledVote.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf, removeJournalGuards } from '../support/journal.ts'
import { fieldPaths, lampFaults, linesIn, NO_FAULTS, unzipped } from '../support/openedBundle.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { confirm, logIn, startServer, type Client, type Envelope, type TestServer } from '../support/server.ts'

type Edition = 'court' | 'owners'
const editions = ['court', 'owners'] as const
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const pictures = ['one', 'two', 'three']
const imageOf = (words: string): string => `images/${sha256(pictureOf(words))}.png`
const PURPOSE = '陈建国诉业委会一案调取证据'

const askFor = (client: Client, query: Record<string, string>) => client.raw(`/evidence/bundle?${new URLSearchParams(query).toString()}`)

/** Returns a bundle's zip; throws the server's message if refused. */
async function bundleOf(client: Client, voteactivityid: string, edition: Edition): Promise<Buffer> {
  if (edition === 'court') await confirm(client)
  const response = await askFor(client, { voteactivityid, edition, ...(edition === 'court' ? { purpose: PURPOSE } : {}) })
  if (response.headers['content-type'] !== 'application/zip') throw new Error(response.body)
  return response.rawPayload
}

onBothDatabases('the bundle', (engine) => {
  let server: TestServer
  let admin: Client
  let activityId: string
  const logged: string[] = []
  beforeAll(async () => {
    server = await startServer(engine, { log: streamLog({ write: (line) => void logged.push(line) }) })
    admin = await server.member('admin_1')
    activityId = await makeBundledVote(server, admin)
  })
  afterAll(() => server.close())

  const bundle = (edition: Edition): Promise<Buffer> => bundleOf(admin, activityId, edition)
  /** One that was made before, for what it holds: it is the same bytes again until the vote has another checkpoint. */
  const madeBefore = new Map<Edition, Buffer>()
  async function anyBundle(edition: Edition): Promise<Buffer> {
    const zip = madeBefore.get(edition) ?? (await bundle(edition))
    madeBefore.set(edition, zip)
    return zip
  }
  const checkpoints = async () =>
    good(await admin.get('/audit/checkpoints', { voteactivityid: activityId, pageSize: 500 })).datas as {
      checkpoint: { kind: string; number: number; time: string; rosterdigest: string; tallydigest: string }
      code: string
    }[]

  describe.each(editions)('%s', (edition) => {
    it('turns all four lamps of its page green, with the code of any paper', async () => {
      const zip = await bundle(edition)
      expect(await lampFaults(zip)).toEqual(NO_FAULTS)
      const papers = (await checkpoints()).filter(({ checkpoint }) => checkpoint.kind !== 'bundle')
      expect(papers.map(({ checkpoint }) => checkpoint.kind)).toEqual(['decision', 'decision', 'finish', 'tally', 'start'])
      for (const { code } of papers) expect(await lampFaults(zip, code)).toEqual(NO_FAULTS)
      expect((await lampFaults(zip, '0'.repeat(32))).journal).toHaveLength(1)
    })

    it('is byte-identical when requested again, whatever was done elsewhere', async () => {
      const first = await bundle(edition)
      server.clock.time += 90_000
      good(await admin.post('/vtestate/save', { name: `别的小区${edition}`, addr: '路' }))
      await bundle('owners')
      await bundle('court')
      expect(sha256(await bundle(edition))).toBe(sha256(first))
    })

    it('has its own entry with the zip’s SHA-256, and a checkpoint of the entry before', async () => {
      const zip = await bundle(edition)
      const [entry] = await entriesOf(admin, { action: 'evidence.bundle' })
      expect(entry).toMatchObject({ subject: activityId, username: 'admin_1', kind: 'access', voteactivityid: activityId })
      const purpose = edition === 'court' ? PURPOSE : ''
      expect(entry.after).toMatchObject({ edition, purpose, sha256: sha256(zip), byteCount: zip.length, activityTitle: '业主大会"表决"' })
      const [newest] = await checkpoints()
      expect(newest?.checkpoint).toMatchObject({ kind: 'bundle', number: entry.number - 1 })
      const { intact, checkpoints: checked } = good(await admin.get('/audit/verify'))
      expect({ intact, faults: checked.faults }).toEqual({ intact: true, faults: [] })
    })

    it('contains the files of the layout with one timestamp, original pictures, and the manifest last', async () => {
      const zip = await anyBundle(edition)
      const files = unzipped(zip)
      const texts = [
        'rules.json',
        ...'roster records deliveries voids readings samples contacts publications objections changes journal checkpoints'
          .split(' ')
          .map((name) => `data/${name}.jsonl`),
      ]
      const others = ['data/results.json', 'report.xlsx', '核验说明.pdf', '复算.html', 'manifest.sig', 'manifest.json']
      const images = [...files.keys()].filter((path) => path.startsWith('images/'))
      expect(images).toEqual(edition === 'court' ? pictures.map(imageOf) : [])
      expect([...files.keys()].filter((path) => !images.includes(path) && path !== '说明.txt')).toEqual([...texts, ...others])
      const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as {
        files: { path: string; bytes: number; sha256: string }[]
        checkpoint: object
      }
      for (const { path, bytes, sha256: digest } of manifest.files)
        expect([path, files.get(path)?.length, sha256(files.get(path) ?? Buffer.alloc(0))]).toEqual([path, bytes, digest])
      expect(manifest.files).toHaveLength(files.size - 3)
      const [newest] = (await checkpoints()).filter(({ checkpoint }) => checkpoint.kind === 'decision')
      expect(manifest.checkpoint).toEqual(newest?.checkpoint)
      expect(new Set(timesIn(zip))).toEqual(new Set([newest?.checkpoint.time]))
      expect(linesIn(files, 'data/journal.jsonl')).toHaveLength(newest?.checkpoint.number ?? 0)
    })

    it('has no undocumented field, and none of the other edition', async () => {
      const files = unzipped(await anyBundle(edition))
      for (const [path, fields] of Object.entries(lineFields)) {
        const values = path.endsWith('.jsonl') ? linesIn(files, path) : [JSON.parse(files.get(path)?.toString() ?? 'null') as unknown]
        // This vote has no quorum, so nothing can be sampled: `sample.test.ts` checks samples against the same table.
        if (path !== 'data/samples.jsonl') expect(values.length, path).toBeGreaterThan(0)
        const explained = fields.filter(({ editions: of }) => of === 'both' || edition === 'court').map(({ field }) => field)
        expect(
          [...new Set(values.flatMap((value) => fieldPaths(value)))].filter((field) => !explained.includes(field)),
          path,
        ).toEqual([])
      }
    })
  })

  it('contains everything in the court’s edition', async () => {
    const files = unzipped(await anyBundle('court'))
    const roster = linesIn(files, 'data/roster.jsonl') as { ended: boolean; area: number; houses: { personname: string; mobileno: string; area: number }[] }[]
    expect(roster.filter(({ ended }) => ended)).toHaveLength(2)
    expect(roster.flatMap(({ houses }) => houses).map(({ personname }) => personname)).toContain('欧阳修文')
    for (const { houses, area, ended } of roster) if (!ended) expect(houses.reduce((sum, property) => sum + property.area, 0)).toBe(area)
    expect(linesIn(files, 'data/objections.jsonl').map(({ images }) => images)).toEqual([['three', 'one'].map(imageOf), []])
    const deliveries = linesIn(files, 'data/deliveries.jsonl') as { images: string[]; remark: string }[]
    expect(deliveries.map(({ images }) => images.length)).toEqual([2, 1, 0, 0, 0])
    expect(deliveries[1]?.images[0]).toBe(deliveries[0]?.images[0])
    expect(linesIn(files, 'data/voids.jsonl')).toMatchObject([{ reason: expect.stringContaining('13900001111') }])
    expect(linesIn(files, 'data/changes.jsonl')).toMatchObject([
      { status: 2, fields: ['mobileno'], afterdata: { mobileno: '13900003333' } },
      { status: 0, fields: ['area'], afterdata: { area: 7_100 } },
    ])
    const journal = linesIn(files, 'data/journal.jsonl') as { content?: string }[]
    const actions = journal.flatMap(({ content }) => (content === undefined ? [] : [(JSON.parse(content) as { action: string }).action]))
    expect(actions).toContain('audit.key')
    expect(actions).toContain('voting.void')
    expect(actions.filter((action) => ['estate', 'account', 'property'].includes(action.split('.')[0] ?? ''))).toEqual([])
    expect(journal.length).toBeGreaterThan(actions.length)
  })

  it('contains no name, phone, ID number, picture, salt or content in the owners’ edition', async () => {
    const zip = await anyBundle('owners')
    const texts = [...unzipped(zip)].flatMap(([path, bytes]) =>
      path.endsWith('.xlsx')
        ? Object.entries(unzipSync(bytes)).map(([inner, inside]) => [`${path}/${inner}`, Buffer.from(inside).toString('utf8')])
        : [[path, bytes.toString('utf8')]],
    )
    expect(texts.length).toBeGreaterThan(20)
    expect(personalData().length).toBeGreaterThan(15)
    for (const [path = '', text = ''] of texts)
      expect(
        personalData().filter((secret) => text.includes(secret)),
        path,
      ).toEqual([])
    const data = texts.filter(([path]) => path?.startsWith('data/')).map(([, text]) => text ?? '')
    for (const field of ['salt', 'content', 'mobileno', 'idno', 'ownersalt', 'reason', 'remark'])
      expect(data.filter((text) => text.includes(`"${field}":`))).toEqual([])
    expect(linesIn(unzipped(zip), 'data/roster.jsonl')).toContainEqual(
      expect.objectContaining({ houses: [expect.objectContaining({ personname: '赵*/钱*' })] }),
    )
  })

  it('contains voided deliveries, which its page does not count', async () => {
    for (const edition of editions) {
      const zip = await anyBundle(edition)
      const files = unzipped(zip)
      const isVoid = linesIn(files, 'data/deliveries.jsonl').map(({ voiddate }) => voiddate !== undefined)
      expect(isVoid).toEqual([false, false, false, true, true])
      expect(await lampFaults(zip)).toEqual(NO_FAULTS)
      // Without its void, each is detected: one by the digest, the other by the journal if its contents are in the bundle.
      const lines = linesIn(files, 'data/deliveries.jsonl')
      for (const [index, { voiddate: _voiddate, ...line }] of lines.entries()) {
        if (!isVoid[index]) continue
        const text = lines.map((each, place) => `${JSON.stringify(place === index ? line : each)}\n`).join('')
        const texts = Object.fromEntries([...files].filter(([path]) => /\.(jsonl?|sig)$/.test(path)).map(([path, bytes]) => [path, bytes.toString('utf8')]))
        const { lamps } = await judgeEmbedded(readBundle({ ...texts, 'data/deliveries.jsonl': text }), async () => undefined)
        expect(lamps.files.faults).not.toEqual([])
        const found = lamps.journal.faults.filter((fault) => !lamps.files.faults.includes(fault))
        if (index === 3) expect(found).toContainEqual(expect.stringContaining('摘要'))
        if (edition === 'court') expect(found).toContainEqual(expect.stringMatching(/^送达记录 \S+ 已于操作日志第 \d+ 条作废，但送达记录中没有作废$/))
      }
    }
  })

  it('stores its purpose only in the journal entry', async () => {
    const files = unzipped(await anyBundle('court'))
    expect([...files].filter(([, bytes]) => bytes.includes(PURPOSE)).map(([path]) => path)).toEqual([])
    expect(logged.some((line) => line.includes('evidence.bundle'))).toBe(true)
    expect(logged.filter((line) => line.includes(PURPOSE) || line.includes(encodeURIComponent(PURPOSE)))).toEqual([])
  })

  it('is of the newest checkpoint, to which a report adds one', async () => {
    const before = await anyBundle('owners')
    server.clock.time += 60_000
    expect((await admin.raw(`/vote/report?voteActivityId=${activityId}`)).headers['content-type']).toContain('sheet')
    const zip = await bundle('owners')
    expect(sha256(zip)).not.toBe(sha256(before))
    expect(await lampFaults(zip)).toEqual(NO_FAULTS)
    const { checkpoint } = JSON.parse(unzipped(zip).get('manifest.json')?.toString() ?? '') as { checkpoint: { kind: string; time: string } }
    expect(checkpoint).toMatchObject({ kind: 'report', time: formatTime(server.clock.time) })
  })

  describe('refuses in an envelope', () => {
    const refusal = async (client: Client, query: Record<string, string>): Promise<Envelope> => (await askFor(client, query)).json<Envelope>()
    const entryCount = async (): Promise<number> => good(await admin.get('/audit/list', { action: 'evidence.bundle' })).totalCount

    it('a missing session and a role below manager, for either edition', async () => {
      expect((await refusal(server.client(), { voteactivityid: activityId, edition: 'owners' })).code).toBe(443)
      const clerk = await server.member('clerk_1', 'clerk')
      for (const edition of editions) expect((await refusal(clerk, { voteactivityid: activityId, edition, purpose: PURPOSE })).code).toBe(403)
    })

    it('a missing or unknown edition, and a missing purpose in the court’s', async () => {
      const manager = await server.member('manager_1')
      const of = (more: Record<string, string>) => refusal(manager, { voteactivityid: activityId, ...more })
      expect(await of({})).toMatchObject({ code: 400, message: '请选择应诉包的版本' })
      expect(await of({ edition: 'public' })).toMatchObject({ code: 400, message: '请选择应诉包的版本' })
      expect(await of({ edition: 'court' })).toMatchObject({ code: 400, message: '请输入用途', data: [{ field: 'purpose', message: '请输入用途' }] })
      expect(await of({ edition: 'court', purpose: ' ' })).toMatchObject({ code: 400, message: '请输入用途' })
      expect(await refusal(manager, { edition: 'owners' })).toMatchObject({ code: 400, message: '缺少投票活动编号' })
    })

    it('a missing password in the court’s edition; the owners’ needs none', async () => {
      const manager = await server.member('manager_2')
      expect(await refusal(manager, { voteactivityid: activityId, edition: 'court', purpose: PURPOSE })).toMatchObject({ code: 445 })
      expect((await bundleOf(manager, activityId, 'owners')).length).toBeGreaterThan(1_000)
    })

    it('an unknown activity and an unfinished one', async () => {
      await confirm(admin)
      const count = await entryCount()
      expect(await refusal(admin, { voteactivityid: 'nothing', edition: 'owners' })).toMatchObject({ code: 404, message: '投票活动不存在' })
      const { estateId } = await makeEstate(admin, propertiesOfEstateA, '未完小区')
      const { activityId: other } = await makeActivity(admin, estateId)
      for (const [step, status] of [
        [null, '未开始'],
        ['start', '投票中'],
        ['startTally', '唱票中'],
      ] as const) {
        if (step) await takeSteps(admin, other, step)
        for (const edition of editions)
          expect(await refusal(admin, { voteactivityid: other, edition, purpose: PURPOSE })).toMatchObject({
            code: 409,
            message: `当前状态为“${status}”，结束后才能生成应诉包`,
          })
      }
      expect(await entryCount()).toBe(count)
    })

    it('data that differ from the journal, until an administrator acknowledges it; then the report says so', async () => {
      const { estateId } = await makeEstate(admin, propertiesOfEstateA, '改动小区')
      const { activityId: other } = await makeActivity(admin, estateId)
      await takeSteps(admin, other, 'start', 'finish')
      isTamperedWith(server.database, other)
      await server.database.write((tx) => tx.updateTable('activity').set({ rule_basis: '改过' }).where('public_id', '=', other).execute())
      await confirm(admin)
      const count = await entryCount()
      for (const edition of editions)
        expect(await refusal(admin, { voteactivityid: other, edition, purpose: PURPOSE })).toMatchObject({
          code: 402,
          data: '投票记录与操作日志不一致，共1处，不能生成报告',
        })
      expect(await entryCount()).toBe(count)
      good(await admin.post('/vote/verify/known', { voteactivityid: other, reason: '陈建国核对过' }))
      const report = unzipSync(unzipped(await bundleOf(admin, other, 'owners')).get('report.xlsx') ?? Buffer.alloc(0))
      const sheet = Buffer.from(report['xl/worksheets/sheet1.xml'] ?? []).toString('utf8')
      expect(sheet).toContain('共 1 处')
      expect(sheet).not.toContain('陈建国')
    })
  })
})

/** The file timestamps of a zip's directory. */
function timesIn(zip: Buffer): string[] {
  const times: string[] = []
  const two = (value: number): string => String(value).padStart(2, '0')
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x02014b50;) {
    const [time, date] = [zip.readUInt16LE(at + 12), zip.readUInt16LE(at + 14)]
    times.push(`${(date >> 9) + 1980}-${two((date >> 5) & 15)}-${two(date & 31)} ${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`)
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return times
}

onBothDatabases('the bundle of an activity', (engine) => {
  let server: TestServer
  afterAll(() => server.close())

  it('a bundle uses a checkpoint of this server’s key if another server’s key signed the vote', async () => {
    const first = await startServer(engine, { signingKey: passingSigningKey() })
    const activityId = await makeBundledVote(first, await first.member('admin_1'))
    server = await first.restart({ signingKey: passingSigningKey() })
    const admin = server.client(await logIn(server.client(), 'admin_1'))
    for (const edition of editions) expect(await lampFaults(await bundleOf(admin, activityId, edition))).toEqual(NO_FAULTS)
    expect(await entriesOf(admin, { action: 'result.report' })).toHaveLength(1)
  })

  it('a bundle of a vote held without a signing key uses a checkpoint of a later report', async () => {
    const keyless = await startServer(engine, { signingKey: null })
    const admin = await keyless.member('admin_1')
    const voteactivityid = await makeBundledVote(keyless, admin)
    const refused = (await askFor(admin, { voteactivityid, edition: 'owners' })).json<Envelope>()
    expect(refused).toMatchObject({ code: 409, message: expect.stringContaining('签名密钥暂时不可用') as string })
    const again = await keyless.restart({ signingKey: passingSigningKey() })
    const back = again.client(await logIn(again.client(), 'admin_1'))
    for (const edition of editions) expect(await lampFaults(await bundleOf(back, voteactivityid, edition))).toEqual(NO_FAULTS)
    await again.close()
  })

  it('a bundle is refused if the journal is broken', async () => {
    const admin = server.client(await logIn(server.client(), 'admin_1'))
    const { datas } = good(await admin.get('/votedef/list'))
    const voteactivityid = (datas as { voteactivityid: string }[])[0]?.voteactivityid ?? ''
    await removeJournalGuards(server.database)
    await server.database.write((tx) => tx.updateTable('audit_entry').set({ address: '10.0.0.9' }).where('number', '=', 3).execute())
    const answer = (await askFor(admin, { voteactivityid, edition: 'owners' })).json<Envelope>()
    expect(answer).toMatchObject({ code: 402, data: '操作日志不连续，从第3条起，不能生成报告' })
  })
})
