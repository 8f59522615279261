import { expect, it } from 'vitest'
import { BallotLayout } from '../../src/shared/features/paper/layout.ts'
import type { Grey } from '../../src/server/features/reading/recognition/grey.ts'
import { rowsOf } from '../../src/server/features/reading/recognition/rows.ts'
import { good, makeActivity, makeEstate, takeSteps, topic, type MadeActivity, type PropertyRow } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pngBytes } from '../support/files.ts'
import { entriesOf } from '../support/journal.ts'
import { drawnPages } from '../support/scans/drawnPages.ts'
import { emptyPage, pageFile, pageUpload } from '../support/scans/pageFiles.ts'
import { markRow } from '../support/scans/pens.ts'
import { createRandom } from '../support/scans/random.ts'
import { madeBefore, serverForAll, type Client, type Envelope } from '../support/server.ts'

const properties: readonly PropertyRow[] = ['1-101', '1-102', '1-201'].map((name, index) => [name, `业主${index + 1}`, 80 + index])

onBothDatabases('scanned pages', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('admin_1'))
  const clerk = madeBefore(() => server.member('clerk_1', 'clerk'))
  const other = madeBefore(() => server.member('clerk_2', 'clerk'))
  const viewer = madeBefore(() => server.member('viewer_1', 'viewer'))

  const refusal = ({ code, message }: Envelope) => [code, message] as const
  const send = (activityId: string, bytes: Uint8Array, by = clerk, more: Record<string, string> = {}) =>
    by.upload('/reading/page', pageUpload(bytes), { voteactivityid: activityId, batchid: 'batch', source: '一号楼.pdf', sourcepage: '3', ...more })

  /** A vote in 投票中 with a paper for each of three ballots; `pagesOf` renders one as printed. */
  async function voteIsOn() {
    const { estateId } = await makeEstate(manager, properties)
    const activity: MadeActivity = await makeActivity(manager, estateId, { topics: [topic('更新电梯'), topic('修改规约')] })
    const { activityId } = activity
    await takeSteps(manager, activityId, 'start')
    const { papers } = good(await manager.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
    const { layoutid: layoutId, layout: given } = good(await manager.get('/paper/layout', { voteactivityid: activityId }))
    const layout = BallotLayout.parse(given)
    const codes = (papers as { code: string }[]).map(({ code }) => code)
    const values = { place: '一期-1栋-101', number: '1', area: '80.00㎡' }
    const pagesOf = (code: string) => drawnPages({ code, layoutId, layout, values: { ...values, code } })
    return { activityId, codes, layout, pagesOf }
  }

  /** The first page of a paper with a tick in each row, and the answers. */
  async function ticked({ layout, pagesOf }: Awaited<ReturnType<typeof voteIsOn>>, code: string, seed: number) {
    const [picture] = await pagesOf(code)
    const [page] = layout.pages
    if (!picture || !page) throw new Error('there is no page')
    const random = createRandom(seed)
    const answers = rowsOf(page).map((row) => markRow(picture, row, 'tick', random)[0])
    return { answers, picture, bytes: pageFile(picture) }
  }

  it('are read, stored as files of the vote and journalled; identical bytes are the same page', async () => {
    const vote = await voteIsOn()
    const [code = ''] = vote.codes
    const { bytes, answers } = await ticked(vote, code, 4)
    const page = good(await send(vote.activityId, bytes))
    expect(page).toMatchObject({
      status: 1,
      same: false,
      code,
      page: 1,
      pagecount: 1,
      source: '一号楼.pdf',
      sourcepage: 3,
      by: 'clerk_1',
      turned: 0,
      flat: false,
    })
    expect(page.message).toBe('')
    expect(page.slots.map(({ voteresult }: { voteresult: number }) => voteresult)).toEqual(answers)
    expect(page.slots.every(({ state, why, voteoptionid }: Record<string, unknown>) => state === 1 && why === '' && voteoptionid === '')).toBe(true)

    expect(good(await send(vote.activityId, bytes, other, { batchid: 'again' }))).toEqual({ ...page, same: true })
    const entries = await entriesOf(manager, { action: 'reading.page', voteactivityid: vote.activityId })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ subject: page.pageid, after: { markedCode: code, pageNumber: 1, sourceFile: '一号楼.pdf' } })
    const file = await manager.raw(`/file/${page.pageid}`)
    expect([file.headers['content-type'], file.rawPayload.equals(Buffer.from(bytes))]).toEqual(['image/jpeg', true])
    expect(await server.removeUnusedFiles()).toBe(0)
  })

  it('are doubtful in each row, and say how to scan again, where the scanner has lost light greys', async () => {
    const vote = await voteIsOn()
    const [code = ''] = vote.codes
    const { picture } = await ticked(vote, code, 6)
    const blackAndWhite = { ...picture, data: picture.data.map((dot) => (dot < 150 ? 0 : 255)) }
    const page = good(await send(vote.activityId, pageFile(blackAndWhite)))
    expect(page).toMatchObject({ status: 1, code, flat: true, message: '扫描丢失了浅色，请改用灰度、勿用“黑白”或“文字”模式重新扫描' })
    expect(page.slots.map(({ state, voteresult }: Record<string, unknown>) => [state, voteresult])).toEqual([
      [3, null],
      [3, null],
    ])
  })

  it('provide pictures of their rows, the signature field and the whole page', async () => {
    const vote = await voteIsOn()
    const [code = ''] = vote.codes
    const { bytes } = await ticked(vote, code, 5)
    const { pageid, slots } = good(await send(vote.activityId, bytes))
    const sizeOf = async (query: string) => {
      const { headers, rawPayload } = await clerk.raw(`/reading/strip?pageid=${pageid}${query}`)
      expect(headers['content-type']).toBe('image/png')
      return [rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]
    }
    expect(await sizeOf(`&votetopicid=${slots[1].votetopicid}`)).toEqual([396, 78])
    const [width = 0, height] = await sizeOf('&part=signature')
    expect([width > 200 && width < 420, height]).toEqual([true, 54])
    expect(await sizeOf('&part=page')).toEqual([707, 1000])
    expect(refusal(await clerk.get('/reading/strip', { pageid, votetopicid: 'nothing' }))).toEqual([404, '扫描页上没有这一栏'])
    expect(refusal(await clerk.get('/reading/strip', { pageid: 'nobody', part: 'page' }))).toEqual([404, '扫描页不存在'])
    expect((await clerk.get('/reading/strip', { pageid, part: 'all' })).code).toBe(400)
  })

  it('pages without a code are kept until somebody assigns or discards them', async () => {
    const { activityId, codes } = await voteIsOn()
    const [code = '', spoiled = ''] = codes
    good(await manager.post('/paper/spoil', { voteactivityid: activityId, codes: [spoiled], reason: '选票损坏' }))
    const page = good(await send(activityId, emptyPage()))
    expect(page).toMatchObject({ status: 3, code: '', page: 0, slots: [], message: '未识别到二维码' })
    const { pageid } = page
    const assign = (more: object) => clerk.post('/reading/assign', { pageid, code, page: 1, ...more })
    expect(refusal(await assign({ pageid: 'nobody' }))).toEqual([404, '扫描页不存在'])
    expect(refusal(await assign({ code: 'unknown' }))).toEqual([404, '未找到该标记码'])
    expect(refusal(await assign({ code: spoiled }))).toEqual([409, '该选票已作废'])
    // The sheet of slips is no page of the ballot.
    for (const number of [2, 9]) expect(refusal(await assign({ page: number }))).toEqual([400, `选票没有第${number}页`])
    expect((await assign({ page: 0 })).code).toBe(400)
    const assigned = good(await assign({}))
    expect(assigned).toMatchObject({ pageid, status: 1, code, page: 1, pagecount: 1, message: '' })
    expect(assigned.slots.map(({ state, voteresult, why }: Record<string, unknown>) => [state, voteresult, why])).toEqual([
      [3, null, 'byhand'],
      [3, null, 'byhand'],
    ])
    expect(refusal(await assign({}))).toEqual([409, '该扫描页已有归属，不能再归属'])
    const whole = await clerk.raw(`/reading/strip?pageid=${pageid}&part=page`)
    expect(whole.headers['content-type']).toBe('image/png')

    const discard = (by: Client, reason = '空白页') => by.post('/reading/discard', { pageid, reason })
    expect(refusal(await discard(other))).toEqual([403, '没有权限：需要活动负责人'])
    expect(refusal(await discard(clerk, ''))).toEqual([400, '请填写原因'])
    good(await discard(clerk))
    expect(refusal(await discard(manager))).toEqual([404, '扫描页不存在'])
    expect(refusal(await manager.get(`/file/${pageid}`))).toEqual([404, '文件不存在'])
    const [entry] = await entriesOf(manager, { action: 'reading.discard', voteactivityid: activityId })
    expect(entry).toMatchObject({ subject: pageid, after: { reason: '空白页', sha256: expect.stringMatching(/^[\da-f]{64}$/) as string } })
    const anew = good(await send(activityId, emptyPage()))
    expect([anew.same, anew.pageid === pageid]).toEqual([false, false])
    good(await manager.post('/reading/discard', { pageid: anew.pageid, reason: '不是选票' }))
  })

  it('pages of other documents are rejected with a reason; a page of a spoiled paper is kept', async () => {
    const vote = await voteIsOn()
    const another = await voteIsOn()
    const [code = '', dead = ''] = vote.codes
    const [first, slips] = await vote.pagesOf(code)
    if (!first || !slips) throw new Error('there is no page')
    expect(good(await send(vote.activityId, pageFile(slips)))).toMatchObject({ pageid: '', status: 2, message: '这是存根或送达回执，没有保存' })
    expect(good(await send(another.activityId, pageFile(first)))).toMatchObject({ pageid: '', status: 6, slots: [], message: '该选票不属于本活动' })
    const [second] = await vote.pagesOf(dead)
    if (!second) throw new Error('there is no page')
    const pair: Grey = { width: first.width, height: first.height * 2, data: Uint8Array.from([...first.data, ...second.data]) }
    expect(good(await send(vote.activityId, pageFile(pair)))).toMatchObject({ pageid: '', status: 4, message: '一张图上有多张选票，请分开扫描' })
    const cut = { ...first, data: first.data.map((dot, index) => (index > first.data.length * 0.8 ? 255 : dot)) }
    expect(good(await send(vote.activityId, pageFile(cut)))).toMatchObject({ status: 5, code, page: 1, slots: [], message: '页面不完整或变形过大，请重新扫描' })
    good(await manager.post('/paper/spoil', { voteactivityid: vote.activityId, codes: [dead], reason: '选票损坏' }))
    const kept = good(await send(vote.activityId, pageFile(second)))
    expect(kept).toMatchObject({ status: 7, code: dead, message: '该选票已作废' })
    expect(kept.pageid).not.toBe('')
    expect(await entriesOf(manager, { action: 'reading.page', voteactivityid: vote.activityId })).toHaveLength(2)
  })

  it('are refused by their header if not JPEG, too small or large, or truncated', async () => {
    const { activityId } = await voteIsOn()
    const bytes = emptyPage()
    const sized = (width: number, height: number): Uint8Array => {
      const changed = Buffer.from(bytes)
      const frame = changed.indexOf(Buffer.of(0xff, 0xc0))
      changed.writeUInt16BE(height, frame + 5)
      changed.writeUInt16BE(width, frame + 7)
      return changed
    }
    const cases: readonly [Uint8Array, number, string][] = [
      [new Uint8Array(0), 400, '文件是空的，请重新选择'],
      [pngBytes, 415, '文件内容与扩展名不符'],
      [Buffer.from('MZ, a program that was renamed'), 415, '文件内容与扩展名不符'],
      [bytes.subarray(0, 20), 400, '图片已损坏'],
      [bytes.subarray(0, bytes.length - 40), 400, '图片已损坏'],
      [sized(700, 700), 400, '图片太小，请用原图或150 dpi以上扫描'],
      [sized(6_000, 6_000), 400, '图片尺寸过大'],
      [Buffer.concat([bytes, Buffer.alloc(5 * 2 ** 20)]), 413, '大小不可超过5M'],
    ]
    for (const [file, code, message] of cases) expect(refusal(await send(activityId, file)), message).toEqual([code, message])
    for (const more of [{ batchid: '' }, { batchid: 'x'.repeat(65) }, { source: '' }, { sourcepage: '0' }, { sourcepage: 'x' }])
      expect((await send(activityId, bytes, clerk, more)).code, JSON.stringify(more)).toBe(400)
    expect(refusal(await send('nobody', bytes))).toEqual([404, '投票活动不存在'])
    expect(await entriesOf(manager, { action: 'reading.page', voteactivityid: activityId })).toEqual([])
  })

  it('are listed newest first: all, of a batch, or waiting', async () => {
    const vote = await voteIsOn()
    const { activityId, codes, pagesOf } = vote
    const [code = '', dead = ''] = codes
    const list = async (more: Record<string, string> = {}) => {
      const { datas, totalCount } = good(await clerk.get('/reading/pages', { voteactivityid: activityId, ...more }))
      return [totalCount, (datas as { pageid: string }[]).map(({ pageid }) => pageid)] as const
    }
    expect(await list()).toEqual([0, []])
    const { bytes } = await ticked(vote, code, 7)
    const read = good(await send(activityId, bytes))
    const unknown = good(await send(activityId, emptyPage(), clerk, { batchid: 'second' }))
    const [first] = await pagesOf(code)
    if (!first) throw new Error('there is no page')
    const cut = good(await send(activityId, pageFile({ ...first, data: first.data.map((dot, index) => (index > first.data.length * 0.8 ? 255 : dot)) })))
    const [second] = await pagesOf(dead)
    if (!second) throw new Error('there is no page')
    good(await manager.post('/paper/spoil', { voteactivityid: activityId, codes: [dead], reason: '选票损坏' }))
    const spoiled = good(await send(activityId, pageFile(second)))
    const ids = [spoiled, cut, unknown, read].map(({ pageid }) => pageid as string)
    expect(await list()).toEqual([4, ids])
    expect(await list({ waiting: '1' })).toEqual([2, [cut.pageid, unknown.pageid]])
    expect(await list({ batchid: 'second' })).toEqual([1, [unknown.pageid]])
    expect(await list({ waiting: '1', batchid: 'batch' })).toEqual([1, [cut.pageid]])
    expect(await list({ pageNo: '2', pageSize: '1' })).toEqual([4, [cut.pageid]])
    const [shown] = good(await clerk.get('/reading/pages', { voteactivityid: activityId, pageSize: '1' })).datas
    expect(shown).toEqual(spoiled)
    expect(shown.message).toBe('该选票已作废')
    expect(good(await clerk.get('/reading/room'))).toEqual({ free: 123_456_789 })
    expect(refusal(await viewer.get('/reading/pages', { voteactivityid: activityId }))).toEqual([403, '没有权限：需要录入员'])
    expect(refusal(await clerk.get('/reading/pages', { voteactivityid: 'nobody' }))).toEqual([404, '投票活动不存在'])
    good(await clerk.post('/reading/assign', { pageid: unknown.pageid, code, page: 1 }))
    expect(await list({ waiting: '1' })).toEqual([1, [cut.pageid]])
  })

  it('sent twice at once are stored as one page', async () => {
    const { activityId } = await voteIsOn()
    const sent = await Promise.all([clerk, other, manager].map((by) => send(activityId, emptyPage(200), by)))
    expect(new Set(sent.map((answer) => good(answer).pageid)).size).toBe(1)
    expect(sent.filter(({ data }) => data.same === false)).toHaveLength(1)
  })

  it('are never shown to viewers, and after the end only to managers', async () => {
    const { activityId } = await voteIsOn()
    const { pageid } = good(await send(activityId, emptyPage()))
    const looks = (by: Client) => [by.raw(`/file/${pageid}`), by.raw(`/reading/strip?pageid=${pageid}&part=page`)] as const
    const codesOf = async (by: Client) =>
      (await Promise.all(looks(by))).map(({ headers, ...answer }) =>
        String(headers['content-type']).startsWith('image/') ? 200 : answer.json<Envelope>().code,
      )
    expect(await codesOf(viewer)).toEqual([403, 403])
    expect(await codesOf(other)).toEqual([200, 200])
    expect((await send(activityId, emptyPage(), viewer)).code).toBe(403)
    await takeSteps(manager, activityId, 'startTally', 'finish')
    expect(await codesOf(clerk)).toEqual([403, 403])
    expect(await codesOf(manager)).toEqual([200, 200])
    expect(refusal(await send(activityId, emptyPage(9)))).toEqual([409, '当前状态为“已结束”，不能扫描选票'])
    expect((await clerk.post('/reading/discard', { pageid, reason: '空白页' })).code).toBe(409)
  })

  it('detects pages changed behind the program’s back', async () => {
    const { activityId } = await voteIsOn()
    const { pageid } = good(await send(activityId, emptyPage()))
    const change = (changed: object) => server.database.write((tx) => tx.updateTable('reading_page').set(changed).where('public_id', '=', pageid).execute())
    for (const [changed, back, field] of [
      [{ code: 'ABC' }, { code: '' }, 'markedCode'],
      [{ slots: '[1]' }, { slots: '[]' }, 'readAnswers'],
      [{ status: 1 }, { status: 3 }, 'pageStatus'],
    ] as const) {
      await change(changed)
      const { replay } = good(await manager.get('/audit/verify'))
      expect(replay.differences).toMatchObject([{ kind: 'page', id: pageid, activity: activityId, field }])
      await change(back)
    }
    expect(good(await manager.get('/audit/verify')).replay.differences).toEqual([])
  })
})
