import { beforeAll, describe, expect, it } from 'vitest'
import {
  activityBody,
  askStep,
  good,
  propertyNamed,
  propertiesOfEstateA,
  makeActivity,
  makeEstate,
  makeProperty,
  mergeProperties,
  mergesOfEstateA,
  optionsTopic,
  phonesOf,
  placeOf,
  registerMany,
  rosterOf,
  takeSteps,
  topic,
  type MadeEstate,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pdfBytes, pngBytes } from '../support/files.ts'
import { property } from '../support/properties.ts'
import { entriesOf } from '../support/journal.ts'
import { madeBefore, serverForAll, startServer, type Envelope } from '../support/server.ts'

/** An activity in wire format, without server-assigned ids. */
function withoutIds({ voteactivityid: _id, topics, ...activity }: Envelope['data']) {
  return {
    ...activity,
    topics: topics.map(({ votetopicid: _topic, options, ...each }: Envelope['data']) => ({
      ...each,
      options: options.map(({ voteoptionid: _option, ...option }: Envelope['data']) => option),
    })),
  }
}

onBothDatabases('activities', (engine) => {
  const server = serverForAll(engine)
  const creator = madeBefore(() => server.member('admin_1'))
  const other = madeBefore(() => server.member('staff_1'))
  let estate: MadeEstate
  beforeAll(async () => {
    estate = await makeEstate(creator, propertiesOfEstateA)
  })

  const get = async (id: string) => good(await creator.get('/votedef/get', { id }))
  const update = (id: string, more: Record<string, unknown> = {}, client = creator, estateId = estate.estateId) =>
    client.post('/votedef/update', { voteactivityid: id, ...activityBody(estateId, more) })
  const names = async (id: string) => [...(await rosterOf(server, id)).keys()]
  const image = async () => good(await creator.upload('/file/image_upload', { field: 'file', name: 'a.png', bytes: pngBytes })) as string
  const document = async () => good(await creator.upload('/file/upload', { field: 'file', name: 'a.pdf', bytes: pdfBytes })) as string

  it('accepts a picture as a path or an object everywhere, and always returns an object', async () => {
    const picture = await image()
    for (const relapics of [[picture], [{ url: picture }], [{ url: picture, name: '门头.png', extra: 1 }]]) {
      const topics = [
        {
          ...optionsTopic('选聘物业', []),
          relapics,
          options: [
            { title: '甲公司', relapics },
            { title: '乙公司', relapics: null },
          ],
        },
      ]
      const { voteactivityid } = good(await creator.post('/votedef/save', activityBody(estate.estateId, { topics, relapics })))
      const found = await get(voteactivityid)
      const [only] = found.topics
      for (const place of [found, only, only.options[0]]) expect(place.relapics).toEqual([{ url: picture }])
      expect(only.options[1].relapics).toEqual([])
    }
    expect(await creator.post('/votedef/save', activityBody(estate.estateId, { relapics: [{ resourcepath: picture }] }))).toMatchObject({
      code: 400,
      message: '图片格式不正确',
    })
  })

  it('stores an activity completely: numbered topics and options, attachments, scope and creator', async () => {
    const [picture, pdf] = [await image(), await document()]
    const attached = { relapics: [{ url: picture }], relafiles: [{ name: '方案.pdf', url: pdf }] }
    const topics = [
      topic('是否同意更新电梯', attached),
      { ...optionsTopic('选聘物业', []), votetype: 14, lawitem: 3, seats: 2, seatorder: 2, options: [{ title: '甲公司', ...attached }, { title: '乙公司' }] },
    ]
    const sent = activityBody(estate.estateId, {
      votetype: 3,
      rulebasis: '议事规则第十二条',
      summary: '摘要',
      detail: '详情\n两行',
      scopeNodes: ['一期▶▶1栋'],
      topics,
      ...attached,
    })
    const { voteactivityid } = good(await creator.post('/votedef/save', sent))
    const { userid } = good(await creator.get('/unifiedUser/get', { token: creator.token }))
    const found = await get(voteactivityid)
    expect(found).toEqual({
      ...sent,
      rulesid: '',
      rulesversion: null,
      rulesdiffer: [],
      voteactivityid,
      deliverypolicy: [],
      extensions: [],
      haspapers: false,
      proxylimit: null,
      secondentry: 0,
      subtitle: '示范小区',
      activitystatus: 0,
      creater: userid,
      modifytime: '2026-05-01 09:00:00',
      topics: [
        {
          votetopicid: expect.any(String),
          title: '是否同意更新电梯',
          sortno: 1,
          topictype: 1,
          votetype: 15,
          lawitem: null,
          seats: null,
          seatorder: null,
          options: [],
          ...attached,
        },
        {
          votetopicid: expect.any(String),
          title: '选聘物业',
          sortno: 2,
          topictype: 2,
          votetype: 14,
          lawitem: 3,
          seats: 2,
          seatorder: 2,
          relapics: [],
          relafiles: [],
          options: [
            { voteoptionid: expect.any(String), title: '甲公司', sortno: 1, ...attached },
            { voteoptionid: expect.any(String), title: '乙公司', sortno: 2, relapics: [], relafiles: [] },
          ],
        },
      ],
    })
    const { datas } = good(await other.get('/votedef/list'))
    const { voteactivityid: id, title, subtitle, estateid, summary, votetype, startdate, enddate, activitystatus, creater, modifytime } = found
    expect(datas[0]).toEqual({
      voteactivityid: id,
      title,
      subtitle,
      estateid,
      summary,
      votetype,
      startdate,
      enddate,
      activitystatus,
      creater,
      modifytime,
      extensions: [],
      haspapers: false,
      secondentry: 0,
    })
    expect(good(await other.get('/vtestate/getactivitynodes', { voteActivityId: voteactivityid }))).toEqual(['一期▶▶1栋'])
  })

  describe('copying an activity', () => {
    it('creates an activity of status 0 with topics, options, attachments and scope, owned by the copier', async () => {
      const [picture, pdf] = [await image(), await document()]
      const attached = { relapics: [{ url: picture }], relafiles: [{ name: '方案.pdf', url: pdf }] }
      const { activityId } = await makeActivity(creator, estate.estateId, {
        title: '更新电梯',
        votetype: 3,
        rulebasis: '议事规则第十二条',
        summary: '摘要',
        detail: '详情',
        scopeNodes: ['一期▶▶1栋'],
        topics: [topic('更新电梯', attached), { ...optionsTopic('选聘物业', []), options: [{ title: '甲公司', ...attached }, { title: '乙公司' }] }],
        ...attached,
      })
      await mergeProperties(server, creator, activityId, [['1-101', '1-201']])
      await takeSteps(creator, activityId, 'start', 'finish')
      const { voteactivityid } = good(await other.post('/votedef/copy', { id: activityId }))
      const [original, copy] = [await get(activityId), await get(voteactivityid)]
      const { userid } = good(await other.get('/unifiedUser/get', { token: other.token }))
      const own = { title: '更新电梯（副本）', activitystatus: 0, creater: userid, modifytime: '2026-05-01 09:00:00' }
      expect(withoutIds(copy)).toEqual({ ...withoutIds(original), ...own })
      // The roster is taken from the registry's current state, each property with its own ballot.
      expect(await names(voteactivityid)).toEqual(await names(activityId))
      expect(good(await creator.get('/vote/counts', { voteActivityId: voteactivityid })).ballotcount).toBe(4)
      // The copy has its own topics: changing it does not affect the original.
      good(await other.post('/votedef/update', { ...copy, title: '改过的', topics: copy.topics.slice(0, 1) }))
      expect(await get(activityId)).toEqual(original)
      const [entry] = await entriesOf(creator, { action: 'activity.copy', subject: voteactivityid })
      expect(entry).toMatchObject({ username: 'staff_1', before: null, after: { title: '更新电梯（副本）', copiedFrom: '更新电梯', rosterCount: 4 } })
    })

    it('omits places that no longer exist in the estate, and refuses a copy if none is left', async () => {
      const own = await makeEstate(
        creator,
        [
          ['1-101', '张三', 100],
          ['2-101', '李四', 80],
        ],
        '缩小的小区',
      )
      const both = await makeActivity(creator, own.estateId, { scopeNodes: ['一期▶▶1栋', '一期▶▶2栋'] })
      const second = await makeActivity(creator, own.estateId, { scopeNodes: ['一期▶▶2栋'] })
      good(await creator.get('/vtpropertyinfo/delete', { ids: own.propertyIds.get('2-101') ?? '' }))
      const { voteactivityid } = good(await creator.post('/votedef/copy', { id: both.activityId }))
      expect((await get(voteactivityid)).scopeNodes).toEqual(['一期▶▶1栋'])
      const count = good(await creator.get('/votedef/list')).totalCount
      expect(await creator.post('/votedef/copy', { id: second.activityId })).toMatchObject({
        code: 402,
        data: '原活动的投票范围在小区中已不存在，不能复制，请新增活动并重新选择投票范围',
      })
      expect(await creator.post('/votedef/copy', { id: 'nothing' })).toMatchObject({ code: 404, message: '投票活动不存在' })
      expect(good(await creator.get('/votedef/list')).totalCount).toBe(count)
    })

    it('keeps the copy’s title, including its suffix, within the maximum length', async () => {
      const { activityId } = await makeActivity(creator, estate.estateId, { title: '长'.repeat(100) })
      const { voteactivityid } = good(await creator.post('/votedef/copy', { id: activityId }))
      expect((await get(voteactivityid)).title).toBe(`${'长'.repeat(96)}（副本）`)
    })
  })

  it('takes the roster on save: a copy of each property in scope, each with its own ballot, in natural order', async () => {
    const { activityId } = await makeActivity(creator, estate.estateId)
    const roster = [...(await rosterOf(server, activityId)).values()]
    expect(roster.map((each) => [each.name, each.ownerName, each.areaHundredths, each.ballotNumber, each.ballotAreaHundredths])).toEqual([
      ['1-101', '张三', 10_000, 1, 10_000],
      ['1-102', '李四', 8_000, 2, 8_000],
      ['1-201', '张三', 10_000, 3, 10_000],
      ['1-301', '王五', 12_000, 4, 12_000],
      ['2-101', '赵六/钱七', 9_000, 5, 9_000],
      ['2-102', '开发商', 6_000, 6, 6_000],
      ['2-201', '开发商', 5_000, 7, 5_000],
    ])
    expect(new Set(roster.map((each) => each.ballotId)).size).toBe(7)
    expect(roster.map((each) => each.propertyId)).toEqual(roster.map((each) => estate.propertyIds.get(each.name)))
  })

  it.each([
    [['一期▶▶2栋'], ['2-101', '2-102', '2-201']],
    [
      ['一期▶▶2栋▶1单元', '一期▶▶1栋▶1单元'],
      ['1-101', '1-102', '1-201', '1-301', '2-101', '2-102', '2-201'],
    ],
    [['一期'], ['1-101', '1-102', '1-201', '1-301', '2-101', '2-102', '2-201']],
    [
      ['一期▶▶1栋', '一期▶▶1栋▶1单元'],
      ['1-101', '1-102', '1-201', '1-301'],
    ],
  ])('includes exactly the properties below %j', async (scopeNodes, properties) => {
    expect(await names((await makeActivity(creator, estate.estateId, { scopeNodes })).activityId)).toEqual(properties)
  })

  it.each([['二期'], ['一期▶▶1栋▶2单元'], ['一期▶▶1'], ['▶▶1栋'], ['1栋']])('refuses the unknown scope %s', async (path) => {
    expect(await creator.post('/votedef/save', activityBody(estate.estateId, { scopeNodes: ['一期▶▶1栋', path] }))).toMatchObject({
      code: 400,
      message: `投票范围中的“${path}”在小区中不存在，请重新选择投票范围`,
      data: [{ field: 'scopeNodes' }],
    })
  })

  it('leaves the roster alone when the registry changes or an update keeps the scope', async () => {
    const own = await makeEstate(creator, propertiesOfEstateA.slice(0, 2), '会变的小区')
    const { activityId } = await makeActivity(creator, own.estateId)
    await makeProperty(creator, own.estateId, ['1-401', '新人', 50])
    good(await creator.get('/vtpropertyinfo/delete', { ids: own.propertyIds.get('1-201') ?? '' }))
    good(await creator.post('/vtpropertyinfo/update', { propertyid: own.propertyIds.get('1-101') ?? '', room: '101', personname: '换人', areasize: 1 }))
    good(await update(activityId, { title: '新标题' }, creator, own.estateId))
    const roster = await rosterOf(server, activityId)
    expect([...roster.keys()]).toEqual(['1-101', '1-201'])
    expect(propertyNamed(roster, '1-101')).toMatchObject({ ownerName: '张三', areaHundredths: 10_000 })
    expect((await get(activityId)).title).toBe('新标题')
  })

  it('keeps the ids of topics and options that are sent with one', async () => {
    const { activityId, topics } = await makeActivity(creator, estate.estateId, { topics: [topic('一'), optionsTopic('二', ['甲', '乙'])] })
    const [first, second] = topics
    const [a, b] = second?.options ?? []
    good(
      await update(activityId, {
        topics: [
          { ...optionsTopic('二改', []), votetopicid: second?.votetopicid, options: [{ title: '丙' }, { title: '乙改', voteoptionid: b?.voteoptionid }] },
          topic('三'),
          topic('一', { votetopicid: first?.votetopicid, votetype: 13 }),
        ],
      }),
    )
    const after = (await get(activityId)).topics
    expect(after).toMatchObject([
      {
        title: '二改',
        sortno: 1,
        votetopicid: second?.votetopicid,
        options: [
          { title: '丙', sortno: 1 },
          { title: '乙改', sortno: 2, voteoptionid: b?.voteoptionid },
        ],
      },
      { title: '三', sortno: 2 },
      { title: '一', sortno: 3, votetype: 13, votetopicid: first?.votetopicid },
    ])
    expect(new Set([a?.voteoptionid, after[0].options[0].voteoptionid, after[1].votetopicid, first?.votetopicid, second?.votetopicid]).size).toBe(5)
  })

  it('refuses topics and options of another activity', async () => {
    const theirs = await makeActivity(creator, estate.estateId, { topics: [optionsTopic('他们的', ['甲'])] })
    const [foreign] = theirs.topics
    const ours = await makeActivity(creator, estate.estateId)
    const unknown = { code: 400, message: '议题或选项已不存在，请刷新后重试' }
    expect(await update(ours.activityId, { topics: [topic('偷', { votetopicid: foreign?.votetopicid })] })).toMatchObject(unknown)
    expect(
      await update(ours.activityId, { topics: [{ ...optionsTopic('偷', []), options: [{ title: '甲', voteoptionid: foreign?.options[0]?.voteoptionid }] }] }),
    ).toMatchObject({ ...unknown, data: [{ field: 'topics.0.options.0.voteoptionid' }] })
    // A copy saved with the original's ids gets its own ids.
    const copy = await makeActivity(creator, estate.estateId, { topics: (await get(theirs.activityId)).topics })
    expect(copy.topics[0]?.votetopicid).not.toBe(foreign?.votetopicid)
    expect((await get(theirs.activityId)).topics).toHaveLength(1)
  })

  it('adds and removes properties with the scope, and keeps the remaining merged ballots', async () => {
    const { activityId } = await makeActivity(creator, estate.estateId, { scopeNodes: ['一期▶▶1栋'] })
    await mergeProperties(server, creator, activityId, [['1-101', '1-201']])
    const before = await rosterOf(server, activityId)
    good(await creator.get('/votedef/delactivityproperty', { activitypropertyid: propertyNamed(before, '1-301').rosterPropertyId }))

    good(await update(activityId, { scopeNodes: [] }))
    const wide = await rosterOf(server, activityId)
    expect([...wide.keys()], 'what was removed by hand stays away').toEqual(['1-101', '1-102', '1-201', '2-101', '2-102', '2-201'])
    expect(propertyNamed(wide, '1-201')).toEqual({ ...propertyNamed(before, '1-201'), ballotAreaHundredths: 20_000 })
    expect(propertyNamed(wide, '1-201').ballotId).toBe(propertyNamed(wide, '1-101').ballotId)

    good(await update(activityId, { scopeNodes: ['一期▶▶2栋'] }))
    expect(await names(activityId)).toEqual(['2-101', '2-102', '2-201'])
    const ballots = await server.database.read
      .selectFrom('ballot')
      .innerJoin('activity', 'activity.id', 'ballot.activity_id')
      .select('ballot.area_hundredths')
      .where('activity.public_id', '=', activityId)
      .where('ballot.is_ended', '=', 0)
      .orderBy('ballot.number')
      .execute()
    expect(ballots, 'no ballot of a property that went counts').toEqual([9_000, 6_000, 5_000].map((area_hundredths) => ({ area_hundredths })))
  })

  it('adds no property twice if it was in the roster before its branch came into scope', async () => {
    const own = await makeEstate(
      creator,
      [
        ['1-101', '张三', 100],
        ['2-101', '李四', 50],
      ],
      '先来小区',
    )
    const { activityId } = await makeActivity(creator, own.estateId, { scopeNodes: ['一期▶▶1栋'] })
    good(await creator.get('/vtpropertyinfo/synproperties', { ids: own.propertyIds.get('2-101') ?? '', voteactivityid: activityId }))
    const byHand = { voteactivityid: activityId, ...placeOf('2-102'), floor: '', areasize: 60, personname: '王五', mobileno: phonesOf('王五'), idno: '' }
    good(await creator.post('/votedef/addactivityproperty', byHand))
    await makeProperty(creator, own.estateId, ['2-102', '王五', 61])
    good(await creator.post('/vtpropertyinfo/update', { propertyid: own.propertyIds.get('2-101') ?? '', room: '103' }))
    const before = await rosterOf(server, activityId)
    good(await update(activityId, { scopeNodes: [] }, creator, own.estateId))
    expect(await rosterOf(server, activityId)).toEqual(before)
  })

  it('removes a property from a merged ballot when only that property leaves the scope', async () => {
    const own = await makeEstate(
      creator,
      [
        ['1-101', '张三', 100],
        ['2-101', '张三', 50],
      ],
      '跨栋小区',
    )
    const { activityId } = await makeActivity(creator, own.estateId)
    await mergeProperties(server, creator, activityId, [['1-101', '2-101']])
    good(await update(activityId, { scopeNodes: ['一期▶▶1栋'] }, creator, own.estateId))
    expect([...(await rosterOf(server, activityId)).values()]).toMatchObject([{ name: '1-101', ballotAreaHundredths: 10_000 }])
  })

  it('retakes the roster for another estate even if its places have the same names', async () => {
    const twin = await makeEstate(creator, [['1-101', '别人', 33]], '同名小区')
    const { activityId } = await makeActivity(creator, estate.estateId)
    good(await update(activityId, {}, creator, twin.estateId))
    expect([...(await rosterOf(server, activityId)).values()]).toMatchObject([{ name: '1-101', ownerName: '别人', propertyId: twin.propertyIds.get('1-101') }])
    expect(await get(activityId)).toMatchObject({ estateid: twin.estateId, subtitle: '同名小区' })
    expect((await update(activityId, {}, creator, 'nothing')).message).toBe('小区不存在')
  })

  it.each([
    [{ title: '' }, 'title', '请输入活动标题'],
    [{ title: 'x'.repeat(101) }, 'title', '活动标题不能超过100个字符'],
    [{ estateid: '' }, 'estateid', '缺少小区编号'],
    [{ votetype: 7 }, 'votetype', '计票方式不正确'],
    [{ votetype: 3 }, 'rulebasis', '请输入议事规则依据'],
    [{ votetype: '4', rulebasis: ' ' }, 'rulebasis', '请输入议事规则依据'],
    [{ votetype: 5 }, 'rulebasis', '请输入议事规则依据'],
    [{ startdate: '' }, 'startdate', '请选择开始时间'],
    [{ startdate: '2026-02-30 12:00:00' }, 'startdate', '开始时间格式不正确，应为 2026-05-01 09:30:00'],
    [{ enddate: '2026-04-30 12:00:00' }, 'enddate', '结束时间必须晚于开始时间'],
    [{ enddate: '9999-12-31 12:00:00' }, 'enddate', '结束时间的年份应在2000到2100之间'],
    [{ topics: [] }, 'topics', '请至少添加一个议题'],
    [{ topics: undefined }, 'topics', '请至少添加一个议题'],
    [{ topics: Array.from({ length: 101 }, () => topic('题')) }, 'topics', '议题最多100个'],
    [{ topics: [topic('')] }, 'topics.0.title', '请输入议题标题'],
    [{ topics: [topic('题', { topictype: 3 })] }, 'topics.0.topictype', '议题类型不正确'],
    [{ topics: [topic('题', { votetype: 12 })] }, 'topics.0.votetype', '表决方式不正确'],
    [{ topics: [topic('题'), optionsTopic('题', [])] }, 'topics.1.options', '选项表决的议题至少需要一个选项'],
    [{ topics: [topic('题', { options: [{ title: '甲' }] })] }, 'topics.0.options', '议题表决的议题不能有选项'],
    [{ topics: [optionsTopic('题', [''])] }, 'topics.0.options.0.title', '请输入选项标题'],
    [{ topics: [topic('一', { votetopicid: 'same' }), topic('二', { votetopicid: 'same' })] }, 'topics.1.votetopicid', '议题或选项重复，请刷新后重试'],
    [
      { topics: [{ ...optionsTopic('题', []), options: ['甲', '乙'].map((title) => ({ title, voteoptionid: 'same' })) }] },
      'topics.0.options.1.voteoptionid',
      '议题或选项重复，请刷新后重试',
    ],
    [{ title: '\u200b' }, 'title', '请输入活动标题'],
    [{ topics: [topic('\u00ad\u200b')] }, 'topics.0.title', '请输入议题标题'],
    [{ topics: [optionsTopic('题', ['\u2060'])] }, 'topics.0.options.0.title', '请输入选项标题'],
    [{ topics: [optionsTopic('题', ['甲公司', '乙公司', ' 甲\u200b公司'])] }, 'topics.0.options.2.title', '选项重复'],
    [{ relapics: ['/file/a', '/file/b', '/file/c', '/file/d'] }, 'relapics', '上传文件数量不能超过 3 个!'],
    [{ relafiles: Array.from({ length: 4 }, () => ({ name: 'a', url: '/file/a' })) }, 'relafiles', '上传文件数量不能超过 3 个!'],
    [{ relapics: ['https://evil/a.png'] }, 'relapics.0', '附件地址格式不正确'],
    [{ relapics: ['/file/nothing'] }, 'relapics', '图片不存在，请重新上传'],
    [{ topics: [topic('题', { relafiles: [{ name: '方案.pdf', url: '/file/nothing' }] })] }, 'topics.0.relafiles', '附件“方案.pdf”不存在，请重新上传'],
    [{ scopeNodes: 'a' }, 'scopeNodes', '投票范围格式不正确'],
  ])('refuses %j', async (change, field, message) => {
    const counted = good(await creator.get('/votedef/list')).totalCount
    const answer = await creator.post('/votedef/save', { ...activityBody(estate.estateId), ...change })
    expect(answer).toMatchObject({ code: 400, message })
    expect(answer.data).toContainEqual({ field, message })
    expect(good(await creator.get('/votedef/list')).totalCount).toBe(counted)
  })

  it('reports every invalid field at once, and refuses a document as a picture', async () => {
    const answer = await creator.post(
      '/votedef/save',
      activityBody(estate.estateId, { votetype: 3, enddate: '2026-01-01 00:00:00', topics: [optionsTopic('题', [])] }),
    )
    expect(answer.data.map((each: { field: string }) => each.field)).toEqual(['rulebasis', 'enddate', 'topics.0.options'])
    expect(await creator.post('/votedef/save', activityBody(estate.estateId, { relapics: [await document()] }))).toMatchObject({
      code: 400,
      message: '图片不存在，请重新上传',
    })
    expect(await creator.post('/votedef/save', activityBody('nothing'))).toMatchObject({ code: 404, message: '小区不存在' })
  })

  it('allows only the creator to change, delete or advance an activity', async () => {
    const { activityId } = await makeActivity(creator, estate.estateId)
    const forbidden = { code: 403, message: '只有活动创建人可以执行此操作' }
    expect(await update(activityId, { title: '别人的' }, other)).toMatchObject(forbidden)
    expect(await other.get('/votedef/delete', { ids: activityId })).toMatchObject(forbidden)
    for (const step of ['start', 'startTally', 'finish'] as const) expect(await askStep(other, activityId, step)).toMatchObject(forbidden)
    // An administrator has no rights on a colleague's activity.
    const theirs = await makeActivity(other, estate.estateId)
    expect(await askStep(creator, theirs.activityId, 'start')).toMatchObject(forbidden)
    expect(await get(activityId)).toMatchObject({ title: '业主大会表决', activitystatus: 0 })
  })

  it('moves from not started to voting, tallying and finished, and never back', async () => {
    const { activityId } = await makeActivity(creator, estate.estateId)
    const status = async () => (await get(activityId)).activitystatus
    expect(await askStep(creator, activityId, 'startTally')).toMatchObject({ code: 409, message: '当前状态为“未开始”，不能开启唱票' })
    expect(await askStep(creator, activityId, 'finish')).toMatchObject({ code: 409, message: '当前状态为“未开始”，不能结束投票' })
    expect(await askStep(creator, activityId, 'start')).toEqual({ code: 200, message: 'success', data: null })
    expect(await status()).toBe(1)
    expect(await askStep(creator, activityId, 'start')).toMatchObject({ code: 409, message: '当前状态为“投票中”，不能开启投票' })
    expect(await update(activityId)).toMatchObject({ code: 409, message: '当前状态为“投票中”，不能修改活动' })
    await takeSteps(creator, activityId, 'startTally')
    expect(await status()).toBe(2)
    expect(await creator.get('/votedef/delete', { ids: activityId })).toMatchObject({ code: 409, message: '当前状态为“唱票中”，不能删除活动' })
    await takeSteps(creator, activityId, 'finish')
    expect(await status()).toBe(3)
    expect(await askStep(creator, activityId, 'finish')).toMatchObject({ code: 409, message: '当前状态为“已结束”，不能结束投票' })
    const short = await makeActivity(creator, estate.estateId)
    await takeSteps(creator, short.activityId, 'start', 'finish')
    expect((await get(short.activityId)).activitystatus).toBe(3)
    expect(await askStep(creator, 'nothing', 'start')).toMatchObject({ code: 404, message: '投票活动不存在' })
  })

  it('starts only with at least one ballot, and exactly once under concurrent requests', async () => {
    const empty = await makeEstate(creator, [], '空小区')
    const without = await makeActivity(creator, empty.estateId)
    expect(await askStep(creator, without.activityId, 'start')).toMatchObject({ code: 402, data: '没有可用的票权，不能开启投票' })
    const emptied = await makeActivity(creator, estate.estateId, { scopeNodes: ['一期▶▶1栋'] })
    for (const each of (await rosterOf(server, emptied.activityId)).values())
      good(await creator.get('/votedef/delactivityproperty', { activitypropertyid: each.rosterPropertyId }))
    expect((await askStep(creator, emptied.activityId, 'start')).code, 'every ballot has ended').toBe(402)
    const { activityId } = await makeActivity(creator, estate.estateId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => askStep(creator, activityId, 'start')))
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })

  it('refuses a start after the end time, checked after the ballots', async () => {
    const [startdate, enddate] = ['2026-04-01 09:00:00', '2026-04-02 09:00:00']
    const empty = await makeEstate(creator, [], '无房小区')
    const without = await makeActivity(creator, empty.estateId, { startdate, enddate })
    expect(await askStep(creator, without.activityId, 'start')).toMatchObject({ code: 402, data: '没有可用的票权，不能开启投票' })
    const { activityId } = await makeActivity(creator, estate.estateId, { startdate, enddate })
    expect(await askStep(creator, activityId, 'start')).toMatchObject({ code: 402, data: '结束时间已过，请先修改投票时间' })
    expect((await get(activityId)).activitystatus).toBe(0)
    good(await update(activityId, { enddate: '2026-12-01 09:00:00' }))
    await takeSteps(creator, activityId, 'start')
  })

  it('deletes all named activities or none, with all their data', async () => {
    const own = await makeEstate(creator, propertiesOfEstateA, '要删的小区')
    const made = [await makeActivity(creator, own.estateId, { topics: [optionsTopic('题', ['甲'])] }), await makeActivity(creator, own.estateId)]
    const ids = made.map((each) => each.activityId)
    await mergeProperties(server, creator, ids[0] ?? '', mergesOfEstateA)
    const started = await makeActivity(creator, own.estateId)
    const theirs = await makeActivity(other, own.estateId)
    await takeSteps(creator, started.activityId, 'start')
    expect(await creator.get('/votedef/delete', { ids: [...ids, 'nothing'].join(',') })).toMatchObject({ code: 404, message: '投票活动不存在' })
    expect(await creator.get('/votedef/delete', { ids: [...ids, theirs.activityId].join(',') })).toMatchObject({ code: 403 })
    expect(await creator.get('/votedef/delete', { ids: [...ids, started.activityId].join(',') })).toMatchObject({ code: 409 })
    expect(await creator.get('/votedef/delete', { ids: '' })).toMatchObject({ code: 400, message: '请选择要删除的数据' })
    for (const id of ids) expect((await get(id)).voteactivityid).toBe(id)

    const rows = async (table: 'topic' | 'topic_option' | 'ballot' | 'roster_property') =>
      (
        await server.database.read
          .selectFrom(table)
          .select((select) => select.fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows
    const before = [await rows('topic'), await rows('topic_option'), await rows('ballot'), await rows('roster_property')]
    expect((await creator.get('/votedef/delete', { ids: ids.join(',') })).code).toBe(200)
    const after = [await rows('topic'), await rows('topic_option'), await rows('ballot'), await rows('roster_property')]
    expect(before.map((count, index) => count - (after[index] ?? 0))).toEqual([2, 1, 14, 14])
    expect(await creator.get('/votedef/get', { id: ids[0] ?? '' })).toMatchObject({ code: 404, message: '投票活动不存在' })
  })

  it('refuses to delete an estate that an activity needs', async () => {
    const own = await makeEstate(creator, [], '有活动的小区')
    const { activityId } = await makeActivity(creator, own.estateId)
    expect(await creator.get('/vtestate/delete', { ids: own.estateId })).toMatchObject({ code: 402, data: '该小区下存在房产或投票活动，不能删除' })
    good(await creator.get('/votedef/delete', { ids: activityId }))
    expect((await creator.get('/vtestate/delete', { ids: own.estateId })).code).toBe(200)
  })

  it('lists activities newest first, in pages, and searches titles literally and case-insensitively', async () => {
    const own = await makeEstate(creator, [], '列表小区')
    const titles = ['2026 年度大会 Elevator 100%', '2026 临时大会 elevator', 'Überbau_2027']
    for (const title of titles) await makeActivity(creator, own.estateId, { title })
    const find = async (name: string) => good(await creator.get('/votedef/list', { name, pageSize: 50 })).datas.map((each: { title: string }) => each.title)
    expect(await find('ELEVATOR')).toEqual([titles[1], titles[0]])
    expect(await find(' 大会  年度 ')).toEqual([titles[0]])
    expect(await find('übER')).toEqual([titles[2]])
    expect(await find('0%')).toEqual([titles[0]])
    expect(await find('u_2')).toEqual([titles[2]])
    expect(await find('没有这样的')).toEqual([])
    const { totalCount, datas } = good(await creator.get('/votedef/list', { name: 'elevator', pageNo: 2, pageSize: 1 }))
    expect([totalCount, datas.map((each: { title: string }) => each.title)]).toEqual([2, [titles[0]]])
    expect(good(await creator.get('/votedef/list', { name: 'elevator', pageNo: 9 }))).toEqual({ datas: [], totalCount: 2 })
  })

  it('returns the activities of an estate in progress, and the unfinished ones', async () => {
    const own = await makeEstate(creator, propertiesOfEstateA.slice(0, 1), '进行中小区')
    const ids: string[] = []
    for (const steps of [[], ['start'], ['start', 'startTally'], ['start', 'finish']] as const) {
      const { activityId } = await makeActivity(creator, own.estateId)
      await takeSteps(creator, activityId, ...steps)
      ids.push(activityId)
    }
    const [waiting, voting, tallying] = ids
    const found = async (path: string) =>
      good(await other.get(path, { estateid: own.estateId })).map((each: { voteactivityid: string; activitystatus: number }) => [
        each.voteactivityid,
        each.activitystatus,
      ])
    expect(await found('/votedef/getprogressactivity')).toEqual([
      [tallying, 2],
      [voting, 1],
    ])
    expect(await found('/votedef/getnotfinishedactivity')).toEqual([
      [tallying, 2],
      [voting, 1],
      [waiting, 0],
    ])
    expect(await other.get('/votedef/getprogressactivity', { estateid: 'nothing' })).toMatchObject({ code: 404, message: '小区不存在' })
  })

  it('journals every change with the previous values', async () => {
    const { activityId } = await makeActivity(creator, estate.estateId)
    good(await update(activityId, { title: '改过', scopeNodes: ['一期▶▶2栋'] }))
    await takeSteps(creator, activityId, 'start', 'startTally', 'finish')
    const datas = await entriesOf(creator, { subject: activityId, pageSize: 50 })
    const acts = datas.filter(({ action }: { action: string }) => action !== 'activity.roster')
    expect(acts.map((entry: { action: string; before: unknown; after: unknown }) => [entry.action, entry.before, entry.after])).toMatchObject([
      ['activity.finish', { status: 2 }, { status: 3 }],
      ['activity.startTally', { status: 1 }, { status: 2 }],
      ['activity.start', { status: 0 }, { status: 1 }],
      ['activity.update', { title: '业主大会表决', scopePaths: [] }, { title: '改过', roster: { added: 0, removed: 4 } }],
      ['activity.save', null, { title: '业主大会表决', rosterCount: 7 }],
    ])
  })
})

describe('a large roster', () => {
  it('is taken, narrowed, widened and deleted without blocking another desk', async () => {
    const server = await startServer('sqlite')
    const member = await server.member('admin_1')
    const { estateId } = await makeEstate(member, [])
    await registerMany(server, estateId, 3_001)
    good(await member.post('/vtpropertyinfo/save', property(estateId, { period: '二期' })))
    let served = 0
    let isDone = false
    const otherDesk = (async () => {
      while (!isDone) {
        good(await member.get('/vtestate/getallestates'))
        served++
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    })()
    const { activityId } = await makeActivity(member, estateId)
    const size = async () =>
      (
        await server.database.read
          .selectFrom('roster_property')
          .select((select) => select.fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows
    const change = (scopeNodes: readonly string[]) => member.post('/votedef/update', { voteactivityid: activityId, ...activityBody(estateId, { scopeNodes }) })
    expect(await size()).toBe(3_002)
    good(await change(['一期▶▶1栋', '二期']))
    expect(await size()).toBe(201)
    good(await change([]))
    expect(await size()).toBe(3_002)
    good(await member.get('/votedef/delete', { ids: activityId }))
    expect(await size()).toBe(0)
    isDone = true
    await otherDesk
    expect(served).toBeGreaterThan(20)
    await server.close()
  })
})
