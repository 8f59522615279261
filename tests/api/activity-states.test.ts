import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../src/shared/contract/index.ts'
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
  phonesOf,
  placeOf,
  rosterOf,
  takeSteps,
  type MadeEstate,
  type RosterProperty,
  type StepName,
} from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { madeBefore, serverForAll, type Client, type Envelope } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

const statuses = ['未开始', '投票中', '唱票中', '已结束'] as const
const wayTo: readonly (readonly StepName[])[] = [[], ['start'], ['start', 'startTally'], ['start', 'startTally', 'finish']]

/** The activity under test, and what the calls name in it. */
interface Cell {
  readonly activityId: string
  readonly estateId: string
  /** A registered property that is not in the roster. */
  readonly fresh: string
  readonly of: (name: string) => RosterProperty
}
type Ask = (client: Client, cell: Cell) => Promise<Envelope>

interface Action {
  readonly ask: Ask
  /** The statuses in which the call succeeds. */
  readonly isDoneIn: string
  /** The call's name in a refusal. */
  readonly words?: string
  readonly isCreatorOnly?: true
  /** Changes heads or area: fixed from 开启唱票 on. */
  readonly changesWhole?: true
}

const owner = (personname: string) => ({ personname, mobileno: phonesOf(personname), idno: '' })
const always = '0123'
const notFinished = '012'

/** A call that returns a file. */
const download =
  (path: string): Ask =>
  async (client, { activityId }) => {
    const response = await client.raw(`${path}?voteactivityid=${activityId}`)
    const isRefused = String(response.headers['content-type']).includes('json')
    return isRefused ? response.json<Envelope>() : { code: 200, message: 'success', data: null }
  }

/** A check-up finding with the properties of two owners. */
async function found(client: Client, voteactivityid: string) {
  const { findings } = good(await client.get('/roster/checkup', { voteactivityid }))
  return { voteactivityid, findingid: findings[0].findingid as string }
}

/** Every call of activities and their ballots, and the statuses that allow it (`wire.md` sections 3 to 5). */
const actions: Readonly<Record<string, Action>> = {
  'activity.list': { isDoneIn: always, ask: (client) => client.get('/votedef/list') },
  'activity.get': { isDoneIn: always, ask: (client, { activityId }) => client.get('/votedef/get', { id: activityId }) },
  'activity.save': { isDoneIn: always, ask: (client, { estateId }) => client.post('/votedef/save', activityBody(estateId)) },
  'activity.export': { isDoneIn: always, ask: download('/votedef/export') },
  'activity.copy': { isDoneIn: always, ask: (client, { activityId }) => client.post('/votedef/copy', { id: activityId }) },
  'activity.scopePaths': { isDoneIn: always, ask: (client, { activityId }) => client.get('/vtestate/getactivitynodes', { voteActivityId: activityId }) },
  'activity.inProgress': { isDoneIn: always, ask: (client, { estateId }) => client.get('/votedef/getprogressactivity', { estateid: estateId }) },
  'activity.unfinished': { isDoneIn: always, ask: (client, { estateId }) => client.get('/votedef/getnotfinishedactivity', { estateid: estateId }) },
  'activity.update': {
    isDoneIn: '0',
    words: '修改活动',
    isCreatorOnly: true,
    ask: (client, { activityId, estateId }) => client.post('/votedef/update', { voteactivityid: activityId, ...activityBody(estateId, { title: '改' }) }),
  },
  'activity.delete': {
    isDoneIn: '0',
    words: '删除活动',
    isCreatorOnly: true,
    ask: (client, { activityId }) => client.get('/votedef/delete', { ids: activityId }),
  },
  'activity.start': { isDoneIn: '0', words: '开启投票', isCreatorOnly: true, ask: (client, { activityId }) => askStep(client, activityId, 'start') },
  'activity.startTally': { isDoneIn: '1', words: '开启唱票', isCreatorOnly: true, ask: (client, { activityId }) => askStep(client, activityId, 'startTally') },
  'activity.finish': { isDoneIn: '12', words: '结束投票', isCreatorOnly: true, ask: (client, { activityId }) => askStep(client, activityId, 'finish') },
  'activity.extend': {
    isDoneIn: '1',
    words: '延期',
    isCreatorOnly: true,
    ask: (client, { activityId }) => client.post('/votedef/extend', { id: activityId, enddate: '2026-07-15 12:00:00', reason: '收回的表决票不足三分之二' }),
  },
  'activity.secondEntry': {
    isDoneIn: notFinished,
    words: '设置双人复录',
    isCreatorOnly: true,
    ask: (client, { activityId }) => client.post('/votedef/secondentry', { id: activityId, secondentry: 1, reason: '' }),
  },
  'ballot.sync': {
    isDoneIn: notFinished,
    words: '同步房产',
    ask: (client, { activityId, fresh }) => client.get('/vtpropertyinfo/synproperties', { ids: fresh, voteactivityid: activityId }),
  },
  'ballot.merge': {
    isDoneIn: '01',
    changesWhole: true,
    ask: (client, { activityId, of }) =>
      client.get('/votedef/mergeactivityproperty', {
        voteactivityid: activityId,
        mainrightballotid: of('2-102').ballotId,
        needmergepropertyid: of('2-301').propertyId,
      }),
  },
  'ballot.exportRoster': { isDoneIn: always, ask: download('/votedef/exportroster') },
  'ballot.exportUnmerged': { isDoneIn: always, ask: download('/votedef/exportunmergedowners') },
  'ballot.unmergedOwners': { isDoneIn: always, ask: (client, { activityId }) => client.get('/votedef/getunmergedowners', { voteactivityid: activityId }) },
  'ballot.mergeOwners': {
    isDoneIn: '01',
    changesWhole: true,
    ask: (client, { activityId, of }) =>
      client.post('/votedef/mergeowners', {
        voteactivityid: activityId,
        owners: [{ mainrightballotid: of('2-102').ballotId, ballotids: [of('2-301').ballotId] }],
      }),
  },
  'ballot.undoMerge': {
    isDoneIn: '01',
    changesWhole: true,
    ask: (client, { activityId, of }) =>
      client.post('/votedef/undomerge', {
        voteactivityid: activityId,
        merges: [{ mainrightballotid: of('1-101').ballotId, activitypropertyids: [of('1-201').rosterPropertyId] }],
      }),
  },
  'ballot.split': {
    isDoneIn: '01',
    changesWhole: true,
    ask: (client, { activityId, of }) =>
      client.get('/votedef/splitactivityproperty', {
        voteactivityid: activityId,
        mainrightballotid: of('1-101').ballotId,
        needsplipropertyid: of('1-201').propertyId,
      }),
  },
  'ballot.splitOut': {
    isDoneIn: '01',
    changesWhole: true,
    ask: (client, { activityId, of }) =>
      client.post('/votedef/ballotseparateout', { voteactivityid: activityId, propertyid: of('1-201').propertyId, ...owner('新人') }),
  },
  'ballot.addProperty': {
    isDoneIn: '01',
    changesWhole: true,
    ask: (client, { activityId }) =>
      client.post('/votedef/addactivityproperty', { voteactivityid: activityId, ...placeOf('3-101'), floor: '', areasize: 70, ...owner('新人') }),
  },
  'ballot.modifyProperty': {
    isDoneIn: '01',
    changesWhole: true,
    ask: (client, { of }) =>
      client.post('/votedef/modifyactivityproperty', { activitypropertyid: of('1-102').rosterPropertyId, areasize: 81, ...owner('李四') }),
  },
  'ballot.removeProperty': {
    isDoneIn: '01',
    changesWhole: true,
    ask: (client, { of }) => client.get('/votedef/delactivityproperty', { activitypropertyid: of('1-102').rosterPropertyId }),
  },
  'ballot.property': {
    isDoneIn: always,
    ask: (client, { of }) => client.get('/votedef/getactivityproperty', { activitypropertyid: of('1-102').rosterPropertyId }),
  },
  'checkup.get': { isDoneIn: always, ask: (client, { activityId }) => client.get('/roster/checkup', { voteactivityid: activityId }) },
  'checkup.sheet': { isDoneIn: always, ask: download('/roster/checkupsheet') },
  'checkup.compare': {
    isDoneIn: always,
    ask: async (client, { activityId }) =>
      client.upload(
        '/roster/compare',
        { field: 'uploadfile', name: '维修资金.xlsx', bytes: await workbookOf([['房屋坐落'], ['1栋1单元101']]) },
        { voteactivityid: activityId },
      ),
  },
  'checkup.dismiss': {
    isDoneIn: notFinished,
    words: '处理体检结果',
    ask: async (client, { activityId }) => client.post('/roster/dismiss', { ...(await found(client, activityId)), reason: '已核对' }),
  },
  'checkup.dismissMany': {
    isDoneIn: notFinished,
    words: '处理体检结果',
    ask: async (client, { activityId }) => {
      const { findingid, ...subject } = await found(client, activityId)
      return client.post('/roster/dismissmany', { ...subject, findingids: [findingid], reason: '已核对' })
    },
  },
  'checkup.undismiss': {
    isDoneIn: notFinished,
    words: '处理体检结果',
    ask: async (client, { activityId }) => {
      const finding = await found(client, activityId)
      await client.post('/roster/dismiss', { ...finding, reason: '已核对' })
      return client.post('/roster/undismiss', finding)
    },
  },
  'ballot.ownerWithProperties': { isDoneIn: always, ask: (client, { of }) => client.get('/voteperson/getpersonwithproperty', { id: of('1-102').propertyId }) },
}

it('has a row for every call of activities and ballots', () => {
  // A handover is the administrator's in any status: admission.test.ts.
  const isHere = (name: string) => (name.startsWith('activity.') || name.startsWith('ballot.') || name.startsWith('checkup.')) && name !== 'activity.handover'
  const declared = Object.keys(endpoints).filter(isHere)
  expect(declared.length).toBeGreaterThan(15)
  expect(Object.keys(actions).toSorted()).toEqual(declared.toSorted())
})

onBothDatabases('every action in every status', (engine) => {
  const server = serverForAll(engine)
  const creator = madeBefore(() => server.member('admin_1'))
  const colleague = madeBefore(() => server.member('staff_1'))
  let estate: MadeEstate
  let fresh: string
  beforeAll(async () => {
    estate = await makeEstate(creator, [...propertiesOfEstateA, ['2-301', '开发商', 30]])
    fresh = await makeProperty(creator, estate.estateId, ['9-101', '后来者', 40])
  })

  async function makeCell(status: number): Promise<Cell> {
    const { activityId } = await makeActivity(creator, estate.estateId, { scopeNodes: ['一期▶▶1栋', '一期▶▶2栋'] })
    await mergeProperties(server, creator, activityId, mergesOfEstateA)
    await takeSteps(creator, activityId, ...(wayTo[status] ?? []))
    const roster = await rosterOf(server, activityId)
    return { activityId, estateId: estate.estateId, fresh, of: (name) => propertyNamed(roster, name) }
  }
  const snapshot = async ({ activityId }: Cell) => [good(await creator.get('/votedef/get', { id: activityId })), await rosterOf(server, activityId)]

  describe.each(statuses.map((name, status) => ({ name, status })))('$name', ({ name, status }) => {
    it.each(Object.entries(actions))('%s', async (_action, { ask, isDoneIn, words, isCreatorOnly, changesWhole }) => {
      const cell = await makeCell(status)
      const before = await snapshot(cell)
      if (isCreatorOnly) {
        expect(await ask(colleague, cell)).toMatchObject({ code: 403, message: '只有活动创建人可以执行此操作', data: null })
        expect(await snapshot(cell)).toEqual(before)
      }
      // Calls that are not reserved to the creator are open to everybody.
      const answer = await ask(isCreatorOnly ? creator : colleague, cell)
      if (isDoneIn.includes(String(status))) expect(answer).toMatchObject({ code: 200, message: 'success' })
      else {
        const refusal = changesWhole
          ? { message: '唱票开始后不能调整票权清册', reason: 'ballot.wholeFixed' }
          : { message: `当前状态为“${name}”，不能${words}`, reason: 'activity.wrongStatus' }
        expect(answer).toEqual({ code: 409, data: null, ...refusal })
        expect(await snapshot(cell)).toEqual(before)
      }
    })
  })
})
