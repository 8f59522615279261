import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { lineFields } from '../../src/server/features/evidence/fields.ts'
import { drawVotes } from '../../src/server/features/sample/progress.ts'
import { askStep, good, makeActivity, makeEstate, optionsTopic, recordsOf, takeSteps, topic, type MadeActivity } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { askDocument, textOfDocx } from '../support/documents.ts'
import { entriesOf } from '../support/journal.ts'
import { fieldPaths, lampFaults, linesIn, NO_FAULTS, recountNotes, unzipped } from '../support/openedBundle.ts'
import { readReport } from '../support/reports.ts'
import { confirm, madeBefore, serverForAll, type Client, type Envelope } from '../support/server.ts'

const DIGITS = '35264 11352 64415 23514'
const SEED = DIGITS.replaceAll(' ', '')
const VOTES = 30
const CANCELLED = '不再抽查'

onBothDatabases('samples of the papers', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))
  const other = madeBefore(() => server.member('manager_1', 'manager'))
  const third = madeBefore(() => server.member('manager_2', 'manager'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))
  const viewer = madeBefore(() => server.member('viewer_1', 'viewer'))

  const refusal = ({ code, message }: Envelope) => [code, message] as const
  interface Made extends MadeActivity {
    readonly papers: readonly { readonly code: string; readonly ballotid: string }[]
  }
  const item = ({ topics }: MadeActivity, index = 0) => ({ votetopicid: topics[index]?.votetopicid ?? '', voteoptionid: '' })
  const asking = (activity: MadeActivity, more: object = {}) => ({
    voteactivityid: activity.activityId,
    mode: 1,
    risk: 5,
    items: [item(activity)],
    counted: VOTES,
    ...more,
  })

  /** A tally of thirty papers: the first topic passes, the second does not. */
  async function tallied(more: Record<string, unknown> = {}): Promise<Made> {
    const { estateId } = await makeEstate(
      manager,
      Array.from({ length: 36 }, (_, index) => [`${1 + Math.floor(index / 12)}-${101 + (index % 12)}`, `业主${index}`, 60 + index] as const),
    )
    const made = await makeActivity(manager, estateId, { topics: [topic('更换电梯'), topic('增设车位')], ...more })
    await takeSteps(manager, made.activityId, 'start')
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: made.activityId, xpath: '' })) as Pick<Made, 'papers'>
    const vote = (codes: readonly string[], answers: string) =>
      manager.post('/vote/do', {
        voteactivityid: made.activityId,
        markedcodes: codes,
        records: recordsOf(made.topics, answers),
        votername: '',
        votermobileno: '',
        voteridno: '',
      })
    const codes = papers.map(({ code }) => code)
    good(await vote(codes.slice(0, 26), '12'))
    good(await vote(codes.slice(26, VOTES), '21'))
    await takeSteps(manager, made.activityId, 'startTally')
    return { ...made, papers }
  }
  const open = async (activity: MadeActivity, more: object = {}) => good(await manager.post('/sample/open', asking(activity, more)))
  const seed = (sampleid: string, digits = DIGITS) => manager.post('/sample/seed', { sampleid, digits })
  const get = async (sampleid: string) => good(await viewer.get('/sample/get', { sampleid }))
  const enter = (client: Client, activity: MadeActivity, sampleid: string, code: string, answers: string, more: object = {}) =>
    client.post('/reading/enter', { voteactivityid: activity.activityId, kind: 3, sampleid, code, records: recordsOf(activity.topics, answers), ...more })
  const settle = (client: Client, activity: MadeActivity, readingid: string, decision: number, answers?: string) =>
    client.post('/reading/settle', { readingid, decision, reason: '看错', ...(answers === undefined ? {} : { records: recordsOf(activity.topics, answers) }) })
  /** The lines about samples on the report's first sheet and, after the same words, in the count's minutes. */
  async function told(activity: MadeActivity): Promise<{ report: string[]; minutes: string }> {
    const workbook = await readReport((await manager.raw(`/vote/report?voteActivityId=${activity.activityId}`)).rawPayload)
    const lines = (workbook.getWorksheet('表决结论')?.getColumn(1).values ?? []).filter((text) => typeof text === 'string')
    const minutes = textOfDocx((await askDocument(manager, activity.activityId, 'minutes')).rawPayload)
    return { report: lines.filter((line) => line.startsWith('抽样（')), minutes }
  }
  /** The recorded answers by code, as voted. */
  const recorded = ({ papers }: Made, code: string): string => (papers.findIndex((paper) => paper.code === code) < 26 ? '12' : '21')

  it('is drawn from a frozen list with dice thrown afterwards, read blind, and ends when all assertions hold', async () => {
    const activity = await tallied()
    const opened = await open(activity)
    expect(opened).toMatchObject({
      mode: 1,
      risk: 5,
      state: 0,
      stale: false,
      advice: 'all',
      draws: { H: [], A: [] },
      fetch: [],
      sentence: '',
      count: VOTES,
      withoutpaper: 0,
    })
    expect(
      opened.items[0].assertions.map(({ kind, list, margin, cap, draws, t, reached }: Record<string, unknown>) => [kind, list, margin, cap, draws, t, reached]),
    ).toEqual([
      ['quorum', 'H', 3 * VOTES - 2 * 36, 3, 0, '1.000000', false],
      ['pass', 'H', 2 * 26 - VOTES, 2, 0, '1.000000', false],
      ['quorum', 'A', expect.any(Number), 3, 0, '1.000000', false],
      ['pass', 'A', expect.any(Number), 2, 0, '1.000000', false],
    ])
    expect(opened.checkcode).toMatch(/^(?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/)

    const drawn = good(await seed(opened.sampleid))
    expect(drawn).toMatchObject({ state: 1, digits: SEED })
    expect([drawn.draws.H.length, drawn.draws.A.length]).toEqual([opened.needed.H, opened.needed.A])
    const heads = Array.from({ length: VOTES }, () => 1)
    expect(drawn.draws.H).toEqual(drawVotes({ digits: SEED, digest: opened.digest }, 'H', heads, opened.needed.H))
    const codes = drawn.fetch.map(({ code }: { code: string }) => code) as string[]
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.length).toBeLessThanOrEqual(drawn.drawn)

    // Who entered the votes cannot read them again, and is told beforehand; the answer reveals nothing of the record.
    expect(drawn.fetch.every(({ own, asked }: { own: boolean; asked: number | null }) => own && asked === null)).toBe(true)
    expect(good(await clerk.get('/sample/get', { sampleid: opened.sampleid })).fetch.some(({ own }: { own: boolean }) => own)).toBe(false)
    expect(refusal(await enter(manager, activity, opened.sampleid, codes[0] ?? '', '12'))).toEqual([409, '复录须由另一人完成'])
    for (const code of codes)
      expect(Object.keys(good(await enter(clerk, activity, opened.sampleid, code.toLowerCase(), recorded(activity, code))))).toEqual(['readingid'])
    expect(refusal(await enter(clerk, activity, opened.sampleid, codes[0] ?? '', '12'))).toEqual([409, '该选票已抽读'])
    const undrawn = activity.papers.find(({ code }) => !codes.includes(code))?.code ?? ''
    expect(refusal(await enter(clerk, activity, opened.sampleid, undrawn, '12'))).toEqual([404, '该选票没有抽到'])

    const confirmed = await get(opened.sampleid)
    expect(confirmed).toMatchObject({ state: 2, different: 0, read: codes.length, stale: false })
    expect(confirmed.items[0].assertions.every(({ reached }: { reached: boolean }) => reached)).toBe(true)
    expect(confirmed.sentence).toBe(
      `若选票与记录不符到足以改变“通过”的结论，本次抽查未能发现的可能性不超过5%。抽取${drawn.drawn}次，核对${codes.length}张，不符0张。房屋面积、送达登记和没有选票的0条记录按记录计，没有录入的选票不在抽查之内。`,
    )
    expect(refusal(await manager.post('/sample/close', { sampleid: opened.sampleid, reason: CANCELLED }))).toEqual([409, '该抽样已结束'])
    good(await askStep(manager, activity.activityId, 'finish'))
    expect((await get(opened.sampleid)).stale).toBe(false)
    const { report, minutes } = await told(activity)
    expect(report).toEqual([`抽样（第1次，抽票复核，风险 5%，清单摘要 ${opened.digest}，随机数字 ${SEED}）：${confirmed.sentence}`])
    expect(minutes).toContain(report[0])
    expect(good(await manager.get('/vote/verify', { voteactivityid: activity.activityId }))).toMatchObject({ differencecount: 0 })
    for (const action of ['sample.open', 'sample.seed']) {
      const [entry] = await entriesOf(manager, { voteactivityid: activity.activityId, action })
      expect(entry?.after, action).toMatchObject({ sampleMode: '抽票复核', listDigest: opened.digest })
    }
  })

  it('counts a difference until a third person settles it for the record; changed votes make it stale', async () => {
    const activity = await tallied()
    const { sampleid } = await open(activity)
    const { fetch } = good(await seed(sampleid))
    const codes = fetch.map(({ code }: { code: string }) => code) as string[]
    const [wrong = '', gone = '', ...rest] = codes
    const { readingid } = good(await enter(clerk, activity, sampleid, wrong, recorded(activity, wrong) === '12' ? '22' : '11'))
    const { readingid: missing } = good(await enter(clerk, activity, sampleid, gone, '00', { nopaper: true }))
    // The last paper stays unread, so this sample cannot end.
    for (const code of rest.slice(0, -1)) good(await enter(clerk, activity, sampleid, code, recorded(activity, code)))
    expect(await get(sampleid)).toMatchObject({ state: 1, different: 2, sentence: '' })
    expect(refusal(await askStep(manager, activity.activityId, 'finish'))).toEqual([402, '还有2张选票的读数不一致，请先裁定'])
    const differences = good(await other.get('/reading/differences', { voteactivityid: activity.activityId }))
    expect(differences).toMatchObject([
      { readingid, kind: 3, code: wrong },
      { readingid: missing, kind: 3, code: gone, reading: { answers: '' } },
    ])
    expect(refusal(await settle(manager, activity, readingid, 1))).toEqual([409, '裁定须由第三人作出'])
    expect(refusal(await settle(other, activity, readingid, 1, '22'))).toEqual([400, '裁定“记录无误”时不能填写投票内容'])
    good(await settle(other, activity, missing, 1))
    expect(await get(sampleid)).toMatchObject({ different: 1 })
    // The record is corrected: the sample found the error, and the outcome stays.
    good(await settle(third, activity, readingid, 2, recorded(activity, wrong) === '12' ? '22' : '11'))
    expect(await get(sampleid)).toMatchObject({ different: 1, stale: false })
    expect(refusal(await manager.post('/sample/open', asking(activity)))).toEqual([409, '已有抽样尚未结束'])
    // Another vote is voided, so this sample no longer describes the current votes.
    const untouched = activity.papers.find(({ code }) => !codes.includes(code))?.code ?? ''
    const ballotId = activity.papers.find(({ code }) => code === untouched)?.ballotid ?? ''
    const [{ recordid }] = good(await manager.get('/votedef/getrepeatvote', { voteActivityId: activity.activityId, ballotId }))
    good(await manager.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '重复' }))
    expect(await get(sampleid)).toMatchObject({ stale: true, sentence: '清单已变化，本次复核不再适用' })
    expect(refusal(await manager.post('/sample/more', { sampleid }))[0]).toBe(409)
    good(await manager.post('/sample/close', { sampleid, reason: CANCELLED }))
    const { report, minutes } = await told(activity)
    expect(report).toHaveLength(1)
    expect(report[0]).toMatch(new RegExp(`：清单已变化，本次复核不再适用。未得出结论即结束，原因：${CANCELLED}。读数不符，经裁定记录无误的 1 票：${gone}$`))
    expect(minutes).toContain(report[0])
    // Its paper has arrived and is not entered.
    expect(refusal(await manager.post('/sample/open', asking(activity, { counted: VOTES - 1 })))).toEqual([402, '还有1张已收回未录入'])
    const again = await open(activity, { mode: 2 })
    expect(again.number).toBe(2)
    expect(good(await viewer.get('/sample/list', { voteactivityid: activity.activityId })).map(({ state }: { state: number }) => state)).toEqual([3, 0])
  })

  it('asks owners whether they voted, never how', async () => {
    const activity = await tallied()
    const { sampleid } = await open(activity, { mode: 2, counted: undefined, items: [item(activity, 1)] })
    const { fetch, items } = good(await seed(sampleid))
    expect(items[0]).toMatchObject({ outcome: '不通过', assertions: [{ kind: 'fail' }] })
    const ask = (recordid: string, answer: number) => clerk.post('/sample/ask', { sampleid, recordid, answer, way: 1, remark: '' })
    const [first, ...rest] = fetch.map(({ recordid }: { recordid: string }) => recordid) as string[]
    expect(fetch[0].code).toBe('')
    good(await ask(first ?? '', 3))
    expect(await get(sampleid)).toMatchObject({
      different: 1,
      fetch: expect.arrayContaining([expect.objectContaining({ recordid: first, asked: 3 })]) as unknown,
    })
    good(await ask(first ?? '', 1))
    expect(refusal(await ask(first ?? '', 2))).toEqual([409, '该业主已回访'])
    expect(refusal(await ask('nothing', 1))).toEqual([404, '该选票没有抽到'])
    for (const recordid of rest) good(await ask(recordid, 1))
    expect(await get(sampleid)).toMatchObject({
      state: 2,
      different: 0,
      sentence: '若并非业主所投的票多到足以改变“未通过”的结论，本次回访未能发现的可能性不超过5%（未联系上的按没有投过计）。',
    })
    expect(refusal(await enter(clerk, activity, sampleid, activity.papers[0]?.code ?? '', '12'))).toEqual([409, '该抽样的核对方式不同'])
  })

  it('draws further votes after those drawn if the assertions are not reached', async () => {
    const activity = await tallied()
    const { sampleid } = await open(activity, { mode: 2 })
    const { fetch, draws } = good(await seed(sampleid))
    for (const { recordid } of fetch) good(await clerk.post('/sample/ask', { sampleid, recordid, answer: 2, way: 2 }))
    const more = good(await manager.post('/sample/more', { sampleid }))
    expect(more.state).toBe(1)
    for (const list of ['H', 'A']) {
      expect(more.draws[list].length).toBeGreaterThan(draws[list].length)
      expect(more.draws[list].slice(0, draws[list].length)).toEqual(draws[list])
    }
    expect(more.fetch.filter(({ read }: { read: boolean }) => read)).toHaveLength(fetch.length)
  })

  it('is refused in the order of the form', async () => {
    const activity = await tallied()
    const { activityId } = activity
    const refused = async (more: object) => refusal(await manager.post('/sample/open', asking(activity, more)))
    for (const risk of [0, 50]) expect((await refused({ risk }))[0]).toBe(400)
    expect(await refused({ items: [item(await tallied())] })).toEqual([400, '议题不正确，请刷新后重试'])
    expect((await refused({ items: [item(activity), item(activity)] }))[0]).toBe(400)
    expect((await refused({ items: [{ votetopicid: 'nothing' }] }))[0]).toBe(400)
    expect(await refused({ counted: VOTES - 1 })).toEqual([402, `清点张数与记录数不一致：清点${VOTES - 1}张，有选票的记录${VOTES}张`])
    good(await manager.post('/paper/receive', { voteactivityid: activityId, codes: [activity.papers[35]?.code] }))
    expect(await refused({})).toEqual([402, '还有1张已收回未录入'])
    expect(refusal(await clerk.post('/sample/open', asking(activity)))[0]).toBe(403)
    const { sampleid } = await open(activity, { mode: 2 })
    for (const digits of ['12345', '1234567890123456789x', '１２３４５６７８９０１２３４５６７８９０', '1'.repeat(41)])
      expect(refusal(await seed(sampleid, digits)), digits).toEqual([400, '请输入20至40位数字'])
    expect(refusal(await seed(sampleid, '66666666666666666666'))).toEqual([400, '请掷骰得出数字'])
    expect(refusal(await manager.post('/sample/more', { sampleid }))).toEqual([409, '请先掷骰并录入随机数字'])
    good(await seed(sampleid))
    expect(refusal(await seed(sampleid))).toEqual([409, '该抽样已录入随机数字'])
    expect(refusal(await manager.post('/sample/more', { sampleid }))[0]).toBe(409)
    expect(refusal(await manager.post('/sample/seed', { sampleid: 'nothing', digits: DIGITS }))).toEqual([404, '抽样不存在'])
    good(await manager.post('/sample/close', { sampleid, reason: CANCELLED }))
    expect(refusal(await manager.post('/sample/close', { sampleid, reason: CANCELLED }))).toEqual([409, '该抽样已结束'])
  })

  it('is refused if there is nothing that papers could overturn', async () => {
    const counted = await tallied({ votetype: 6 })
    expect(refusal(await manager.post('/sample/open', asking(counted)))).toEqual([402, '计票方式为仅统计，没有可以抽查的结论'])
    const { estateId } = await makeEstate(manager, [['1-101', '张三', 100]])
    const election = await makeActivity(manager, estateId, { topics: [optionsTopic('选举', ['甲', '乙'], { seats: 1 })] })
    const ofElection = {
      ...asking(election),
      items: [{ votetopicid: election.topics[0]?.votetopicid, voteoptionid: election.topics[0]?.options[0]?.voteoptionid }],
    }
    expect(refusal(await manager.post('/sample/open', ofElection))[0]).toBe(409)
    await takeSteps(manager, election.activityId, 'start', 'startTally')
    expect(refusal(await manager.post('/sample/open', ofElection))).toEqual([402, '没有可抽查的选票'])
    const { papers: _papers, ...plain } = await tallied()
    expect(refusal(await manager.post('/sample/open', { ...asking(plain), voteactivityid: 'nothing' }))).toEqual([404, '投票活动不存在'])
  })

  /** A tally of papers of houses of one size, the first of which were voted as the answers say. */
  async function votedAlike(topics: readonly object[], answers: readonly string[]): Promise<MadeActivity> {
    const houses = Array.from({ length: 12 }, (_, index): readonly [string, string, number] => [`1-${101 + index}`, `业主${index}`, 80])
    const { estateId } = await makeEstate(manager, houses)
    const made = await makeActivity(manager, estateId, { topics })
    await takeSteps(manager, made.activityId, 'start')
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: made.activityId, xpath: '' })) as Pick<Made, 'papers'>
    const nobody = { votername: '', votermobileno: '', voteridno: '' }
    for (const [index, answer] of answers.entries()) {
      const vote = { voteactivityid: made.activityId, markedcodes: [papers[index]?.code], records: recordsOf(made.topics, answer), ...nobody }
      good(await manager.post('/vote/do', vote))
    }
    await takeSteps(manager, made.activityId, 'startTally')
    return made
  }

  it('is none of elections, nor of what lacks its quorum', async () => {
    const election = await votedAlike(
      [topic('更换电梯'), optionsTopic('选举委员', ['甲', '乙'], { seats: 1 })],
      Array.from({ length: 10 }, () => '112'),
    )
    const candidate = { votetopicid: election.topics[1]?.votetopicid, voteoptionid: election.topics[1]?.options[0]?.voteoptionid }
    expect(refusal(await manager.post('/sample/open', asking(election, { items: [item(election), candidate], counted: 10 })))).toEqual([
      402,
      '选举类议题不能抽票复核，请全部复录',
    ])
    good(await manager.post('/sample/open', asking(election, { counted: 10 })))
    const few = await votedAlike([topic('更换电梯')], ['1', '1', '1'])
    expect(refusal(await manager.post('/sample/open', asking(few, { counted: 3 })))).toEqual([402, '未成立的议题清点选票张数即可'])
  })

  it('advises to read all where the outcome stands at its line, and is not drawn', async () => {
    const even = await votedAlike([topic('更换电梯')], '1111122222'.split(''))
    const sample = good(await manager.post('/sample/open', asking(even, { counted: 10 })))
    expect(sample).toMatchObject({ advice: 'all', expected: null, items: [{ outcome: '不通过' }] })
    expect(Object.values(sample.needed as object)).toContain(null)
    expect(refusal(await seed(sample.sampleid))).toEqual([402, '结论过于接近，抽查不能确认，建议全部复录'])
  })

  it('is not drawn once the list is no longer that of now', async () => {
    const activity = await tallied()
    const { sampleid } = await open(activity)
    const [paper] = activity.papers
    const [{ recordid }] = good(await manager.get('/votedef/getrepeatvote', { voteActivityId: activity.activityId, ballotId: paper?.ballotid ?? '' }))
    good(await manager.get('/vote/disable', { voteActivityId: activity.activityId, recordid, reason: '重复' }))
    expect(refusal(await seed(sampleid))).toEqual([409, '清单已变化，本次复核不再适用'])
  })

  it('is in the bundle, which repeats its draws', async () => {
    const activity = await tallied()
    const { sampleid, digest } = await open(activity)
    const { fetch, draws } = good(await seed(sampleid))
    for (const { code } of fetch) good(await enter(clerk, activity, sampleid, code, recorded(activity, code)))
    const early = await open(activity, { mode: 2 })
    good(await manager.post('/sample/close', { sampleid: early.sampleid, reason: CANCELLED }))
    good(await askStep(manager, activity.activityId, 'finish'))
    await confirm(manager)
    for (const query of ['edition=court&purpose=核对', 'edition=owners']) {
      const { rawPayload } = await manager.raw(`/evidence/bundle?voteactivityid=${activity.activityId}&${query}`)
      expect(await lampFaults(rawPayload), query).toEqual(NO_FAULTS)
      expect((await recountNotes(rawPayload)).filter((note) => note.endsWith('差额已与复算比较。'))).toHaveLength(2)
      const [line, closed] = linesIn(unzipped(rawPayload), 'data/samples.jsonl')
      expect(line).toMatchObject({ sampleid, digest, seed: SEED, draws, state: 2 })
      expect(closed).toMatchObject({ sampleid: early.sampleid, seed: '', state: 3, ...(query.startsWith('edition=court') ? { reason: CANCELLED } : {}) })
      const isCourt = query.startsWith('edition=court')
      const explained = lineFields['data/samples.jsonl']?.filter(({ editions }) => editions === 'both' || isCourt).map(({ field }) => field)
      expect(new Set([line, closed].flatMap((each) => fieldPaths(each)))).toEqual(new Set(explained))
    }
  })

  it('started after the end moves the bundle to a later checkpoint; the same data make the same bytes', async () => {
    const activity = await tallied()
    good(await askStep(manager, activity.activityId, 'finish'))
    await confirm(manager)
    const bundled = async () => (await manager.raw(`/evidence/bundle?voteactivityid=${activity.activityId}&edition=court&purpose=核对`)).rawPayload
    const numberOf = (bytes: Buffer) =>
      (JSON.parse(unzipped(bytes).get('manifest.json')?.toString('utf8') ?? '') as { checkpoint: { number: number } }).checkpoint.number
    const first = await bundled()
    expect((await bundled()).equals(first)).toBe(true)
    const { sampleid } = await open(activity)
    const { fetch } = good(await seed(sampleid))
    for (const { code } of fetch.slice(0, 2)) good(await enter(clerk, activity, sampleid, code, recorded(activity, code)))
    const second = await bundled()
    expect(numberOf(second)).toBeGreaterThan(numberOf(first))
    expect((await bundled()).equals(second)).toBe(true)
    expect(await lampFaults(second)).toEqual(NO_FAULTS)
    const actions = linesIn(unzipped(second), 'data/journal.jsonl').flatMap(({ content }) =>
      typeof content === 'string' ? [(JSON.parse(content) as { action: string }).action] : [],
    )
    expect(actions.filter((action) => action === 'sample.open' || action === 'reading.enter')).toEqual(['sample.open', 'reading.enter', 'reading.enter'])
    // A difference can still be settled as none, but no record can be corrected any more.
    const wrong = (fetch as { code: string }[])[2]?.code ?? ''
    const { readingid } = good(await enter(clerk, activity, sampleid, wrong, '33'))
    expect(refusal(await settle(other, activity, readingid, 2, '33'))).toEqual([409, '当前状态为“已结束”，不能裁定差异'])
    good(await settle(other, activity, readingid, 1))
    expect(await get(sampleid)).toMatchObject({ different: 0, stale: false })
  })

  it('detects a sample changed behind the program’s back', async () => {
    const activity = await tallied()
    const { sampleid, digest } = await open(activity)
    good(await seed(sampleid))
    const verify = async () => good(await manager.get('/vote/verify', { voteactivityid: activity.activityId }))
    expect(await verify()).toMatchObject({ differencecount: 0 })
    const { list } = await server.database.read.selectFrom('sample').select('list').where('public_id', '=', sampleid).executeTakeFirstOrThrow()
    expect(createHash('sha256').update(list).digest('hex')).toBe(digest)
    const changes = [
      { list: list.replace('"answers":"12"', '"answers":"22"') },
      { digits: '12345123451234512345' },
      { drawn_heads: 3 },
      { basis: '0' },
      { close_reason: '', closed_at: 1 },
    ]
    for (const change of changes) {
      const before = await server.database.read.selectFrom('sample').selectAll().where('public_id', '=', sampleid).executeTakeFirstOrThrow()
      await server.database.write((tx) => tx.updateTable('sample').set(change).where('public_id', '=', sampleid).execute())
      expect((await verify()).differences, JSON.stringify(Object.keys(change))).toMatchObject([{ kind: 'sample', id: sampleid }])
      const { id: _id, ...columns } = before
      await server.database.write((tx) => tx.updateTable('sample').set(columns).where('public_id', '=', sampleid).execute())
    }
    expect(await verify()).toMatchObject({ differencecount: 0 })
  })
})
