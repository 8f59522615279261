import { BallotLayout } from '../../src/shared/features/paper/layout.ts'
import { rulesDraft } from './estateRules.ts'
import {
  askDeliver,
  askEntrust,
  askObject,
  askVote,
  good,
  makeActivity,
  makeEstate,
  propertyNamed,
  rosterOf,
  takeSteps,
  topic,
  type PropertyRow,
} from './activities.ts'
import { pngBytes } from './files.ts'
import { drawnPages } from './scans/drawnPages.ts'
import { pageFile, pageUpload } from './scans/pageFiles.ts'
import type { Client, TestServer } from './server.ts'
import { propertyWorkbook } from './workbooks/make.ts'

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 80],
  ['1-201', '王五', 90],
  ['1-202', '赵六', 70],
]

/** The ids of an estate's things, one of each kind that endpoints declare; `activity` is in 投票中. */
export interface EstateWorld {
  readonly ids: Readonly<
    Record<
      | 'estate'
      | 'activity'
      | 'property'
      | 'rosterProperty'
      | 'ballot'
      | 'record'
      | 'delivery'
      | 'proxy'
      | 'contact'
      | 'publication'
      | 'objection'
      | 'estateRules'
      | 'propertyChange'
      | 'reading'
      | 'page'
      | 'sample'
      | 'file',
      string
    >
  >
  readonly topics: Awaited<ReturnType<typeof makeActivity>>['topics']
  readonly papers: readonly string[]
}

/** An estate with an activity in 投票中, and one in 唱票中 with a sample. */
export async function makeEstateWorld(server: TestServer, admin: Client, name: string): Promise<EstateWorld> {
  const { estateId } = await makeEstate(admin, properties, name)
  const { rulesid: estateRules } = good(await admin.post('/estaterules/save', rulesDraft(estateId)))
  const activity = await makeActivity(admin, estateId, { title: `${name}的电梯`, topics: [topic('更新电梯')] })
  const { activityId, topics } = activity
  const roster = await rosterOf(server, activityId)
  await takeSteps(admin, activityId, 'start')
  const [first, second, third] = [propertyNamed(roster, '1-101'), propertyNamed(roster, '1-102'), propertyNamed(roster, '1-201')]
  const { notifyid: delivery } = good(await askDeliver(admin, first))
  const [record] = good(await askVote(admin, activity, [first], '1')).recordids
  const { proxyid: proxy } = good(await askEntrust(admin, activityId, second))
  const visit = { voteactivityid: activityId, ballotids: [second.ballotId], way: 2, result: 3 }
  const [contact] = good(await admin.post('/contact/save', visit)).contactids
  const posted = { voteactivityid: activityId, kind: 2, datefrom: '2026-05-01', dateto: '2026-05-08', places: `${name}公告栏` }
  const { publicationid: publication } = good(await admin.post('/publication/save', posted))
  const { objectionid: objection } = good(await askObject(admin, activity))
  const file: string = good(await admin.upload('/file/image_upload', { field: 'file', name: 'a.png', bytes: pngBytes }))
  const pictures = { personidpics: [file], propertyidpics: [] }
  const afterdata = { areasize: 90, personname: '王五', mobileno: '13700005678', idno: '' }
  const { id: propertyChange } = good(
    await admin.post('/votedef/savepropertychange', { propertyid: third.propertyId, creater: '王五', afterdata, ...pictures }),
  )
  const { papers } = good(await admin.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
  const [code = ''] = (papers as { code: string }[]).map((paper) => paper.code)
  const { layoutid: layoutId, layout } = good(await admin.get('/paper/layout', { voteactivityid: activityId }))
  const [picture] = await drawnPages({ code, layoutId, layout: BallotLayout.parse(layout), values: { place: '一期', number: '1', area: '80㎡', code } })
  if (!picture) throw new Error('there is no page')
  const place = { voteactivityid: activityId, batchid: 'batch', source: '一号楼.pdf', sourcepage: '3' }
  const { pageid: page } = good(await admin.upload('/reading/page', pageUpload(pageFile(picture)), place))
  const ids = { estate: estateId, activity: activityId, property: third.propertyId, rosterProperty: third.rosterPropertyId, ballot: third.ballotId }
  const others = { record, delivery, proxy, contact, publication, objection, estateRules, propertyChange, page, file: file.replace('/file/', '') }
  const sampled = await makeSample(server, admin, estateId, name)
  const workbook = { field: 'uploadfile', name: `${name}.xlsx`, bytes: await propertyWorkbook(3) }
  good(await admin.upload('/vtpropertyinfo/importpropertyinfo', workbook, { estateId }))
  return { ids: { ...ids, ...others, ...sampled }, topics, papers: [code] }
}

async function makeSample(server: TestServer, admin: Client, estateId: string, name: string): Promise<{ sample: string; reading: string }> {
  const activity = await makeActivity(admin, estateId, { title: `${name}的规约`, topics: [topic('修改规约')] })
  const roster = await rosterOf(server, activity.activityId)
  await takeSteps(admin, activity.activityId, 'start')
  for (const [house] of properties) good(await askVote(admin, activity, [propertyNamed(roster, house)], '1'))
  await takeSteps(admin, activity.activityId, 'startTally')
  const items = activity.topics.map(({ votetopicid }) => ({ votetopicid }))
  const { sampleid: sample } = good(await admin.post('/sample/open', { voteactivityid: activity.activityId, mode: 2, risk: 5, items }))
  const { fetch } = good(await admin.post('/sample/seed', { sampleid: sample, digits: '35264113526441623514' }))
  const { readingid: reading } = good(await admin.post('/sample/ask', { sampleid: sample, recordid: fetch[0].recordid, answer: 3, way: 1, remark: '' }))
  return { sample, reading }
}
