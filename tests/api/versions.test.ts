import { describe, expect, it } from 'vitest'
import { activityBody, good, propertyNamed, makeActivity, makeEstate, rosterOf, takeSteps } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { setClock } from '../support/journal.ts'
import { madeBefore, serverForAll, type Envelope } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

const STALE = { code: 409, message: '已被他人修改，请刷新后重新填写' }
const answer = ({ code, message }: Envelope) => ({ code, message })

/** A subject that is edited in a form: how it is read and written. */
interface Subject {
  readonly read: () => Promise<Record<string, unknown>>
  readonly write: (change: object) => Promise<Envelope>
  /** Two different changes, and what is read after each. */
  readonly changes: readonly [change: object, seen: object][]
}

/** `modifytime`: a form is based on a version, and refused if somebody has changed the subject since. */
whereDatabasesDiffer('versions', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))

  async function made() {
    const { estateId, propertyIds } = await makeEstate(member, [
      ['1-101', '张三', 100],
      ['1-102', '张三', 100],
    ])
    const { activityId } = await makeActivity(member, estateId)
    return { estateId, activityId, propertyId: propertyIds.get('1-101') ?? '', property: propertyNamed(await rosterOf(server, activityId), '1-101') }
  }

  const subjects: Readonly<Record<string, () => Promise<Subject>>> = {
    async estate() {
      const { estateId } = await made()
      return {
        read: async () => good(await member.get('/vtestate/list', { pageSize: 500 })).datas.find((each: { estateid: string }) => each.estateid === estateId),
        write: (change) => member.post('/vtestate/update', { estateid: estateId, name: '甲', addr: '路1号', ...change }),
        changes: [
          [{ name: '乙' }, { name: '乙' }],
          [{ name: '丙' }, { name: '丙' }],
        ],
      }
    },
    async property() {
      const { estateId, propertyId } = await made()
      return {
        read: async () =>
          good(await member.get('/vtpropertyinfo/list', { estateId, pageSize: 500 })).datas.find(
            (each: { propertyid: string }) => each.propertyid === propertyId,
          ),
        write: (change) => member.post('/vtpropertyinfo/update', { propertyid: propertyId, room: '101', ...change }),
        changes: [
          [{ personname: '李四' }, { personname: '李四' }],
          [{ areasize: 90.5 }, { personname: '李四', areasize: 90.5 }],
        ],
      }
    },
    async 'roster property'() {
      const { property } = await made()
      return {
        read: async () => good(await member.get('/votedef/getactivityproperty', { activitypropertyid: property.rosterPropertyId })),
        write: (change) => member.post('/votedef/modifyactivityproperty', { activitypropertyid: property.rosterPropertyId, ...change }),
        changes: [
          [{ personname: '李四' }, { v1: '李四' }],
          [{ areasize: 90.5 }, { v1: '李四', areasize: 90.5 }],
        ],
      }
    },
    async activity() {
      const { estateId, activityId } = await made()
      return {
        read: async () => good(await member.get('/votedef/get', { id: activityId })),
        write: (change) => member.post('/votedef/update', { ...activityBody(estateId), voteactivityid: activityId, ...change }),
        changes: [
          [{ title: '乙' }, { title: '乙' }],
          [{ title: '丙' }, { title: '丙' }],
        ],
      }
    },
  }

  describe.each(Object.keys(subjects))('of %s', (name) => {
    const make = async (): Promise<Subject> => (subjects[name] ?? (() => Promise.reject(new Error(name))))()

    it('change with every write, however fast and whatever the clock shows', async () => {
      const { read, write, changes } = await make()
      const [[first] = [{}], [second] = [{}]] = changes
      const seenVersions = [(await read())['modifytime']]
      expect(seenVersions[0]).toBe('2026-05-01 09:00:00')
      good(await write(first))
      seenVersions.push((await read())['modifytime'])
      good(await write({ ...second, modifytime: seenVersions[1] }))
      seenVersions.push((await read())['modifytime'])
      expect(seenVersions).toEqual(['2026-05-01 09:00:00', '2026-05-01 09:00:01', '2026-05-01 09:00:02'])
      server.clock.time += 60_000
      good(await write(first))
      expect((await read())['modifytime']).toBe('2026-05-01 09:01:00')
      await setClock(server, server.clock.time - 120_000)
      good(await write(first))
      expect((await read())['modifytime']).toBe('2026-05-01 09:01:01')
      server.clock.time += 60_000
    })

    it('accept the first of two forms, and the second only after a reload', async () => {
      const { read, write, changes } = await make()
      const [[first, afterFirst] = [{}, {}], [second, afterSecond] = [{}, {}]] = changes
      const opened = await read()
      const version = opened['modifytime']
      good(await write({ ...first, modifytime: version }))
      const refused = await write({ ...second, modifytime: version })
      expect(answer(refused)).toEqual(STALE)
      // The refusal contains the current subject, so that the form can show the differences.
      expect(refused.data.current).toEqual(await read())
      expect(await read()).toMatchObject(afterFirst)
      good(await write({ ...second, modifytime: refused.data.current.modifytime }))
      expect(await read()).toMatchObject(afterSecond)
    })

    it('versions are optional for clients', async () => {
      const { read, write, changes } = await make()
      const [[first] = [{}], [second, afterSecond] = [{}, {}]] = changes
      good(await write({ ...first, modifytime: '' }))
      good(await write({ ...second, modifytime: null }))
      expect(await read()).toMatchObject(afterSecond)
      expect(answer(await write({ ...first, modifytime: 'yesterday' }))).toEqual(STALE)
      expect((await write({ ...first, modifytime: 7 })).code).toBe(400)
    })

    it('let exactly one of many desks overwrite the same version', async () => {
      const { read, write, changes } = await make()
      const version = (await read())['modifytime']
      const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => write({ ...changes[index % 2]?.[0], modifytime: version })))
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
      expect(answers.filter(({ code }) => code !== 200).every((each) => each.code === 409 && each.message === STALE.message)).toBe(true)
    })
  })

  it('change with a sync, an import and an approved request', async () => {
    const { estateId, activityId, propertyId, property } = await made()
    const registered = async () =>
      good(await member.get('/vtpropertyinfo/list', { estateId })).datas.find((each: { propertyid: string }) => each.propertyid === propertyId)
    const inRoster = async () => good(await member.get('/votedef/getactivityproperty', { activitypropertyid: property.rosterPropertyId }))
    const [first, firstInRoster] = [await registered(), await inRoster()]
    const header = ['分期', '楼栋', '单元', '房号', '面积', '产权人', '手机号']
    const bytes = await workbookOf([header, ['一期', '1栋', '1单元', '101', 77, '张三', '13800138000']])
    good(await member.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: 'a.xlsx', bytes }, { estateId }))
    expect(answer(await member.post('/vtpropertyinfo/update', { propertyid: propertyId, room: '101', modifytime: first.modifytime }))).toEqual(STALE)
    good(await member.get('/vtpropertyinfo/synproperties', { ids: propertyId, voteactivityid: activityId }))
    const modify = { activitypropertyid: property.rosterPropertyId, areasize: 5, modifytime: firstInRoster.modifytime }
    expect(answer(await member.post('/votedef/modifyactivityproperty', modify))).toEqual(STALE)

    const [second, secondInRoster] = [await registered(), await inRoster()]
    const afterdata = { areasize: 78, personname: '张三', mobileno: '13800138000', idno: '' }
    const { id } = good(await member.post('/votedef/savepropertychange', { propertyid: propertyId, creater: '张三', afterdata }))
    good(await member.post('/votedef/approvechangeproperty', { id, approvalcomment: '' }))
    expect((await registered()).modifytime > second.modifytime).toBe(true)
    expect((await inRoster()).modifytime > secondInRoster.modifytime).toBe(true)
  })

  it('an activity’s version is in its lists, and changes with each step', async () => {
    const { estateId, activityId } = await made()
    const listed = async () =>
      good(await member.get('/votedef/getnotfinishedactivity', { estateid: estateId })).find(
        (each: { voteactivityid: string }) => each.voteactivityid === activityId,
      )
    const [row] = good(await member.get('/votedef/list')).datas
    expect((await listed()).modifytime).toBe(row.modifytime)
    await takeSteps(member, activityId, 'start')
    expect((await listed()).modifytime > row.modifytime).toBe(true)
  })
})
