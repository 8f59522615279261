import { expect, it } from 'vitest'
import { good, makeActivity, makeEstate } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { madeBefore, serverForAll } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

const HEADER = ['分期', '区', '楼栋', '单元', '楼层', '房号', '面积', '产权人', '手机号', '证件号']
const NO_PHONE = '11111111111'
const row = (room: string, owner: string, phone: string, idNumber: string) => ['一期', '', '1栋', '1单元', '', room, 80, owner, phone, idNumber]
const ID = '990000199003074471'

/** One definition of an ID number wherever owners are compared (`wire.md` section 3). */
onBothDatabases('an ID number', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  async function imported(...rows: unknown[][]) {
    const { estateId } = await makeEstate(member, [], `小区${Math.random()}`)
    const bytes = await workbookOf([HEADER, ...rows])
    good(await member.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: 'a.xlsx', bytes }, { estateId }))
    const properties: Record<string, string>[] = good(await member.get('/vtpropertyinfo/list', { estateId, pageSize: 50 })).datas
    const { activityId } = await makeActivity(member, estateId)
    return { estateId, activityId, properties }
  }
  const rights = async (estateId: string): Promise<number> =>
    good(await member.get('/vtestate/list', { pageSize: 500 })).datas.find((each: { estateid: string }) => each.estateid === estateId).rightnum
  const unmerged = async (voteactivityid: string) => {
    const { datas, samecount, alikecount } = good(await member.get('/votedef/getunmergedowners', { voteactivityid, kind: 'same' }))
    return { datas, samecount, alikecount }
  }
  const ownerOf = (id: string) => member.get('/voteperson/getpersonwithproperty', { id })
  const findings = async (estateid: string): Promise<{ rule: string; why: string }[]> => good(await member.get('/roster/checkup', { estateid })).findings

  it('an ID number cell meaning “none” makes two people neither one right nor a merge suggestion', async () => {
    const { estateId, activityId, properties } = await imported(
      row('101', '张三', NO_PHONE, '无'),
      row('102', '张三', NO_PHONE, '无'),
      row('201', '李四', NO_PHONE, '-'),
      row('202', '李四', NO_PHONE, '-'),
      row('301', '王五', NO_PHONE, '0'),
      row('302', '王五', NO_PHONE, '000000'),
      row('401', '赵六', NO_PHONE, '/'),
      row('402', '赵六', NO_PHONE, '不详'),
    )
    expect(properties.map(({ idno }) => idno)).toEqual(['无', '无', '-', '-', '0', '000000', '/', '不详'])
    expect(await rights(estateId)).toBe(8)
    expect(await unmerged(activityId)).toMatchObject({ datas: [], samecount: 0, alikecount: 4 })
    expect((await findings(estateId)).filter(({ rule }) => rule === 'sameOwner')).toEqual([])
    expect((await findings(estateId)).filter(({ rule }) => rule === 'likelySame')).toHaveLength(4)
    const { properties: houses } = good(await member.get('/voteperson/getpersonwithproperty', { id: properties[0]?.['propertyid'] ?? '' }))
    expect(houses).toHaveLength(1)
  })

  it('an ID number in two notations is the same number', async () => {
    const { estateId, activityId, properties } = await imported(
      row('101', '陈大文', '13900000001', 'H00000001（01）'),
      row('102', '陈大文', '13900000001', 'H0000000101'),
      row('103', '何小', '13900000002', `'${ID}`),
      row('104', '何小', '13900000002', `身份证：${ID}`),
    )
    expect(properties.map(({ idno }) => idno)).toEqual(['H00000001(01)', 'H0000000101', ID, ID])
    expect(await rights(estateId)).toBe(2)
    const { datas, samecount } = await unmerged(activityId)
    expect(samecount).toBe(2)
    expect(datas).toMatchObject([{ idnodiffers: false }, { idnodiffers: false }])
    expect((await findings(estateId)).filter(({ why }) => why.includes('不要合并'))).toEqual([])
    const { properties: houses } = good(await member.get('/voteperson/getpersonwithproperty', { id: properties[1]?.['propertyid'] ?? '' }))
    expect(houses).toHaveLength(2)
  })

  it('an ID number belongs to one name, whatever system wrote it', async () => {
    const { estateId, activityId, properties } = await imported(row('101', '王䶮', '13900000001', ID), row('102', '王\ue863', '13900000001', ID))
    expect(properties.map(({ personname }) => personname)).toEqual(['王䶮', '王䶮'])
    expect(await rights(estateId)).toBe(1)
    expect(await unmerged(activityId)).toMatchObject({ samecount: 1, datas: [{ phonediffers: false, idnodiffers: false }] })
    for (const condition of ['王\ue863', '䶮']) expect(good(await member.get('/vtpropertyinfo/list', { estateId, condition })).totalCount).toBe(2)
  })

  it('an ID number of a property deleted from the registry is answered from the roster', async () => {
    const { estateId, properties } = await imported(
      row('101', '张三', '13900000001', ID),
      row('102', '张三', '13900000001', ID),
      row('103', '李四', NO_PHONE, '无'),
    )
    const [first = '', , third = ''] = properties.map(({ propertyid }) => propertyid ?? '')
    const before = [await ownerOf(first), await ownerOf(third)]
    good(await member.get('/vtpropertyinfo/delete', { ids: properties.map(({ propertyid }) => propertyid).join(',') }))
    const after = [await ownerOf(first), await ownerOf(third)]
    const told = ({
      data,
    }: {
      data: { personname: string; mobileno: string; idno: string; properties: { propertyid: string; estateId: string; room: string }[] }
    }) => ({
      ...data,
      properties: data.properties.map(({ propertyid, room, estateId: estate }) => [propertyid, room, estate]),
    })
    expect(after.map(told)).toEqual(before.map(told))
    expect(after.map(({ data }) => data.properties.length)).toEqual([2, 1])
    expect(told(after[0] as never).properties[0]?.[2]).toBe(estateId)
    expect(await ownerOf('nothing')).toMatchObject({ code: 404, message: '房产不存在' })
  })

  it('places with Chinese numerals sort in numeric order', async () => {
    const [hundred, second] = [row('101', '张三', NO_PHONE, '').with(2, '一百零一栋'), row('101', '李四', NO_PHONE, '').with(2, '二栋')]
    const { estateId, activityId } = await imported(hundred, second)
    const listed = good(await member.get('/vtpropertyinfo/list', { estateId })).datas.map(({ building }: { building: string }) => building)
    expect(listed).toEqual(['二栋', '一百零一栋'])
    expect(good(await member.get('/vtpropertyinfo/list', { estateId, condition: '101栋' })).totalCount).toBe(1)
    const paths: string[] = good(await member.get('/vote/getvoteactivityxpaths', { voteactivityid: activityId }))
    expect(paths).toEqual(['一期▶▶二栋▶1单元', '一期▶▶一百零一栋▶1单元'])
  })

  it('hyphens at the ends of a word do not search for ID numbers in any list', async () => {
    const { estateId, activityId } = await imported(row('101', '张三', NO_PHONE, ID))
    const found = async (condition: string) => good(await member.get('/vtpropertyinfo/list', { estateId, condition })).totalCount
    expect(await Promise.all(['-101', '101-', '— 张三', '-', '--', '-102'].map(found))).toEqual([1, 1, 1, 1, 1, 0])
    const title = good(await member.get('/votedef/get', { id: activityId })).title as string
    const all = good(await member.get('/votedef/list')).totalCount
    expect(good(await member.get('/votedef/list', { name: `-${title}-` })).totalCount).toBeGreaterThan(0)
    expect(good(await member.get('/votedef/list', { name: ' - ' })).totalCount).toBe(all)
    const voters = async (condition: string) => good(await member.get('/vote/queryvotersbycondition', { voteactivityid: activityId, condition }))
    expect((await Promise.all(['-101', '-'].map(voters))).map(({ length }) => length)).toEqual([1, 0])
  })
})
