import { beforeEach, expect, it } from 'vitest'
import type { DocumentKind } from '../../src/shared/features/document/kinds.ts'
import { good, makeActivity, makeEstate, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { askDocument, textOfDocx, usualDocuments } from '../support/documents.ts'
import { entriesOf } from '../support/journal.ts'
import { confirm, madeBefore, serverForAll } from '../support/server.ts'

/** 文书信息: entered once per activity, and printed on all of its documents. */
onBothDatabases('the letterhead of an activity', (engine) => {
  const server = serverForAll(engine)
  const manager = madeBefore(() => server.member('manager_1', 'manager'))
  let estateId: string
  let activityId: string
  beforeEach(async () => {
    ;({ estateId } = await makeEstate(manager, [['1-101', '张三', 100]]))
    ;({ activityId } = await makeActivity(manager, estateId))
  })

  const said = {
    convener: '翠湖花园第二届业主委员会',
    contactname: '王主任',
    contactphone: '0571-8888 1234',
    venue: '物业服务中心一楼',
    papernumber: '翠湖业委〔2026〕',
    supervisors: '赵敏、钱强',
  }
  const nothing = { convener: '', contactname: '', contactphone: '', venue: '', papernumber: '', supervisors: '' }
  const save = (more: object = {}, of = activityId, client = manager) => client.post('/document/saveletterhead', { voteactivityid: of, ...said, ...more })
  const now = async (of = activityId) => good(await manager.get('/document/letterhead', { voteactivityid: of }))
  const textOf = async (kind: DocumentKind) => textOfDocx((await askDocument(manager, activityId, kind)).rawPayload)

  it('is empty at first, is stored as sent, and journalled', async () => {
    const first = await now()
    expect(first).toEqual({ letterhead: { ...nothing, modifytime: expect.any(String) }, suggested: null })
    expect(await save({ modifytime: first.letterhead.modifytime, convener: ' 翠湖花园第二届业主委员会 ' })).toMatchObject({ code: 200, data: null })
    expect((await now()).letterhead).toEqual({ ...said, modifytime: expect.any(String) })
    good(await save({ venue: '' }))
    expect((await now()).letterhead).toMatchObject({ venue: '' })
    const [entry] = await entriesOf(await server.member('admin_1', 'admin'), { action: 'document.saveLetterhead', pageSize: 1 })
    expect(entry).toMatchObject({ before: { venue: said.venue }, after: { venue: '', convener: said.convener } })
  })

  it('fills in the blanks that every document leaves for it', async () => {
    await takeSteps(manager, activityId, 'start')
    good(await manager.post('/votedef/extend', { id: activityId, enddate: '2027-12-31 12:00:00', reason: '参加人数不足' }))
    const gapsOf = async () =>
      new Map(await Promise.all(usualDocuments.map(async (kind) => [kind, (await textOf(kind)).split('【待填】').length - 1] as const)))
    const before = await gapsOf()
    good(await save())
    const after = await gapsOf()
    expect(usualDocuments.map((kind) => (before.get(kind) ?? 0) - (after.get(kind) ?? 0))).toEqual([
      // 会议公告: who decides and signs, where ballots go and are counted, whom to ask, two of the three of the number
      8,
      // 业主名册公示: where, the phone, who signs
      3,
      // 授权委托书: all is the owner's
      0,
      // 延期公告: whom to ask, who signs, the number
      5,
      // 送达情况: who signs
      1,
      // 计票记录: where
      1,
      // 表决结果公告: whom to ask, who signs, the number
      5,
      // 报告主管部门: who calls and signs, where, who watches, whom to ask, the number
      8,
    ])
    const notice = await textOf('notice')
    for (const words of [
      '翠湖业委〔2026〕【待填】号',
      '经翠湖花园第二届业主委员会决定',
      '前交到物业服务中心一楼。',
      '地点：物业服务中心一楼。',
      '联系人：王主任。电话：0571-8888 1234。',
      '召集人：翠湖花园第二届业主委员会（盖章）',
    ])
      expect(notice).toContain(words)
    expect(await textOf('authority')).toContain('由赵敏、钱强监督')
    // also once the vote is over, when its result is to be published
    await takeSteps(manager, activityId, 'startTally', 'finish')
    good(await save({ papernumber: '翠湖业委〔2026〕3号' }))
    expect(await textOf('result')).toContain('\n翠湖业委〔2026〕3号\n')
  })

  it('is suggested for the estate’s next activity, and never applied automatically', async () => {
    good(await save())
    const { activityId: next } = await makeActivity(manager, estateId, { title: '下一次' })
    const { title } = good(await manager.get('/votedef/get', { id: activityId }))
    expect(await now(next)).toEqual({ letterhead: { ...nothing, modifytime: expect.any(String) }, suggested: { title, ...said } })
    // A letterhead left empty on purpose counts as entered.
    good(await save(nothing, next))
    expect((await now(next)).suggested).toBeNull()
    const other = await makeEstate(manager, [['1-101', '李四', 100]], '别的小区')
    expect((await now((await makeActivity(manager, other.estateId)).activityId)).suggested).toBeNull()
  })

  it('is refused if somebody else has changed or created it, or if too long', async () => {
    const { modifytime } = (await now()).letterhead
    good(await save({ modifytime }))
    const stale = await save({ modifytime, venue: '别处' })
    expect(stale).toMatchObject({ code: 409, data: { current: { venue: said.venue } } })
    const current = (await now()).letterhead.modifytime
    good(await save({ modifytime: current, venue: '第二次' }))
    expect((await save({ modifytime: current })).code).toBe(409)
    expect(await save({ contactphone: '1'.repeat(41) })).toMatchObject({ code: 400, data: [{ field: 'contactphone', message: '联系电话不能超过40个字符' }] })
    expect(await save({}, 'nothing')).toMatchObject({ code: 404 })
    expect(await save({}, activityId, await server.member('clerk_1', 'clerk'))).toMatchObject({ code: 403 })
    expect((await now()).letterhead).toMatchObject({ venue: '第二次' })
  })

  it('is deleted with the activity, and not writable once personal data are erased', async () => {
    good(await save())
    good(await manager.get('/votedef/delete', { ids: activityId }))
    const { activityId: next } = await makeActivity(manager, estateId)
    expect((await now(next)).suggested).toBeNull()
    await confirm(manager)
    await server.database.write((tx) => tx.updateTable('activity').set({ erased_at: 1 }).where('public_id', '=', next).execute())
    expect(await save({}, next)).toMatchObject({ code: 409, message: '该表决的个人信息已按数据保留清除，不能再填写文书信息' })
  })
})
