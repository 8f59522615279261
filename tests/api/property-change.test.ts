import { beforeAll, describe, expect, it } from 'vitest'
import {
  askMark,
  askVote,
  good,
  propertyNamed,
  makeActivity,
  makeEstate,
  mergeProperties,
  phonesOf,
  rosterOf,
  takeSteps,
  type PropertyRow,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pngBytes } from '../support/files.ts'
import { confirm, logIn, madeBefore, registerAccount, serverForAll, type Client, type Envelope } from '../support/server.ts'
import { entriesOf } from '../support/journal.ts'

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 80],
  ['1-103', '李四', 80],
]
const wanted = { areasize: '88.80', personname: '李四之妻', mobileno: '13600000001', idno: '' }
const answer = ({ code, message }: Envelope) => ({ code, message })

onBothDatabases('property changes', (engine) => {
  const server = serverForAll(engine)
  const owner = madeBefore(() => server.member('admin_1'))
  let staff: Client
  beforeAll(async () => {
    staff = await server.member('staff_2')
  })

  async function started(more: Record<string, unknown> = {}) {
    const estate = await makeEstate(owner, properties)
    const activity = await makeActivity(owner, estate.estateId, more)
    return { ...activity, propertyIds: estate.propertyIds }
  }
  type Started = Awaited<ReturnType<typeof started>>
  const upload = async (): Promise<string> => good(await owner.upload('/file/image_upload', { field: 'file', name: 'a.png', bytes: pngBytes }))
  const submit = ({ propertyIds }: Started, name: string, more: object = {}) =>
    owner.post('/votedef/savepropertychange', { propertyid: propertyIds.get(name), creater: '李四', afterdata: wanted, ...more })
  const approve = (id: string, approvalcomment = '') => staff.post('/votedef/approvechangeproperty', { id, approvalcomment })
  const reject = (id: string, approvalcomment = '') => staff.post('/votedef/rejectchangeproperty', { id, approvalcomment })
  const list = async (query: Record<string, string | number> = {}) => good(await staff.get('/votedef/getpropertychangelist', query))
  const registered = async ({ estateId, propertyIds }: Started, name: string) =>
    good(await staff.get('/vtpropertyinfo/list', { estateId, pageSize: 50 })).datas.find(
      (each: { propertyid: string }) => each.propertyid === propertyIds.get(name),
    )
  const inRoster = async ({ activityId }: { activityId: string }, name: string) => propertyNamed(await rosterOf(server, activityId), name)
  const journal = (action: string, subject: string) => entriesOf(owner, { action, subject })

  it('stores a request with the previous and the requested values and its pictures', async () => {
    const activity = await started({ title: '更换电梯' })
    const [identity, deed] = [await upload(), await upload()]
    const pictures = { personidpics: [{ resourcepath: identity }], propertyidpics: [deed] }
    const { id } = good(await submit(activity, '1-102', { voteactivityid: activity.activityId, ...pictures }))
    const place = { period: '一期', zone: '', building: '1栋', unit: '1单元', room: '102', estate: '示范小区', voteactivity: '更换电梯' }
    expect((await list()).datas[0]).toEqual({
      id,
      beforedata: { ...place, areasize: 80, personname: '李四', mobileno: phonesOf('李四'), idno: '' },
      afterdata: { ...place, areasize: 88.8, personname: '李四之妻', mobileno: '13600000001', idno: '' },
      changedfields: ['areaHundredths', 'ownerName', 'phone'],
      createdate: '2026-05-01 09:00:00',
      creater: '李四',
      status: 0,
      approvalcomment: '',
      approver: '',
      approvaldate: '',
      personidpics: [{ resourcepath: identity }],
      propertyidpics: [{ resourcepath: deed }],
      rosters: [],
      own: false,
      needsother: false,
      withdrawn: false,
    })
    expect(await registered(activity, '1-102')).toMatchObject({ personname: '李四', areasize: 80 })
    expect(await journal('propertyChange.handIn', id)).toMatchObject([{ before: null, after: { applicant: '李四', after: { areaHundredths: 8880 } } }])
  })

  it.each([
    [{ propertyid: 'nothing' }, 404, '房产不存在'],
    [{ voteactivityid: 'nothing' }, 404, '投票活动不存在'],
    [{ creater: '' }, 400, '请输入申请人'],
    [{ afterdata: undefined }, 400, '请求格式错误'],
    [{ afterdata: { ...wanted, areasize: 0 } }, 400, '面积必须是大于0的数字，最多两位小数'],
    [{ afterdata: { ...wanted, mobileno: '1360000000' } }, 400, '手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111'],
    [{ afterdata: { ...wanted, personname: '李四/王五' } }, 400, '产权人、手机号、证件号的个数不一致，多个之间用 / 分隔'],
    [{ personidpics: ['/file/nothing'] }, 400, '图片不存在，请重新上传'],
  ])('refuses a request with %j', async (wrong, code, message) => {
    const activity = await started()
    expect(answer(await submit(activity, '1-102', wrong))).toEqual({ code, message })
  })

  it('refuses the activity of another estate', async () => {
    const [activity, other] = [await started(), await started()]
    expect(await submit(activity, '1-102', { voteactivityid: other.activityId })).toMatchObject({ code: 402, data: '所选房产不属于该活动所在的小区' })
  })

  it('cannot be approved by its submitter, who may withdraw it', async () => {
    const activity = await started()
    const { id } = good(await submit(activity, '1-102'))
    const decide = (path: string) => owner.post(`/votedef/${path}`, { id, approvalcomment: '' })
    const asOwnerSeesIt = async () => good(await owner.get('/votedef/getpropertychangelist')).datas[0]
    expect(await asOwnerSeesIt()).toMatchObject({ id, own: true, needsother: true, withdrawn: false })
    expect(answer(await decide('approvechangeproperty'))).toEqual({ code: 409, message: '不能审批自己提交的申请' })
    expect(await registered(activity, '1-102')).toMatchObject({ personname: '李四' })
    expect((await list()).datas[0]).toMatchObject({ id, status: 0 })
    good(await decide('rejectchangeproperty'))
    expect((await list()).datas[0]).toMatchObject({ id, status: 2, own: false, withdrawn: true })
    expect(await asOwnerSeesIt()).toMatchObject({ own: true, needsother: false, withdrawn: true })
    expect((await journal('propertyChange.reject', id))[0].after).toMatchObject({ withdrawn: true })
    const other = good(await submit(activity, '1-102')).id
    good(await reject(other))
    expect((await list()).datas[0]).toMatchObject({ id: other, status: 2, withdrawn: false })
    expect((await journal('propertyChange.reject', other))[0].after).not.toHaveProperty('withdrawn')
  })

  it.each([
    ['is disabled', 'setdisabled', { disabled: true }, { disabled: false }],
    ['is a clerk', 'setrole', { role: 'clerk' }, { role: 'manager' }],
  ])('may be approved by their submitter if the only other account %s, and the entry says so', async (_why, path, change, back) => {
    const { userid } = good(await staff.get('/unifiedUser/get'))
    const activity = await started()
    const { id } = good(await submit(activity, '1-102'))
    // Waiting accounts and administrators do not count as possible approvers.
    good(await registerAccount(server.client(), `waits_${path}`, path === 'setrole' ? 71 : 72))
    await confirm(owner)
    good(await owner.post(`/account/${path}`, { userid, ...change }))
    try {
      expect(good(await owner.get('/votedef/getpropertychangelist')).datas[0]).toMatchObject({ id, own: true, needsother: false })
      good(await owner.post('/votedef/approvechangeproperty', { id, approvalcomment: '' }))
    } finally {
      good(await owner.post(`/account/${path}`, { userid, ...back }))
      staff = server.client(await logIn(server.client(), 'staff_2'))
    }
    expect(await registered(activity, '1-102')).toMatchObject({ personname: '李四之妻' })
    expect((await journal('propertyChange.approve', id))[0].after).toMatchObject({ selfapproved: true })
    const other = good(await submit(activity, '1-101')).id
    good(await approve(other))
    expect((await journal('propertyChange.approve', other))[0].after).not.toHaveProperty('selfapproved')
  })

  it('writes an approved request to the registry and unfinished rosters, updating the ballot’s area', async () => {
    const activity = await started()
    const second = await makeActivity(owner, activity.estateId)
    const finished = await makeActivity(owner, activity.estateId)
    await takeSteps(owner, activity.activityId, 'start')
    await takeSteps(owner, finished.activityId, 'start', 'finish')
    const { id } = good(await submit(activity, '1-102', { voteactivityid: activity.activityId }))
    const rosters = [
      { voteactivityid: activity.activityId, voteactivity: '业主大会表决', updated: true, reason: '' },
      { voteactivityid: second.activityId, voteactivity: '业主大会表决', updated: true, reason: '' },
    ]
    expect(good(await approve(id, '材料齐全'))).toEqual({ rosters })

    expect(await registered(activity, '1-102')).toMatchObject({ personname: '李四之妻', mobileno: '13600000001', areasize: 88.8, room: '102' })
    const changed = { ownerName: '李四之妻', phone: '13600000001', areaHundredths: 8880, ballotAreaHundredths: 8880 }
    expect(await inRoster(activity, '1-102')).toMatchObject(changed)
    expect(await inRoster(second, '1-102')).toMatchObject(changed)
    expect(await inRoster(finished, '1-102')).toMatchObject({ ownerName: '李四', areaHundredths: 8000, ballotAreaHundredths: 8000 })
    expect((await inRoster(activity, '1-103')).ownerName).toBe('李四')
    const found = good(await staff.get('/vote/queryvotersbycondition', { voteactivityid: activity.activityId, condition: '李四之妻' }))
    expect(found).toHaveLength(1)
    expect((await list({ status: 1 })).datas[0]).toMatchObject({
      id,
      status: 1,
      approvalcomment: '材料齐全',
      approver: 'staff_2',
      approvaldate: '2026-05-01 09:00:00',
      rosters,
    })
    expect(await journal('propertyChange.approve', id)).toMatchObject([
      {
        username: 'staff_2',
        before: { property: { ownerName: '李四' } },
        after: {
          property: { ownerName: '李四之妻' },
          rosters: [
            { activityId: activity.activityId, isUpdated: true, reason: '' },
            { activityId: second.activityId, isUpdated: true, reason: '' },
          ],
        },
      },
    ])
  })

  describe('a request whose property has changed meanwhile', () => {
    const registry = (activity: Started, name: string, more: object) =>
      owner.post('/vtpropertyinfo/update', { propertyid: activity.propertyIds.get(name), room: name.split('-')[1], ...more })
    /** 李四's registered property: only the owner's name changes. */
    const renamed = { areasize: '80.00', personname: '李四之妻', mobileno: phonesOf('李四'), idno: '' }

    it('writes only its fields: another user’s new phone stays', async () => {
      const activity = await started()
      await takeSteps(owner, activity.activityId, 'start')
      const { id } = good(await submit(activity, '1-102', { afterdata: renamed }))
      good(await registry(activity, '1-102', { mobileno: '13711112222', areasize: 81.5 }))
      good(await approve(id))
      expect(await registered(activity, '1-102')).toMatchObject({ personname: '李四之妻', mobileno: '13711112222', areasize: 81.5 })
      const [entry] = await journal('propertyChange.approve', id)
      expect(entry.after.property).toMatchObject({ ownerName: '李四之妻', phone: '13711112222', areaHundredths: 8150 })
    })

    it('writes only its fields to rosters, keeping corrections of the roster', async () => {
      const activity = await started()
      const { id } = good(await submit(activity, '1-102', { afterdata: renamed }))
      const { rosterPropertyId } = await inRoster(activity, '1-102')
      good(await owner.post('/votedef/modifyactivityproperty', { activitypropertyid: rosterPropertyId, mobileno: '13733334444', areasize: 82 }))
      good(await registry(activity, '1-102', { mobileno: '13711112222' }))
      good(await approve(id))
      expect(await inRoster(activity, '1-102')).toMatchObject({ ownerName: '李四之妻', phone: '13733334444', areaHundredths: 8200, ballotAreaHundredths: 8200 })
    })

    it('skips a roster whose owners and phones would differ in number', async () => {
      const activity = await started()
      const { id } = good(await submit(activity, '1-102', { afterdata: { ...renamed, personname: '李四/周八', mobileno: `${phonesOf('李四')}/13811112222` } }))
      const { rosterPropertyId } = await inRoster(activity, '1-102')
      good(await owner.post('/votedef/modifyactivityproperty', { activitypropertyid: rosterPropertyId, idno: '110101199003070097' }))
      const reason = '清册中产权人、手机号、证件号的个数会不一致，请在票权管理中修改'
      expect(good(await approve(id)).rosters).toMatchObject([{ updated: false, reason }])
      expect(await registered(activity, '1-102')).toMatchObject({ personname: '李四/周八' })
      expect(await inRoster(activity, '1-102')).toMatchObject({ ownerName: '李四' })
    })

    it('is refused if one of its fields has changed, and stays pending for rejection', async () => {
      const activity = await started()
      const { id } = good(await submit(activity, '1-102', { afterdata: renamed }))
      good(await registry(activity, '1-102', { personname: '王五' }))
      expect(await approve(id)).toEqual({
        code: 409,
        message: '房产信息已变化（产权人：李四 → 王五），请核对后重新提交申请',
        data: { stale: [{ field: 'ownerName', now: '王五' }] },
        reason: 'propertyChange.stale',
      })
      expect(await registered(activity, '1-102')).toMatchObject({ personname: '王五' })
      expect(await inRoster(activity, '1-102')).toMatchObject({ ownerName: '李四' })
      expect((await list()).datas[0]).toMatchObject({ id, status: 0 })
      good(await reject(id, '请重新提交'))
    })

    it('names each conflicting field, with masked phones, and writes none', async () => {
      const activity = await started()
      const { id } = good(await submit(activity, '1-102', { afterdata: { ...wanted, personname: '李四' } }))
      good(await registry(activity, '1-102', { mobileno: '13711112222', areasize: 81 }))
      const refused = await approve(id)
      expect(refused.message).toMatch(/^房产信息已变化（面积：80\.00 → 81\.00；手机号：\d{3}\*{4}\d{4} → 137\*{4}2222），请核对后重新提交申请$/)
      expect(refused.data.stale).toEqual([
        { field: 'areaHundredths', now: '8100' },
        { field: 'phone', now: '13711112222' },
      ])
      expect(await registered(activity, '1-102')).toMatchObject({ mobileno: '13711112222', areasize: 81 })
    })

    it('has no conflict if a field already has the requested value', async () => {
      const activity = await started()
      const { id } = good(await submit(activity, '1-102'))
      good(await registry(activity, '1-102', { personname: '李四之妻' }))
      good(await approve(id))
      expect(await registered(activity, '1-102')).toMatchObject({ personname: '李四之妻', mobileno: '13600000001', areasize: 88.8 })
    })
  })

  it('is refused if it changes nothing after normalisation', async () => {
    const activity = await started()
    const same = { areasize: '80', personname: '李　四', mobileno: phonesOf('李四'), idno: '' }
    expect(answer(await submit(activity, '1-102', { afterdata: same }))).toEqual({ code: 400, message: '没有变化' })
  })

  it('leaves marked and voted ballots unchanged, as answer, request and journal say', async () => {
    const [marked, voted] = [await started(), await started()]
    await takeSteps(owner, marked.activityId, 'start')
    await takeSteps(owner, voted.activityId, 'start')
    good(await askMark(owner, marked.activityId, await inRoster(marked, '1-102'), 'M-1'))
    good(await askVote(owner, voted, [await inRoster(voted, '1-102')], '1'))
    for (const activity of [marked, voted]) {
      const { id } = good(await submit(activity, '1-102'))
      const rosters = [{ voteactivityid: activity.activityId, voteactivity: '业主大会表决', updated: false, reason: '该票权已标记或已投票，不能调整' }]
      expect(good(await approve(id))).toEqual({ rosters })
      expect((await list({ status: 1 })).datas[0]).toMatchObject({ id, rosters })
      expect((await registered(activity, '1-102')).areasize).toBe(88.8)
      expect(await inRoster(activity, '1-102')).toMatchObject({ ownerName: '李四', ballotAreaHundredths: 8000 })
      const [entry] = await journal('propertyChange.approve', id)
      expect(entry.after.rosters).toMatchObject([{ activityId: activity.activityId, isUpdated: false, reason: '该票权已标记或已投票，不能调整' }])
    }
  })

  it('changes a merged ballot’s area by its property’s difference', async () => {
    const activity = await started()
    await mergeProperties(server, owner, activity.activityId, [['1-102', '1-103']])
    const { id } = good(await submit(activity, '1-102', { afterdata: { ...wanted, personname: '李四' } }))
    good(await approve(id))
    expect(await inRoster(activity, '1-103')).toMatchObject({ areaHundredths: 8000, ballotAreaHundredths: 16880 })
  })

  it('skips each roster whose shared ballot would get two owners, and updates the others', async () => {
    const merged = await started({ title: '已合并' })
    const apart = await makeActivity(owner, merged.estateId, { title: '未合并' })
    await mergeProperties(server, owner, merged.activityId, [['1-102', '1-103']])
    const { id } = good(await submit(merged, '1-102'))
    expect(good(await approve(id)).rosters).toEqual([
      { voteactivityid: merged.activityId, voteactivity: '已合并', updated: false, reason: '产权人与同一票权的其他房产不同，请先拆分票权再同步' },
      { voteactivityid: apart.activityId, voteactivity: '未合并', updated: true, reason: '' },
    ])
    expect(await registered(merged, '1-102')).toMatchObject({ personname: '李四之妻', areasize: 88.8 })
    expect(await inRoster(merged, '1-102')).toMatchObject({ ownerName: '李四', areaHundredths: 8000, ballotAreaHundredths: 16_000 })
    expect(await inRoster(apart, '1-102')).toMatchObject({ ownerName: '李四之妻', ballotAreaHundredths: 8880 })
  })

  it('changes nothing when rejected', async () => {
    const activity = await started()
    const { id } = good(await submit(activity, '1-102'))
    expect(good(await reject(id, '缺少产权证'))).toBeNull()
    expect(await registered(activity, '1-102')).toMatchObject({ personname: '李四' })
    expect((await list({ status: 2 })).datas[0]).toMatchObject({ id, status: 2, approvalcomment: '缺少产权证' })
    expect(await journal('propertyChange.reject', id)).toMatchObject([{ before: { status: 0 }, after: { status: 2, comment: '缺少产权证' } }])
  })

  it('is decided once under concurrency', async () => {
    const activity = await started()
    const { id } = good(await submit(activity, '1-102'))
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? approve(id) : reject(id))))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answer(await approve(id))).toEqual({ code: 409, message: '该申请已处理' })
    expect(answer(await reject(id))).toEqual({ code: 409, message: '该申请已处理' })
    expect(answer(await approve('nothing'))).toEqual({ code: 404, message: '变更申请不存在' })
    expect(answer(await approve(''))).toEqual({ code: 400, message: '缺少申请编号' })
  })

  it('can only be rejected once its property is deleted', async () => {
    const activity = await started()
    const { id } = good(await submit(activity, '1-101'))
    good(await owner.get('/vtpropertyinfo/delete', { ids: activity.propertyIds.get('1-101') ?? '' }))
    expect(answer(await approve(id))).toEqual({ code: 409, message: '该房产已被删除，不能同意申请，请选择不同意' })
    expect((await inRoster(activity, '1-101')).ownerName).toBe('张三')
    good(await reject(id))
  })

  it('is searched by status, applicant, place, and owner before and after', async () => {
    const activity = await started()
    const [first, second] = [good(await submit(activity, '1-101', { creater: '欧阳%' })), good(await submit(activity, '1-103', { creater: '欧阳_' }))]
    good(await reject(first.id))
    const found = async (query: Record<string, string | number>) => (await list({ condition: '欧阳', ...query })).datas.map((each: { id: string }) => each.id)
    expect(await found({})).toEqual([second.id, first.id])
    expect(await found({ status: 'all' })).toEqual([second.id, first.id])
    expect(await found({ status: 0 })).toEqual([second.id])
    expect(await found({ status: '2' })).toEqual([first.id])
    expect(await found({ condition: '欧阳 %' })).toEqual([first.id])
    expect(await found({ condition: '欧阳 1栋-1单元-103' })).toEqual([second.id])
    expect(await found({ condition: '欧阳 13600000001 李四之妻' })).toEqual([second.id, first.id])
    expect(await list({ condition: '欧阳', pageNo: 3, pageSize: 1 })).toEqual({ datas: [], totalCount: 2 })
    expect(answer(await staff.get('/votedef/getpropertychangelist', { status: 3 }))).toEqual({ code: 400, message: '审批状态不正确' })
  })
})
