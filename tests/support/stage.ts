import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { activityBody, askEntrust, askMark, askTally, askVote, good, makeActivity, optionsTopic, takeSteps, topic, type MadeActivity } from './activities.ts'
import { emptyPage } from './scans/pageFiles.ts'
import type { FilledIn } from './scans/filledIn.ts'
import { markedPapers } from './scans/markedPapers.ts'
import { httpRoster, openNow, type HttpRosterProperty } from './http-activities.ts'
import { httpClient, memberToken, registerOver, type HttpClient } from './server-process.ts'
import { rulesDraft } from './estateRules.ts'
import { noteHouses, object, publish } from './stageBeside.ts'
import { property, propertyWorkbook } from './workbooks/make.ts'

/** A server with the data of an office after some weeks, for tests and screenshots. */
export interface Stage {
  readonly client: HttpClient
  readonly account: { readonly username: string; readonly password: string }
  readonly estateId: string
  /** An estate without properties. */
  readonly emptyEstateId: string
  /** A vote of the estate without properties: its roster is empty. */
  readonly emptyActivityId: string
  /** One activity per status; `voting` has marks, votes, a void and deliveries. */
  readonly activities: { readonly draft: string; readonly voting: string; readonly tallying: string; readonly finished: string }
  /** A property of the open vote, with deliveries. */
  readonly deliveredPropertyId: string
}

const PROPERTIES = 240
const picture = readFileSync(join(import.meta.dirname, '../../build/resources/icon.png'))

/** Fills a new development server through its API, in a few seconds. */
export async function setStage(url: string): Promise<Stage> {
  const username = 'admin_1'
  const client = httpClient(url, await memberToken(url, username, '13800000001', '王主任'))
  const colleague = httpClient(url, await memberToken(url, 'staff_1', '13800000002', '李晓'))
  await registerOver(url, 'newcomer_1', '13800000003', '周婷')
  const estateId: string = good(await client.post('/vtestate/save', { name: '翠湖花园', addr: '浙江省杭州市西湖区翠湖路16号' })).estateid
  const emptyEstateId: string = good(await client.post('/vtestate/save', { name: '桂花苑', addr: '浙江省杭州市西湖区桂花路8号' })).estateid
  // Twice, with other areas the second time: the journal has a change of many properties.
  const before = Array.from({ length: PROPERTIES }, (_, index) => property(index).with(6, 88))
  for (const [name, rows] of [
    ['房产.xlsx', before],
    ['房产_面积更正.xlsx', PROPERTIES],
  ] as const) {
    good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', name, await propertyWorkbook(rows), { estateId }))
  }

  await giveToOneOwner(client, estateId)
  await noteHouses(client, estateId)
  for (const effectivefrom of ['2021-06-01', '2025-09-01', '2099-01-01'])
    good(await client.post('/estaterules/save', rulesDraft(estateId, { effectivefrom, title: '翠湖花园业主大会议事规则' })))

  const make = (title: string, more: object = {}) =>
    makeActivity(client, estateId, {
      ...activityBody(estateId),
      ...inOfficeHours(openNow()),
      title,
      summary: '一号楼至二号楼全体业主参加，采用书面表决票。',
      detail: '根据《民法典》第二百七十八条，由业主共同决定。表决票由楼栋长上门送达。',
      topics: [
        topic('是否同意更新一号楼、二号楼的电梯，费用从住宅专项维修资金中列支'),
        optionsTopic('选聘物业服务企业', ['甲物业服务有限公司', '乙物业服务有限公司', '丙物业服务有限公司']),
      ],
      ...more,
    })
  const finished = await make('2025年度业主大会常规会议表决')
  await openAndVote(client, finished, { votes: 190, marks: 0 })
  await takeSteps(client, finished.activityId, 'finish')
  await object({ client, colleague }, finished, await publish(client, finished))
  const tallying = await make('修改业主大会议事规则', {
    topics: [topic('是否同意修改《业主大会议事规则》')],
    votetype: 3,
    rulebasis: '议事规则第八条',
  })
  await openAndVote(client, tallying, { votes: 120, marks: 30 })
  await scanSome(client, tallying, await handlePapers(client, tallying))
  await takeSteps(client, tallying.activityId, 'startTally')
  await tallyOne(client, tallying)
  const voting = await make('更新电梯并选聘物业服务企业的业主大会表决')
  const roster = await openAndVote(client, voting, { votes: 96, marks: 24 })
  const draft = await make('小区地面停车位改造方案及收费标准表决（征求意见稿，含车位分配办法与夜间临时停放管理规定）')

  const { activityId: emptyActivityId } = await makeActivity(client, emptyEstateId, {
    ...activityBody(emptyEstateId),
    ...inOfficeHours(openNow()),
    title: '桂花苑首次业主大会',
  })

  await deliver(client, roster.slice(0, 150))
  await mergeTwo(client, voting, roster)
  await voidOne(client, voting, roster)
  await voteAnew(client, voting, roster)
  await entrust(client, voting, roster)
  const { enddate } = inOfficeHours(openNow(27))
  good(await client.post('/votedef/extend', { id: voting.activityId, enddate, reason: '参与表决的业主未达到法定人数' }))
  await submitChanges({ client, colleague }, roster.slice(200), voting.activityId)
  return {
    client,
    account: { username, password: 'pine4827' },
    estateId,
    emptyEstateId,
    emptyActivityId,
    activities: { draft: draft.activityId, voting: voting.activityId, tallying: tallying.activityId, finished: finished.activityId },
    deliveredPropertyId: roster[0]?.rosterPropertyId ?? '',
  }
}

/** Two owners of the last unit appoint an agent, one for the first topic only; a third has revoked it. */
async function entrust(client: HttpClient, activity: MadeActivity, roster: readonly HttpRosterProperty[]): Promise<void> {
  const votetopicids = activity.topics.slice(0, 1).map(({ votetopicid }) => votetopicid)
  const agents = [
    { agentname: '陈静', agentphone: '13905710001' },
    { agentname: '刘洋', agentphone: '13905710002', votetopicids },
    { agentname: '黄蕾', agentphone: '13905710003' },
  ]
  for (const [index, agent] of agents.entries()) {
    const property = roster.at(-10 - index)
    if (!property) throw new Error('the roster is too short')
    const { proxyid } = good(await askEntrust(client, activity.activityId, property, agent))
    if (index === 2) good(await client.post('/proxy/revoke', { proxyid, reason: '委托人改为本人投票' }))
  }
}

/** The same days, from nine to six. */
function inOfficeHours({ startdate, enddate }: ReturnType<typeof openNow>) {
  return { startdate: `${startdate.slice(0, 10)} 09:00:00`, enddate: `${enddate.slice(0, 10)} 18:00:00` }
}

/** Properties of one owner, whose ballots can be merged: rooms of the last unit, without votes. */
export const ONE_OWNER = { name: '欧阳建国', rooms: ['2001', '2002', '1901', '1902'] } as const
/** Another person of that name, who lives below: shows what speaks against merging. */
export const NAMESAKE = { room: '1801', phone: '13605716666', idNumber: '110101197001010023' } as const
const roomOfOneOwner = (index: number): string => `一期-西区-1栋-3单元-${ONE_OWNER.rooms[index]}`

async function giveToOneOwner(client: HttpClient, estateId: string): Promise<void> {
  const { datas } = good(await client.get('/vtpropertyinfo/list', { estateId, condition: '西区', pageSize: '500' }))
  const properties = datas as { propertyid: string; unit: string; room: string }[]
  for (const room of [...ONE_OWNER.rooms, NAMESAKE.room]) {
    const found = properties.find((each) => each.unit === '3单元' && each.room === room)
    if (!found) throw new Error(`${room} is missing`)
    const owner = room === NAMESAKE.room ? NAMESAKE : { phone: '13905718888', idNumber: '110101196203150012' }
    const change = { personname: ONE_OWNER.name, mobileno: owner.phone, idno: owner.idNumber }
    good(await client.post('/vtpropertyinfo/update', { propertyid: found.propertyid, room, ...change }))
  }
}

/** The first two of those properties share a ballot. */
async function mergeTwo(client: HttpClient, { activityId }: MadeActivity, roster: readonly HttpRosterProperty[]): Promise<void> {
  const [main, other] = [0, 1].map((index) => roster.find(({ place }) => place === roomOfOneOwner(index)))
  if (!main || !other) throw new Error('the roster lacks the properties of one owner')
  good(
    await client.get('/votedef/mergeactivityproperty', { voteactivityid: activityId, mainrightballotid: main.ballotId, needmergepropertyid: other.propertyId }),
  )
}

/** Opens the vote; the first properties vote and the next are marked. Returns the roster in natural order. */
async function openAndVote(client: HttpClient, activity: MadeActivity, { votes, marks }: { votes: number; marks: number }): Promise<HttpRosterProperty[]> {
  await takeSteps(client, activity.activityId, 'start')
  const roster = [...(await httpRoster(client, activity.activityId)).values()]
  const slots = activity.topics.reduce((sum, { topictype, options }) => sum + (topictype === 1 ? 1 : options.length), 0)
  for (const [index, property] of roster.slice(0, votes).entries()) {
    // Most approve the first; of the candidates each owner approves one.
    const answers = Array.from({ length: slots }, (_, slot) =>
      slot === 0 ? (index % 7 === 3 ? '2' : index % 11 === 5 ? '3' : '1') : slot - 1 === index % 3 ? '1' : index % 5 === 4 ? '0' : '2',
    )
    good(await askVote(client, activity, [property], answers.join('')))
  }
  for (const [index, property] of roster.slice(votes, votes + marks).entries()) good(await askMark(client, activity.activityId, property, codeOf(index)))
  return roster
}

/** Puts papers of all unvoted ballots into every state; returns them. */
async function handlePapers(client: HttpClient, { activityId: voteactivityid }: MadeActivity): Promise<readonly FilledPaper[]> {
  const { papers } = good(await client.post('/paper/issue', { voteactivityid, xpath: '' })) as { papers: FilledPaper[] }
  const codes = papers.map(({ code }) => code)
  good(await client.post('/paper/out', { voteactivityid, codes: codes.slice(0, 80) }))
  good(await client.post('/paper/receive', { voteactivityid, codes: codes.slice(0, 50) }))
  good(await client.post('/paper/spoil', { voteactivityid, codes: codes.slice(100, 103), reason: '业主不领取' }))
  good(await client.post('/paper/replace', { voteactivityid, code: codes[60], reason: '选票遗失' }))
  return papers
}
type FilledPaper = Pick<FilledIn, 'code' | 'place'>

/** How scanned papers are filled in, per topic: some clear, one crossed, one empty. */
const SCANNED = ['1', '1', '1', '2', '3', 'x', '_'] as const

/** Scans some returned papers, and a page that is none. */
async function scanSome(client: HttpClient, { activityId: voteactivityid }: MadeActivity, papers: readonly FilledPaper[]): Promise<void> {
  const filesOf = await markedPapers(client, voteactivityid)
  const files: Uint8Array[] = []
  for (const [index, marks] of SCANNED.entries()) {
    const paper = papers[index]
    if (paper) files.push(...(await filesOf({ ...paper, marks }, index)))
  }
  for (const [index, bytes] of [...files, emptyPage()].entries()) {
    const page = { voteactivityid, batchid: 'batch', source: '一号楼.pdf', sourcepage: String(index + 1) }
    good(await client.upload('/reading/page', 'uploadfile', '扫描.jpg', bytes, page))
  }
}

/** `C-0001`. */
const codeOf = (index: number): string => `C-${String(index + 1).padStart(4, '0')}`

async function tallyOne(client: HttpClient, activity: MadeActivity): Promise<void> {
  good(await askTally(client, activity, [codeOf(0), codeOf(1)], '1'))
}

async function deliver(client: HttpClient, properties: readonly HttpRosterProperty[]): Promise<void> {
  const url: string = good(await client.upload('/file/image_upload', 'file', '签收单.png', picture))
  for (const [index, { rosterPropertyId }] of properties.entries()) {
    const notifytime = formatTime(Date.now() - (index + 1) * 60_000)
    const pics = index === 0 ? [url] : []
    good(
      await client.post('/vote/savenotify', {
        activitypropertyid: rosterPropertyId,
        votesource: (index % 5) + 1,
        notifytime,
        notifier: '楼栋长 王五',
        remark: index % 4 === 0 ? '本人签收' : '',
        pics,
      }),
    )
  }
}

async function voidOne(client: HttpClient, { activityId }: MadeActivity, roster: readonly HttpRosterProperty[]): Promise<void> {
  const property = roster[95]
  if (!property) throw new Error('the roster is too small')
  const { recordid } = good(await client.get('/votedef/getactivityproperty', { activitypropertyid: property.rosterPropertyId }))
  good(await client.get('/vote/disable', { voteActivityId: activityId, recordid }))
}

/** Votes again after a void: a ballot with two records. */
async function voteAnew(client: HttpClient, activity: MadeActivity, roster: readonly HttpRosterProperty[]): Promise<void> {
  const property = roster[94]
  if (!property) throw new Error('the roster is too small')
  const { recordid } = good(await client.get('/votedef/getactivityproperty', { activitypropertyid: property.rosterPropertyId }))
  good(await client.get('/vote/disable', { voteActivityId: activity.activityId, recordid }))
  good(await askVote(client, activity, [property], '2112'))
}

/** Another account than the submitter approves a request. */
async function submitChanges(
  { client, colleague }: Record<'client' | 'colleague', HttpClient>,
  properties: readonly HttpRosterProperty[],
  activityId: string,
): Promise<void> {
  const url: string = good(await client.upload('/file/image_upload', 'file', '身份证.png', picture))
  for (const [index, { propertyId, area, phone, ownerName }] of properties.slice(0, 14).entries()) {
    const afterdata = {
      areasize: area + 1.5,
      personname: index % 2 === 0 ? '欧阳若兰' : ownerName.split('/')[0],
      mobileno: index % 2 === 0 ? '13700001234' : phone.split('/')[0],
      idno: '',
    }
    const { id } = good(
      await colleague.post('/votedef/savepropertychange', {
        propertyid: propertyId,
        voteactivityid: activityId,
        creater: ownerName,
        afterdata,
        personidpics: [url],
        propertyidpics: [url],
      }),
    )
    if (index === 1) good(await client.post('/votedef/approvechangeproperty', { id, approvalcomment: '材料齐全' }))
    if (index === 2) good(await client.post('/votedef/rejectchangeproperty', { id, approvalcomment: '请补充不动产权证书' }))
  }
}
