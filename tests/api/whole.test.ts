import { describe, expect, it } from 'vitest'
import {
  askMark,
  askStep,
  askTally,
  askVote,
  good,
  makeActivity,
  makeEstate,
  makeProperty,
  phonesOf,
  placeOf,
  propertyNamed,
  recordsOf,
  rosterOf,
  takeSteps,
  topic,
  type PropertyRow,
} from '../support/activities.ts'
import { readBundle } from '../../src/recount/judge/bundle.ts'
import { judgeEmbedded } from '../../src/recount/judge/lamps.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { askDocument, textOfDocx } from '../support/documents.ts'
import { breaches } from '../support/invariants.ts'
import { entriesOf } from '../support/journal.ts'
import { lampFaults, NO_FAULTS, unzipped } from '../support/openedBundle.ts'
import { readReport, sheetNamed, tableIn } from '../support/reports.ts'
import { confirm, madeBefore, serverForAll, type Envelope } from '../support/server.ts'

/** Six properties of five owners: 王五 has two. */
const sixHouses: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 100],
  ['1-103', '王五', 100],
  ['1-104', '王五', 100],
  ['1-105', '赵六', 100],
  ['1-106', '孙七', 100],
]
const FIXED = '唱票开始后不能调整票权清册'
const fixed = { code: 409, message: FIXED, data: null, reason: 'ballot.wholeFixed' }
const answer = ({ code, message }: Envelope) => ({ code, message })

/** `wire.md` section 5: the whole is fixed when counting begins. */
whereDatabasesDiffer('the whole of a vote', (engine) => {
  const server = serverForAll(engine)
  const member = madeBefore(() => server.member('admin_1'))
  const colleague = madeBefore(() => server.member('staff_1'))

  async function finder(activityId: string) {
    const roster = await rosterOf(server, activityId)
    return (name: string) => propertyNamed(roster, name)
  }
  /** An activity of six properties in 投票中, with votes of the named ones. */
  async function vote({ voted = [] as readonly string[], more = {} }: { voted?: readonly string[]; more?: Record<string, unknown> } = {}) {
    const estate = await makeEstate(member, sixHouses)
    const activity = await makeActivity(member, estate.estateId, { topics: [topic('是否同意更新电梯')], ...more })
    await takeSteps(member, activity.activityId, 'start')
    const at = await finder(activity.activityId)
    for (const name of voted) good(await askVote(member, activity, [at(name)], '1'))
    return { ...activity, propertyIds: estate.propertyIds, at }
  }
  type Vote = Awaited<ReturnType<typeof vote>>

  const merge = ({ activityId, at }: Vote, main: string, other: string, more: Record<string, string> = {}) =>
    member.get('/votedef/mergeactivityproperty', {
      voteactivityid: activityId,
      mainrightballotid: at(main).ballotId,
      needmergepropertyid: at(other).propertyId,
      ...more,
    })
  const mergeAll = ({ activityId, at }: Vote, main: string, others: readonly string[], more: object = {}) =>
    member.post('/votedef/mergeowners', {
      voteactivityid: activityId,
      owners: [{ mainrightballotid: at(main).ballotId, ballotids: others.map((name) => at(name).ballotId) }],
      ...more,
    })
  const split = ({ activityId, at }: Vote, main: string, name: string, more: Record<string, string> = {}) =>
    member.get('/votedef/splitactivityproperty', {
      voteactivityid: activityId,
      mainrightballotid: at(main).ballotId,
      needsplipropertyid: at(name).propertyId,
      ...more,
    })
  const splitOut = ({ activityId, at }: Vote, name: string, personname: string, more: object = {}) =>
    member.post('/votedef/ballotseparateout', {
      voteactivityid: activityId,
      propertyid: at(name).propertyId,
      personname,
      mobileno: phonesOf(personname),
      idno: '',
      ...more,
    })
  const add = ({ activityId }: Vote, name: string, more: object = {}) =>
    member.post('/votedef/addactivityproperty', {
      voteactivityid: activityId,
      ...placeOf(name),
      floor: '',
      areasize: 70,
      personname: '周八',
      mobileno: phonesOf('周八'),
      idno: '',
      ...more,
    })
  const modify = ({ at }: Vote, name: string, more: object) =>
    member.post('/votedef/modifyactivityproperty', { activitypropertyid: at(name).rosterPropertyId, ...more })
  const remove = ({ at }: Vote, name: string, more: Record<string, string> = {}) =>
    member.get('/votedef/delactivityproperty', { activitypropertyid: at(name).rosterPropertyId, ...more })
  const sync = ({ activityId }: Vote, ids: readonly string[], more: Record<string, string> = {}) =>
    member.get('/vtpropertyinfo/synproperties', { ids: ids.join(','), voteactivityid: activityId, ...more })
  const registeredId = ({ propertyIds }: Vote, name: string) => propertyIds.get(name) ?? ''
  const register = async (vote: Vote, name: string, more: object) =>
    good(await member.post('/vtpropertyinfo/update', { propertyid: registeredId(vote, name), ...placeOf(name), ...more }))
  /** Submits a change, and has another account approve it. */
  async function approve(vote: Vote, name: string, afterdata: object, approvalcomment = '') {
    const { id } = good(await member.post('/votedef/savepropertychange', { propertyid: registeredId(vote, name), creater: '业主', afterdata }))
    return good(await colleague.post('/votedef/approvechangeproperty', { id, approvalcomment })).rosters
  }
  const inRoster = async ({ activityId }: Vote, name: string) => propertyNamed(await rosterOf(server, activityId), name)
  const figures = async ({ activityId }: Vote) => {
    const { totalcount, totalarea, statisticsResultDatalist } = good(await member.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))
    const { outcome, note } = statisticsResultDatalist[0].conclusion
    return { totalcount, totalarea, outcome, note }
  }

  describe('once counting has begun', () => {
    it('cannot be cut until three of six votes are enough', async () => {
      const activity = await vote({ voted: ['1-101', '1-102', '1-103'] })
      await takeSteps(member, activity.activityId, 'startTally')
      const before = await figures(activity)
      expect(before).toMatchObject({ totalcount: 6, totalarea: 600, outcome: '未成立' })
      for (const name of ['1-105', '1-106']) expect(await remove(activity, name)).toEqual(fixed)
      expect(await figures(activity)).toEqual(before)
      await takeSteps(member, activity.activityId, 'finish')
      expect(await remove(activity, '1-105')).toEqual(fixed)
      expect(await figures(activity)).toEqual(before)
    })

    it('comes before every other refusal but that there is no such thing', async () => {
      const activity = await vote({ voted: ['1-101', '1-102'] })
      await takeSteps(member, activity.activityId, 'startTally')
      // Each would be refused for another reason: a voted ballot, another owner, itself, an occupied place, a stale form.
      for (const refused of [
        merge(activity, '1-101', '1-102'),
        merge(activity, '1-105', '1-105'),
        mergeAll(activity, '1-101', ['1-101']),
        split(activity, '1-101', '1-102'),
        splitOut(activity, '1-101', '张三'),
        add(activity, '1-101'),
        modify(activity, '1-101', { areasize: 90, modifytime: '2020-01-01 00:00:00' }),
        remove(activity, '1-101'),
      ])
        expect(await refused).toEqual(fixed)
      const gone = { ...activity, at: () => ({ ...activity.at('1-101'), ballotId: 'none', propertyId: 'none', rosterPropertyId: 'none' }) }
      for (const [refused, message] of [
        [merge(gone, '1-101', '1-102'), '房产不存在'],
        [mergeAll(gone, '1-101', ['1-102']), '票权不存在'],
        [split(gone, '1-101', '1-102'), '房产不存在'],
        [splitOut(gone, '1-101', '张三'), '房产不存在'],
        [remove(gone, '1-101'), '房产不存在'],
        [add({ ...activity, activityId: 'none' }, '1-107'), '投票活动不存在'],
      ] as const)
        expect(answer(await refused)).toEqual({ code: 404, message })
    })

    it('lets names, phones and ID numbers be mended, by hand and by a sync', async () => {
      const activity = await vote()
      await takeSteps(member, activity.activityId, 'startTally')
      good(await modify(activity, '1-101', { personname: '张三丰', areasize: 100 }))
      expect(await inRoster(activity, '1-101')).toMatchObject({ ownerName: '张三丰', areaHundredths: 10_000 })

      await register(activity, '1-102', { mobileno: '13600000002' })
      await register(activity, '1-105', { areasize: 99, mobileno: '13600000005' })
      const fresh = await makeProperty(member, activity.estateId, ['1-107', '周八', 100])
      const [named, bigger] = [registeredId(activity, '1-102'), registeredId(activity, '1-105')]
      expect(good(await sync(activity, [named, bigger, fresh]))).toEqual({
        added: 0,
        updated: 1,
        skipped: [
          { propertyid: bigger, reason: FIXED },
          { propertyid: fresh, reason: FIXED },
        ],
      })
      expect(await inRoster(activity, '1-102')).toMatchObject({ phone: '13600000002' })
      expect(await inRoster(activity, '1-105')).toMatchObject({ areaHundredths: 10_000, phone: phonesOf('赵六') })
      expect(await figures(activity)).toMatchObject({ totalcount: 6, totalarea: 600, note: '' })
    })

    it('keeps an approved area out of the roster and says so, and lets an approved name in', async () => {
      const activity = await vote()
      await takeSteps(member, activity.activityId, 'startTally')
      const owner = { personname: '李四', mobileno: phonesOf('李四'), idno: '' }
      expect(await approve(activity, '1-102', { ...owner, areasize: 120 })).toMatchObject([{ updated: false, reason: FIXED }])
      expect(await inRoster(activity, '1-102')).toMatchObject({ areaHundredths: 10_000 })
      const { datas } = good(await member.get('/vtpropertyinfo/list', { estateId: activity.estateId, condition: '102' }))
      expect(datas).toMatchObject([{ areasize: 120 }])
      // From here on the registry's area differs from the roster's, and blocks nothing.
      expect(await approve(activity, '1-102', { ...owner, areasize: 120, personname: '李四光' })).toMatchObject([{ updated: true, reason: '' }])
      expect(await inRoster(activity, '1-102')).toMatchObject({ ownerName: '李四光', areaHundredths: 10_000 })
    })

    it('leaves a ballot whose vote was voided frozen, and is the same after it is tallied again', async () => {
      const activity = await vote()
      good(await askMark(member, activity.activityId, activity.at('1-101'), 'A-1'))
      await takeSteps(member, activity.activityId, 'startTally')
      const before = await figures(activity)
      const [recordid] = good(await askTally(member, activity, ['A-1'], '1')).recordids
      good(await member.get('/vote/disable', { voteActivityId: activity.activityId, recordid }))
      expect(answer(await modify(activity, '1-101', { personname: '张三丰' }))).toEqual({ code: 409, message: '该票权已标记或已投票，不能调整' })
      expect(await modify(activity, '1-101', { areasize: 50 })).toEqual(fixed)
      await register(activity, '1-101', { mobileno: '13600000001' })
      expect(good(await sync(activity, [registeredId(activity, '1-101')])).skipped).toMatchObject([{ reason: '该票权已标记或已投票，不能调整' }])
      good(
        await member.post('/vote/call', {
          records: recordsOf(activity.topics, '2'),
          voteactivityid: activity.activityId,
          markedcodes: '',
          ballotIds: [activity.at('1-101').ballotId],
        }),
      )
      const { totalcount, totalarea } = await figures(activity)
      expect({ totalcount, totalarea }).toEqual({ totalcount: before.totalcount, totalarea: before.totalarea })
    })
  })

  describe('while votes are cast', () => {
    const acts = async ({ activityId }: Vote) =>
      (await entriesOf(member, { voteactivityid: activityId, pageSize: 100 }))
        .filter(({ after }) => typeof after?.adjustedHouses === 'number')
        .map(({ action, after: { adjustedHouses, adjustedPlaces, reason } }) => ({ action, adjustedHouses, adjustedPlaces, reason }))
        .toReversed()
    const noteOf = async (activity: Vote): Promise<string> => (await figures(activity)).note

    it('changes with a reason, act by act, and each conclusion says by how many houses', async () => {
      const activity = await vote()
      const reason = '核对产权证'
      expect(await noteOf(activity)).toBe('')
      good(await merge(activity, '1-103', '1-104', { reason }))
      good(await split(activity, '1-103', '1-104', { reason }))
      const alone = { ...activity, at: await finder(activity.activityId) }
      good(await mergeAll(alone, '1-103', ['1-104'], { reason }))
      good(await splitOut(activity, '1-104', '吴九', { reason }))
      good(await add(activity, '1-107', { reason }))
      good(await modify(activity, '1-102', { areasize: 90, reason }))
      good(await remove(activity, '1-106', { reason }))
      const place = (room: string) => `一期-1栋-1单元-${room}`
      const told = (action: string, room: string) => ({ action: `ballot.${action}`, adjustedHouses: 1, adjustedPlaces: [place(room)], reason })
      expect(await acts(activity)).toEqual([
        told('merge', '104'),
        told('split', '104'),
        told('mergeOwners', '104'),
        told('splitOut', '104'),
        told('addProperty', '107'),
        told('modifyProperty', '102'),
        told('removeProperty', '106'),
      ])
      expect(await noteOf(activity)).toBe('投票开始后清册调整7处')
      const { conclusion } = good(await member.get('/votedef/satisticsvote', { id: activity.activityId })).statisticsResultDatalist[0]
      expect(conclusion.note).toBe('投票开始后清册调整7处')
    })

    it('counts a sync of five as five, and an approval with its comment; a name alone is none', async () => {
      const activity = await vote()
      const fresh: string[] = []
      for (const room of ['107', '108', '109', '110']) fresh.push(await makeProperty(member, activity.estateId, [`1-${room}`, `业主${room}`, 50]))
      await register(activity, '1-101', { areasize: 101 })
      await register(activity, '1-102', { mobileno: '13600000002' })
      const ids = [...fresh, registeredId(activity, '1-101'), registeredId(activity, '1-102')]
      expect(good(await sync(activity, ids))).toMatchObject({ added: 4, updated: 2, skipped: [] })
      expect(await noteOf(activity)).toBe('投票开始后清册调整5处')
      const owner = { personname: '赵六', mobileno: phonesOf('赵六'), idno: '' }
      expect(await approve(activity, '1-105', { ...owner, areasize: 99 }, '产权证为准')).toMatchObject([{ updated: true }])
      expect(await approve(activity, '1-105', { ...owner, areasize: 99, personname: '赵六一' })).toMatchObject([{ updated: true }])
      good(await modify(activity, '1-106', { personname: '孙七七', reason: '改名' }))
      expect(await noteOf(activity)).toBe('投票开始后清册调整6处')
      expect(await acts(activity)).toMatchObject([
        { action: 'ballot.sync', adjustedHouses: 5, reason: '未填写原因' },
        { action: 'activity.roster', adjustedHouses: 1, reason: '产权证为准' },
      ])
    })

    it('refuses a reason of more than 200 characters, and counts nothing before the vote has begun', async () => {
      const activity = await vote()
      const wrong = { code: 400, message: '调整原因不能超过200个字符' }
      const long = { reason: '因'.repeat(201) }
      for (const refused of [
        merge(activity, '1-103', '1-104', long),
        mergeAll(activity, '1-103', ['1-104'], long),
        split(activity, '1-103', '1-104', long),
        splitOut(activity, '1-104', '吴九', long),
        add(activity, '1-107', long),
        modify(activity, '1-102', { areasize: 90, ...long }),
        remove(activity, '1-106', long),
        sync(activity, [registeredId(activity, '1-101')], long),
      ])
        expect(answer(await refused)).toEqual(wrong)
      good(await remove(activity, '1-106', { reason: '因'.repeat(200) }))
      expect(await noteOf(activity)).toBe('投票开始后清册调整1处')

      const { activityId } = await makeActivity(member, activity.estateId)
      const early = {
        ...activity,
        activityId,
        at: (
          (roster) => (name: string) =>
            propertyNamed(roster, name)
        )(await rosterOf(server, activityId)),
      }
      good(await remove(early, '1-106', { reason: '重复' }))
      await takeSteps(member, activityId, 'start')
      expect(await noteOf(early)).toBe('')
      expect(await acts(early)).toEqual([])
    })

    it('joins the sentences of a note, prints the acts, and is counted again from the journal by the page of the bundle', async () => {
      // Approve leads in heads and oppose in area, so unanswered ballots follow no majority.
      const activity = await vote({ more: { votetype: 3, rulebasis: '议事规则第八条' } })
      good(await modify(activity, '1-105', { areasize: 500, reason: '产权证为准' }))
      for (const [name, answers] of [
        ['1-101', '1'],
        ['1-102', '1'],
        ['1-105', '2'],
      ] as const)
        good(await askVote(member, activity, [activity.at(name)], answers))
      good(await remove(activity, '1-106', { reason: '与 1-105 是同一套' }))
      const note = '多数意见不一致，未反馈票未计入；投票开始后清册调整2处'
      expect(await noteOf(activity)).toBe(note)
      await takeSteps(member, activity.activityId, 'startTally', 'finish')

      const report = await readReport((await member.raw(`/vote/report?voteActivityId=${activity.activityId}`)).rawPayload)
      expect(tableIn(sheetNamed(report, '表决结论'), '议题').rows[0]?.['说明']).toBe(note)
      const roster = sheetNamed(report, '票权清册')
      const printed = roster.getColumn(1).values.slice(-3)
      expect(printed).toEqual([
        '投票开始后清册调整2处',
        expect.stringMatching(/^2026-05-01 .*清册修改房产　1处：一期-1栋-1单元-105。原因：产权证为准$/),
        expect.stringMatching(/清册删除房产　1处：一期-1栋-1单元-106。原因：与 1-105 是同一套$/),
      ])
      const minutes = textOfDocx((await askDocument(member, activity.activityId, 'minutes')).rawPayload)
      expect(minutes).toContain('投票开始后票权清册的调整：')
      expect(minutes).toContain('一期-1栋-1单元-106。原因：与 1-105 是同一套')
      expect(minutes).toContain(`${note}。`)

      for (const edition of ['court', 'owners'] as const) {
        await confirm(member)
        const query = new URLSearchParams({ voteactivityid: activity.activityId, edition, ...(edition === 'court' ? { purpose: '诉讼' } : {}) })
        const zip = (await member.raw(`/evidence/bundle?${query}`)).rawPayload
        expect(await lampFaults(zip), edition).toEqual(NO_FAULTS)
        const { recount } = await judgeEmbedded(
          readBundle(Object.fromEntries([...unzipped(zip)].filter(([path]) => /\.jsonl?$/.test(path)).map(([path, bytes]) => [path, String(bytes)]))),
          () => Promise.resolve(),
        )
        expect(recount?.adjustments?.houses, edition).toBe(edition === 'court' ? 2 : undefined)
        expect(recount?.adjustments?.entries ?? [], edition).toHaveLength(edition === 'court' ? 2 : 0)
      }
    })

    it('is found where somebody changed the number in the tables', async () => {
      const activity = await vote()
      good(await remove(activity, '1-106', { reason: '重复' }))
      await server.database.write(async (tx) => {
        await tx.updateTable('activity').set({ adjusted_houses: null }).where('public_id', '=', activity.activityId).execute()
      })
      const { differences } = good(await member.get('/vote/verify', { voteactivityid: activity.activityId }))
      expect(differences).toMatchObject([{ kind: 'activity', field: 'adjustedHouses', expected: 1, found: null }])
      await server.database.write(async (tx) => {
        await tx.updateTable('activity').set({ adjusted_houses: 1 }).where('public_id', '=', activity.activityId).execute()
      })
    })
  })

  it.each([
    ['the cut is asked for first', [0, 1]],
    ['the step is asked for first', [1, 0]],
  ] as const)('is reduced before counting begins or not at all, if %s', async (_name, order) => {
    const activity = await vote({ voted: ['1-101', '1-102', '1-103'] })
    const asks = [() => remove(activity, '1-106'), () => askStep(member, activity.activityId, 'startTally')] as const
    const answers = await Promise.all(order.map((index) => asks[index]()))
    const [removed, tallied] = order[0] === 0 ? answers : answers.toReversed()
    expect(tallied).toMatchObject({ code: 200 })
    const { totalcount } = await figures(activity)
    if (removed?.code === 200) expect(totalcount).toBe(5)
    else {
      expect(removed).toEqual(fixed)
      expect(totalcount).toBe(6)
    }
    expect(await breaches(server.database)).toEqual([])
    // The roster's digest at 开启唱票 is that of the counted ballots.
    expect(good(await member.get('/vote/verify', { voteactivityid: activity.activityId }))).toMatchObject({ differencecount: 0 })
  })
})
