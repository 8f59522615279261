import { beforeAll, describe, expect, it } from 'vitest'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import {
  askDeliver,
  askMark,
  askStep,
  askVote,
  good,
  makeActivity,
  makeEstate,
  mergeProperties,
  optionsTopic,
  phonesOf,
  placeOf,
  propertyNamed,
  registerMany,
  rosterOf,
  takeSteps,
  topic,
  type PropertyRow,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { property } from '../support/properties.ts'
import { readReport, rowOf, sheetNamed, tableIn } from '../support/reports.ts'
import { confirm, madeBefore, serverForAll, type Client } from '../support/server.ts'

/** Two large units and a small one; the third building's shops are as large as five flats. */
const properties: readonly PropertyRow[] = [
  ...['101', '201', '301', '401', '501'].map((room): PropertyRow => [`1-${room}`, `甲${room}`, 100]),
  ...['101', '102', '201', '202', '301', '1001'].map((room): PropertyRow => [`2-${room}`, `乙${room}`, 90]),
  ['3-101', '丙商铺', 500],
]

interface Door {
  readonly ballotid: string
  readonly activitypropertyid: string
  readonly propertyid: string
  readonly place: string
  readonly areasize: number
  readonly lastcontact: { readonly at: string; readonly way: string; readonly by: string } | null
}
interface Plan {
  readonly fewest: number
  readonly units: readonly { readonly xpath: string; readonly doors: readonly Door[] }[]
}
const doorsOf = (plan: Plan): Door[] => plan.units.flatMap(({ doors }) => doors)
const placesOf = (plan: Plan): string[] => doorsOf(plan).map(({ place }) => place.replace('一期-', '').replace('栋-1单元', ''))

onBothDatabases('a route to the missing votes', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  const people = {} as Record<'viewer' | 'clerk', Client>
  beforeAll(async () => {
    for (const role of ['viewer', 'clerk'] as const) people[role] = await server.member(`${role}_1`, role)
  })

  async function prepared(more: Record<string, unknown> = {}, rows = properties) {
    const { estateId } = await makeEstate(member, rows)
    const activity = await makeActivity(member, estateId, { title: '更新电梯', ...more })
    const roster = await rosterOf(server, activity.activityId)
    return { ...activity, at: (name: string) => propertyNamed(roster, name) }
  }
  async function voteIsOn(more: Record<string, unknown> = {}, rows = properties) {
    const activity = await prepared(more, rows)
    await takeSteps(member, activity.activityId, 'start')
    return activity
  }
  type Activity = Awaited<ReturnType<typeof voteIsOn>>
  type Query = Record<string, string | number>
  const ask = ({ activityId }: Activity, more: Query = {}) => member.get('/vote/route', { voteactivityid: activityId, ...more })
  const route = async (activity: Activity, more: Query = {}) => good(await ask(activity, more))
  const number = async ({ activityId }: Activity) => good(await people.viewer.get('/vote/routeshortage', { voteactivityid: activityId }))
  const vote = async (activity: Activity, ...names: string[]) => good(await askVote(member, activity, names.map(activity.at), '1'))

  describe('the number of missing votes', () => {
    it('is returned to everybody, with its proof', async () => {
      const activity = await voteIsOn()
      const nothing = { count: 0, area: 0 }
      expect(await number(activity)).toEqual({ headsshort: 8, areashort: 1026.67, inhand: nothing, fewest: 8, proof: '还差8户，每户最多计1人' })
      await vote(activity, '2-101', '2-102', '2-201', '2-202', '2-301', '2-1001', '1-101')
      expect(await number(activity)).toMatchObject({ headsshort: 1, areashort: 386.67, fewest: 1, proof: '还差1户，每户最多计1人' })
      await vote(activity, '1-201')
      expect(await number(activity)).toMatchObject({ headsshort: 0, areashort: 286.67, fewest: 1, proof: '面积还差286.67㎡，至少需要1户' })
      await vote(activity, '3-101')
      expect(await number(activity)).toEqual({ headsshort: 0, areashort: 0, inhand: nothing, fewest: 0, proof: '' })
      expect(await route(activity)).toMatchObject({ fewest: 0, units: [], delivery: null })
    })

    it('names the largest areas if they alone are not enough', async () => {
      const rows = properties.map(([name, owner, area]): PropertyRow => [name, owner, name === '3-101' ? 10 : area])
      const activity = await voteIsOn({}, rows)
      await vote(activity, '2-101', '2-102', '2-201', '2-202', '2-301', '2-1001', '3-101')
      expect(await number(activity)).toMatchObject({ headsshort: 1, areashort: 150, fewest: 2, proof: '剩余面积最大的1户合计100.00㎡，仍不足' })
    })

    it('counts papers back in the office, and returns their number; never deliveries', async () => {
      const activity = await voteIsOn({ votetype: 5, rulebasis: '议事规则第12条' })
      const { papers } = good(await member.post('/paper/issue', { voteactivityid: activity.activityId, xpath: '' }))
      const codes = papers.slice(0, 3).map(({ code }: { code: string }) => code)
      good(await member.post('/paper/out', { voteactivityid: activity.activityId, codes }))
      good(await member.post('/paper/receive', { voteactivityid: activity.activityId, codes: codes.slice(0, 2) }))
      good(await askDeliver(member, activity.at('2-101')))
      expect(await number(activity)).toMatchObject({ headsshort: 6, areashort: 826.67, inhand: { count: 2, area: 200 }, fewest: 6 })
      await vote(activity, '1-101')
      expect(await number(activity)).toMatchObject({ headsshort: 6, inhand: { count: 1, area: 100 } })
      const { recordids } = good(await askVote(member, activity, [activity.at('2-102')], '1'))
      good(await member.get('/vote/disable', { voteActivityId: activity.activityId, recordid: recordids[0], reason: '录入错误' }))
      expect(await number(activity)).toMatchObject({ headsshort: 6, inhand: { count: 1, area: 100 } })
    })
  })

  describe('the plan of a route', () => {
    it('visits the fewest units, from the top floor down, and takes the margin from their other doors first', async () => {
      const activity = await voteIsOn()
      const plan = await route(activity, { margin: 0 })
      expect(plan).toMatchObject({ fewest: 8, isexact: true, delivery: null })
      expect(plan.units.map(({ xpath }: { xpath: string }) => xpath)).toEqual(['一期▶▶2栋▶1单元', '一期▶▶3栋▶1单元', '一期▶▶1栋▶1单元'].toSorted())
      expect(placesOf(plan)).toEqual(['1-501', '1-401', '1-301', '1-201', '1-101', '2-101', '2-102', '3-101'])
      const more = await route(activity)
      expect(placesOf(more)).toEqual(['1-501', '1-401', '1-301', '1-201', '1-101', '2-201', '2-202', '2-101', '2-102', '3-101'])
      expect(placesOf(await route(activity, { margin: 100 }))).toHaveLength(12)
      const [door] = doorsOf(plan)
      const { ballotId, rosterPropertyId, propertyId } = activity.at('1-501')
      expect(door).toEqual({
        ballotid: ballotId,
        activitypropertyid: rosterPropertyId,
        propertyid: propertyId,
        place: '一期-1栋-1单元-501',
        areasize: 100,
        lastcontact: null,
        contact: null,
        occupancy: null,
        remark: '',
        houses: [],
      })
    })

    it('skips refusals, and postponed visits until their time, unless included', async () => {
      const activity = await voteIsOn()
      const visit = async (names: readonly string[], more: object) =>
        good(
          await people.clerk.post('/contact/save', {
            voteactivityid: activity.activityId,
            ballotids: names.map((name) => activity.at(name).ballotId),
            way: 2,
            ...more,
          }),
        )
      const before = await route(activity, { margin: 0 })
      expect([before.leftout, before.short]).toEqual([{ refused: 0, later: 0 }, false])
      await visit(['1-501', '3-101'], { result: 5 })
      await visit(['2-101'], { result: 2, nextat: '2026-05-02 08:00:00' })
      await visit(['2-201'], { result: 2, nextat: '2026-05-01 08:59:00', at: '2026-05-01 08:00:00' })
      const plan = await route(activity, { margin: 100 })
      expect([plan.leftout, plan.fewest, plan.proof]).toEqual([{ refused: 2, later: 1 }, before.fewest, before.proof])
      for (const name of ['1-501', '3-101', '2-101']) expect(placesOf(plan)).not.toContain(name)
      // The agreed time of this visit has come.
      expect(doorsOf(plan).find(({ place }) => place.endsWith('2栋-1单元-201'))).toMatchObject({
        contact: { result: 2, by: 'clerk_1', nextat: '2026-05-01 08:59:00' },
      })
      const all = await route(activity, { margin: 100, withrefused: 1, withlater: 1 })
      expect([placesOf(all).length, all.leftout]).toEqual([12, { refused: 0, later: 0 }])
      expect(placesOf(await route(activity, { contactresult: 5, withrefused: 1 }))).toEqual(['1-501', '3-101'])
      expect(placesOf(await route(activity, { contactresult: 5 }))).toEqual(['1-501', '3-101'])
      expect((await route(activity, { contactresult: 5 })).short).toBe(true)
      expect(placesOf(await route(activity, { contactresult: 0, margin: 100 }))).not.toContain('2-201')
    })

    it('says so if the remaining doors cannot make the quorum, and lists them all', async () => {
      const activity = await voteIsOn()
      const ballotids = properties.slice(0, 6).map(([name]) => activity.at(name).ballotId)
      good(await people.clerk.post('/contact/save', { voteactivityid: activity.activityId, ballotids, way: 1, result: 5 }))
      const plan = await route(activity, { margin: 0 })
      expect([plan.short, plan.leftout.refused, placesOf(plan).length, plan.fewest]).toEqual([true, 6, 6, 8])
    })

    it('visits the largest areas if limited to few doors', async () => {
      const activity = await voteIsOn()
      await vote(activity, '1-101', '1-201', '1-301', '1-401', '1-501', '2-101', '2-102')
      expect(placesOf(await route(activity, { by: 'doors', margin: 0 }))).toEqual(['3-101'])
      expect(placesOf(await route(activity, { by: 'doors', margin: 100 }))).toEqual(['2-201', '3-101'])
    })

    it('makes the quorum when all its doors have voted, and not before', async () => {
      const activity = await voteIsOn()
      const plan = await route(activity, { margin: 0 })
      const isQuorum = async () => {
        const { statisticsResultDatalist: topics } = good(await member.get('/vote/satisticsvoteprogress', { voteActivityId: activity.activityId }))
        return topics[0].conclusion.quorummet as boolean
      }
      for (const { place } of doorsOf(plan)) {
        expect(await isQuorum()).toBe(false)
        await vote(activity, place.replace('一期-', '').replace('栋-1单元', ''))
      }
      expect(await isQuorum()).toBe(true)
      expect(await route(activity)).toMatchObject({ fewest: 0, units: [] })
    })

    it('shows who was there last, and how', async () => {
      const activity = await voteIsOn()
      good(await askDeliver(member, activity.at('1-501'), '2026-04-30 18:00:00'))
      good(await askDeliver(member, activity.at('1-501'), '2026-05-01 08:30:00'))
      good(await askDeliver(member, activity.at('1-401'), '2026-05-01 08:30:00'))
      const { papers } = good(await member.post('/paper/issue', { voteactivityid: activity.activityId, xpath: '' }))
      const { code } = papers.find(({ place }: { place: string }) => place === '一期-1栋-1单元-401')
      good(await member.post('/paper/out', { voteactivityid: activity.activityId, codes: [code] }))
      const [first, second, third] = doorsOf(await route(activity))
      expect(first?.lastcontact).toEqual({ at: '2026-05-01 08:30:00', way: '上门', by: '王五' })
      expect(second?.lastcontact).toEqual({ at: '2026-05-01 09:00:00', way: '发出选票', by: 'admin_1' })
      expect(third?.lastcontact).toBeNull()
    })

    it('runs in a thread for many ballots, while other calls are answered', async () => {
      const estateId: string = good(await member.post('/vtestate/save', { name: '大小区', addr: '文三路2号' })).estateid
      await registerMany(server, estateId, 1_500)
      const activity = { ...(await makeActivity(member, estateId)), at: () => propertyNamed(new Map(), '') }
      await takeSteps(member, activity.activityId, 'start')
      const [plan, again] = await Promise.all([route(activity, { margin: 0 }), route(activity, { margin: 0 }), number(activity)])
      expect(plan).toMatchObject({ fewest: 1_000, isexact: true })
      expect(plan.units).toHaveLength(10)
      expect(doorsOf(plan)).toHaveLength(1_000)
      expect(again).toEqual(plan)
    })
  })

  describe('the door of a merged ballot', () => {
    async function merged(more: Record<string, unknown> = {}) {
      const { estateId } = await makeEstate(member, properties)
      const owner = { personname: '甲101', mobileno: phonesOf('甲101'), areasize: 12 }
      for (const room of ['001', '901']) {
        const category = room === '001' ? 3 : 1
        good(await member.post('/vtpropertyinfo/save', { ...property(estateId, placeOf(`1-${room}`), owner), category }))
      }
      const activity = await makeActivity(member, estateId, more)
      await mergeProperties(server, member, activity.activityId, [
        ['1-101', '1-001'],
        ['1-101', '1-901'],
      ])
      await takeSteps(member, activity.activityId, 'start')
      const roster = await rosterOf(server, activity.activityId)
      return { ...activity, at: (name: string) => propertyNamed(roster, name) }
    }
    const choose = (activity: Activity, ballot: string, name: string) =>
      member.post('/vote/routedoor', { ballotid: activity.at(ballot).ballotId, activitypropertyid: activity.at(name).rosterPropertyId })
    const doorOf = async (activity: Activity) =>
      doorsOf(await route(activity, { margin: 100 })).find(({ ballotid }) => ballotid === activity.at('1-101').ballotId)

    it('defaults to its first property that is no parking space, unless one is chosen', async () => {
      const activity = await merged()
      expect(await doorOf(activity)).toMatchObject({
        place: '一期-1栋-1单元-101',
        areasize: 124,
        houses: [{ place: '一期-1栋-1单元-001' }, { place: '一期-1栋-1单元-101' }, { place: '一期-1栋-1单元-901' }],
      })
      good(await choose(activity, '1-101', '1-901'))
      expect(await doorOf(activity)).toMatchObject({ place: '一期-1栋-1单元-901', activitypropertyid: activity.at('1-901').rosterPropertyId })
      expect((await entriesOf(member, { action: 'route.chooseDoor', pageSize: 1 }))[0]).toMatchObject({
        subject: activity.at('1-101').ballotId,
        voteactivityid: activity.activityId,
        before: { chosenPlace: '一期-1栋-1单元-101' },
        after: { chosenPlace: '一期-1栋-1单元-901', ownerName: '甲101' },
      })
      good(await choose(activity, '1-101', '1-001'))
      expect(await doorOf(activity)).toMatchObject({ place: '一期-1栋-1单元-001' })
    })

    it('is the default again once the chosen property leaves the ballot or the roster', async () => {
      const activity = await merged()
      good(await choose(activity, '1-101', '1-901'))
      good(
        await member.get('/votedef/splitactivityproperty', {
          voteactivityid: activity.activityId,
          mainrightballotid: activity.at('1-101').ballotId,
          needsplipropertyid: activity.at('1-901').propertyId,
        }),
      )
      expect(await doorOf(activity)).toMatchObject({ place: '一期-1栋-1单元-101', areasize: 112 })
      good(await choose(activity, '1-101', '1-001'))
      good(await member.get('/votedef/delactivityproperty', { activitypropertyid: activity.at('1-001').rosterPropertyId }))
      expect(await doorOf(activity)).toMatchObject({ place: '一期-1栋-1单元-101', areasize: 100 })
    })

    it('refuses a property of another ballot', async () => {
      const activity = await merged()
      expect(await choose(activity, '1-101', '1-201')).toMatchObject({ code: 404, message: '该票权中没有这套房屋，请刷新后重试' })
      expect(await member.post('/vote/routedoor', { ballotid: 'nothing', activitypropertyid: 'x' })).toMatchObject({ code: 404, message: '票权不存在' })
      expect(await member.post('/vote/routedoor', { ballotid: 'nothing' })).toMatchObject({ code: 400, message: '缺少清册房产编号' })
    })
  })

  describe('the plan of deliveries', () => {
    const basis = { rulebasis: '议事规则第12条' }

    it('exists if deliveries count: for ballots neither voted nor delivered', async () => {
      const activity = await voteIsOn({ votetype: 5, ...basis })
      await vote(activity, '1-101')
      for (const name of ['1-201', '2-101', '2-102']) good(await askDeliver(member, activity.at(name)))
      const { fewest, delivery } = await route(activity, { margin: 0 })
      expect(fewest).toBe(7)
      expect(delivery).toMatchObject({ headsshort: 4, areashort: 646.67, fewest: 4, proof: '还差4户，每户最多计1人', isexact: true, condition: '' })
      expect(placesOf(delivery)).toEqual(['1-501', '1-401', '1-301', '3-101'])
    })

    it('warns of topics whose rule follows the majority, for which deliveries would not count', async () => {
      const topics = [topic('更新电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司']), optionsTopic('选举委员', ['周一', '吴二'], { seats: 1 })]
      const activity = await voteIsOn({ votetype: 3, ...basis, topics })
      const condition = async () => (await route(activity)).delivery.condition as string
      expect(await condition()).toBe(
        '“更新电梯”、“选聘物业”的“甲公司”、“选聘物业”的“乙公司”目前没有一种意见在人数和面积上都占多数，已送达未反馈的票暂不计入；“选举委员”是选举，已送达未反馈的票不计入',
      )
      good(await askVote(member, activity, [activity.at('1-101')], '11210'))
      expect(await condition()).toBe('“选举委员”是选举，已送达未反馈的票不计入')
    })

    it('does not exist if deliveries do not count', async () => {
      const activity = await voteIsOn()
      expect((await route(activity)).delivery).toBeNull()
      const message = '该活动的计票方式不计未反馈票，没有送达路线'
      for (const path of ['/vote/routeprint', '/vote/routesheet'])
        expect(await member.get(path, { voteactivityid: activity.activityId, plan: 'deliveries' })).toMatchObject({ code: 402, message })
    })
  })

  describe('refusals of a route', () => {
    const paths = ['/vote/routeshortage', '/vote/route', '/vote/routeprint', '/vote/routesheet'] as const

    it('before the vote, after it, and once its time is over', async () => {
      const end = server.clock.time + 3_600_000
      const activity = await prepared({ enddate: formatTime(end) })
      const all = async () => Promise.all(paths.map((path) => member.get(path, { voteactivityid: activity.activityId })))
      const choose = () =>
        member.post('/vote/routedoor', { ballotid: activity.at('1-101').ballotId, activitypropertyid: activity.at('1-101').rosterPropertyId })
      const wrong = (status: string) => ({ code: 409, message: `当前状态为“${status}”，不能安排路线` })
      for (const answer of [...(await all()), await choose()]) expect(answer).toMatchObject(wrong('未开始'))
      good(await askStep(member, activity.activityId, 'start'))
      server.clock.time = end
      good(await ask(activity))
      server.clock.time = end + 1_000
      for (const answer of [...(await all()), await choose()]) expect(answer).toMatchObject({ code: 402, message: '投票已截止', data: '投票已截止' })
      good(await askStep(member, activity.activityId, 'startTally'))
      for (const answer of [...(await all()), await choose()]) expect(answer).toMatchObject(wrong('唱票中'))
      good(await askStep(member, activity.activityId, 'finish'))
      for (const answer of await all()) expect(answer).toMatchObject(wrong('已结束'))
    })

    it.each([
      [{ margin: 101 }, 400, '余量不能大于100'],
      [{ margin: -1 }, 400, '余量不能小于0'],
      [{ margin: 'a' }, 400, '余量格式不正确'],
      [{ by: 'area' }, 400, '路线方式不正确'],
      [{ voteactivityid: 'nothing' }, 404, '投票活动不存在'],
    ])('for %j', async (more, code, message) => {
      const activity = await voteIsOn()
      expect(await ask(activity, more as Query)).toMatchObject({ code, message })
    })

    it('for clerks and viewers, except for the number', async () => {
      const activity = await voteIsOn()
      for (const client of [people.viewer, people.clerk]) {
        const query = { voteactivityid: activity.activityId }
        for (const path of paths.slice(1)) expect(await client.get(path, query)).toMatchObject({ code: 403, message: '没有权限：需要活动负责人' })
        good(await client.get('/vote/routeshortage', query))
      }
    })
  })

  describe('the printed route', () => {
    const lastEntry = async (action: string) => (await entriesOf(member, { action, pageSize: 1 }))[0]
    const sheetOf = async ({ activityId }: Activity, query = '') => {
      const response = await member.raw(`/vote/routesheet?voteactivityid=${activityId}${query}`)
      expect(response.headers['content-type'], response.payload).toContain('spreadsheetml')
      return { response, sheet: sheetNamed(await readReport(response.rawPayload), '路线') }
    }

    it('lists doors in walking order, with boxes and signature lines; phones are masked', async () => {
      const activity = await voteIsOn()
      good(await askMark(member, activity.activityId, activity.at('2-101'), 'C-1'))
      good(await askDeliver(member, activity.at('1-501')))
      const { response, sheet } = await sheetOf(activity, '&margin=0')
      expect(decodeURIComponent(String(response.headers['content-disposition']))).toMatch(/更新电梯_补票路线_\d{12}\.xlsx$/)
      const table = tableIn(sheet, '序号')
      expect(table.header).toEqual([
        '序号',
        '房屋',
        '产权人',
        '手机号',
        '票权面积(㎡)',
        '同票房屋（套）',
        '最近联系',
        '最近走访',
        '居住状态',
        '房屋备注',
        '结果',
        '签名',
        '备注',
      ])
      expect(table.rows.map((row) => row['房屋'])).toEqual(doorsOf(await route(activity, { margin: 0 })).map(({ place }) => place))
      expect(table.rows[0]).toMatchObject({ 序号: 1, 产权人: '甲501', 最近联系: '2026-05-01 08:30 上门 王五', 结果: '□已办 □不在 □拒绝', 签名: '' })
      for (const { 手机号: phone } of table.rows) expect(String(phone)).toMatch(/^\d{3}\*{4}\d{4}$/)
      expect(table.totals).toMatchObject({ '票权面积(㎡)': 1180 })
      expect(rowOf(sheet, 1)[0]).toBe('更新电梯　补票路线')
      expect(String(rowOf(sheet, 2)[0])).toContain('补票路线，少跑单元，余量0%　至少还需 8 户（还差8户，每户最多计1人）　本表 8 户，1180.00㎡，3 个单元')
      expect(String(rowOf(sheet, 2)[0])).toContain('未使用任何投票意见')
      expect(await lastEntry('route.sheet')).toMatchObject({
        subject: activity.activityId,
        after: { scope: '补票路线，少跑单元，余量0%', purpose: '', rowCount: 8 },
      })
    })

    it('has whole phones for a purpose, after the password, journalled', async () => {
      const activity = await voteIsOn({ votetype: 5, rulebasis: '议事规则第12条' })
      server.clock.time += 6 * 60_000
      const purpose = `&plan=deliveries&purpose=${encodeURIComponent('上门送达')}`
      expect((await member.raw(`/vote/routesheet?voteactivityid=${activity.activityId}${purpose}`)).json()).toMatchObject({ code: 445 })
      const printing = { voteactivityid: activity.activityId, margin: 0, purpose: '上门送达' }
      expect(await member.get('/vote/routeprint', printing)).toMatchObject({ code: 445 })
      await confirm(member)
      const { sheet } = await sheetOf(activity, purpose)
      expect(tableIn(sheet, '序号').rows[0]).toMatchObject({ 产权人: '甲501', 手机号: phonesOf('甲501') })
      expect(rowOf(sheet, 1)[0]).toBe('更新电梯　送达路线')
      expect(await lastEntry('route.sheet')).toMatchObject({ after: { purpose: '上门送达', sha256: expect.stringMatching(/^[\da-f]{64}$/) as string } })
      const printed = good(await member.get('/vote/routeprint', printing))
      expect(printed.units[0].doors[0]).toMatchObject({ place: '一期-1栋-1单元-501', personname: '甲501', mobileno: phonesOf('甲501') })
      expect(await lastEntry('route.print')).toMatchObject({ after: { scope: '补票路线，少跑单元，余量0%', purpose: '上门送达', rowCount: 8 } })
      const masked = good(await member.get('/vote/routeprint', { ...printing, purpose: '' }))
      expect(masked.units[0].doors[0].mobileno).toMatch(/^\d{3}\*{4}\d{4}$/)
    })

    it('is empty for a vote that has its quorum', async () => {
      const activity = await voteIsOn({}, properties.slice(0, 3))
      await vote(activity, '1-101', '1-201')
      const { sheet } = await sheetOf(activity)
      expect(tableIn(sheet, '序号').rows).toHaveLength(1)
      expect(String(rowOf(sheet, 2)[0])).toContain('参与人数和面积都已达到三分之二')
    })
  })

  it('is journalled when made, and not when viewed again', async () => {
    const activity = await voteIsOn()
    const entries = async () => (await entriesOf(member, { action: 'route.get', pageSize: 100 })).filter(({ subject }) => subject === activity.activityId)
    for (const margin of [20, 20, 20]) await route(activity, { margin })
    expect(await entries()).toMatchObject([{ after: { activityTitle: '更新电梯', scope: '补票路线，少跑单元，余量20%', rowCount: 10 } }])
    await route(activity, { margin: 0 })
    server.clock.time += 11 * 60_000
    await route(activity, { margin: 0 })
    expect(await entries()).toHaveLength(3)
  })
})
