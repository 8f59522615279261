import {
  askMark,
  askTally,
  askVote,
  good,
  makeActivity,
  makeEstate,
  optionsTopic,
  phonesOf,
  propertyNamed,
  recordsOf,
  rosterOf,
  takeSteps,
  topic,
  type PropertyRow,
  type RosterProperty,
} from './activities.ts'
import { rulesDraft } from './estateRules.ts'
import { pngBytes } from './files.ts'
import type { Client, TestServer } from './server.ts'

/** A picture of some bytes; equal arguments give the same picture. */
export const pictureOf = (words: string, bytes = 40): Buffer => Buffer.concat([pngBytes, Buffer.alloc(bytes, words)])

/** Free text typed by clerks, containing names and phones. */
export const FREE_TEXTS = ['李秀英13900001111把票投错了', '钥匙在王建军13900002222处', '赵小妹说电话换成13900003333', '吴桂兰要求改面积'] as const

const IDS = ['110101199001011237', '310101198505052346', 'E12345678'] as const
const properties: readonly PropertyRow[] = [
  ['1-101', '陈建国', 100, { idNumber: IDS[0] }],
  ['1-201', '陈建国', 100, { idNumber: IDS[0] }],
  ['1-102', '李秀英', 80, { idNumber: IDS[1] }],
  ['1-301', '欧阳修文', 120.35],
  ['2-101', '赵小妹/钱七巧', 90, { idNumber: `${IDS[2]}/${IDS[1]}` }],
  ['2-102', '王建军', 60],
  ['2-201', '王建军', 50],
  ['2-301', '吴桂兰', 70.5],
]

/** Every name, phone and ID number of the roster. */
export const personalData = (): readonly string[] =>
  [...new Set([...properties.flatMap(([, owner]) => [...owner.split('/'), ...phonesOf(owner).split('/')]), ...IDS])].concat(
    '13900001111',
    '13900002222',
    '13900003333',
  )

/**
 * A complete vote through the API with everything that a bundle contains: merges before and after the start, a split, deliveries
 * with pictures (two equal, two voided), marks, desk votes, a void, a tally, a differing second entry, change requests; finished;
 * then objections, one with pictures.
 *
 * `pictureBytes` is the size of each picture; `moreDeliveries` have one each.
 *
 * @returns the activity's public id
 */
export async function makeBundledVote(server: TestServer, admin: Client, { pictureBytes = 40, moreDeliveries = 0 } = {}): Promise<string> {
  const { estateId } = await makeEstate(admin, properties, '翠苑</script>小区')
  const topics = [topic('是否更新电梯<b>', { lawitem: 6 }), optionsTopic('选举', ['候选甲', '候选乙'], { lawitem: 3, seats: 1, seatorder: 2 })]
  const { rulesid } = good(await admin.post('/estaterules/save', rulesDraft(estateId)))
  const made = await makeActivity(admin, estateId, { title: '业主大会"表决"', topics, votetype: 5, rulebasis: '议事规则第八条', rulesid })
  const { activityId } = made
  const at = async (name: string): Promise<RosterProperty> => propertyNamed(await rosterOf(server, activityId), name)
  const merge = async (main: string, other: string): Promise<void> => {
    const [mainBallot, property] = [(await at(main)).ballotId, (await at(other)).propertyId]
    good(await admin.get('/votedef/mergeactivityproperty', { voteactivityid: activityId, mainrightballotid: mainBallot, needmergepropertyid: property }))
  }
  await merge('1-101', '1-201')
  await takeSteps(admin, activityId, 'start')
  await merge('2-102', '2-201')
  const first = await at('1-101')
  good(
    await admin.get('/votedef/splitactivityproperty', {
      voteactivityid: activityId,
      mainrightballotid: first.ballotId,
      needsplipropertyid: (await at('1-201')).propertyId,
    }),
  )
  const upload = async (words: string): Promise<string> => {
    const stored = good(await admin.upload('/file/image_upload', { field: 'file', name: '照片.png', bytes: pictureOf(words, pictureBytes) }))
    return stored.path ?? stored.resourcepath ?? stored
  }
  const [same, again, other] = [await upload('one'), await upload('one'), await upload('two')]
  const deliver = async (name: string, pics: readonly string[]): Promise<void> => {
    const { rosterPropertyId: activitypropertyid } = await at(name)
    const [, remark] = FREE_TEXTS
    good(await admin.post('/vote/savenotify', { activitypropertyid, votesource: 2, notifytime: '2026-05-01 08:30:00', notifier: '吴桂兰', remark, pics }))
  }
  await deliver('1-102', [same, other])
  await deliver('1-301', [again])
  await deliver('2-301', [])
  // One is its ballot's only delivery, one is beside another.
  for (const name of ['2-102', '2-301']) {
    await deliver(name, [])
    const [{ notifyid }] = good(await admin.get('/vote/getnofityrecords', { activitypropertyid: (await at(name)).rosterPropertyId }))
    good(await admin.post('/vote/voidnotify', { notifyid, reason: FREE_TEXTS[1] }))
  }
  const visit = { voteactivityid: activityId, ballotids: [(await at('2-301')).ballotId], way: 2, result: 4, remark: FREE_TEXTS[2] }
  const { contactids } = good(await admin.post('/contact/save', visit))
  good(await admin.post('/contact/withdraw', { contactid: contactids[0], reason: FREE_TEXTS[0] }))
  good(await admin.post('/contact/save', { ...visit, result: 2, nextat: '2026-05-02 19:00:00' }))
  const post = { voteactivityid: activityId, datefrom: '2026-05-01', dateto: '2026-05-08', places: '小区公告栏', remark: FREE_TEXTS[3] }
  const { publicationid } = good(await admin.post('/publication/save', { ...post, kind: 1, pics: [other] }))
  good(await admin.post('/publication/withdraw', { publicationid, reason: FREE_TEXTS[0] }))
  good(await admin.post('/publication/save', { ...post, kind: 2, pics: [same] }))
  for (let index = 0; index < moreDeliveries; index++) await deliver('2-301', [await upload(`more ${index}`)])
  good(await askVote(admin, made, [await at('1-102')], '112'))
  const [voided] = good(await askVote(admin, made, [await at('1-301')], '221')).recordids
  good(await admin.get('/vote/disable', { voteActivityId: activityId, recordid: voided, reason: FREE_TEXTS[0] }))
  good(await askMark(admin, activityId, await at('2-101'), 'B-7'))
  good(await askMark(admin, activityId, await at('1-101'), 'B-8'))
  const change = async (name: string, afterdata: object): Promise<string> =>
    good(await admin.post('/votedef/savepropertychange', { propertyid: (await at(name)).propertyId, voteactivityid: activityId, creater: '赵小妹', afterdata }))
      .id
  const decided = await change('2-301', { areasize: 70.5, personname: '吴桂兰', mobileno: '13900003333', idno: '' })
  good(await admin.post('/votedef/rejectchangeproperty', { id: decided, approvalcomment: FREE_TEXTS[2] }))
  await change('2-301', { areasize: 71, personname: '吴桂兰', mobileno: phonesOf('吴桂兰'), idno: '' })
  await takeSteps(admin, activityId, 'startTally')
  good(await askTally(admin, made, ['B-7'], '311'))
  const [reader, settler] = [await server.member('reader_1', 'clerk'), await server.member('settler_1', 'manager')]
  const { readingid } = good(await reader.post('/reading/enter', { voteactivityid: activityId, code: 'B-7', kind: 1, records: recordsOf(made.topics, '211') }))
  good(await settler.post('/reading/settle', { readingid, decision: 1, reason: FREE_TEXTS[0] }))
  await takeSteps(admin, activityId, 'finish')
  const object = async (more: object): Promise<string> =>
    good(await reader.post('/objection/save', { voteactivityid: activityId, kind: 2, name: '吴桂兰', phone: '13900003333', text: FREE_TEXTS[1], ...more }))
      .objectionid
  const misread = await object({ ballotid: (await at('1-102')).ballotId, pics: [await upload('three'), same] })
  const late = await object({ kind: 7 })
  good(await reader.post('/objection/withdraw', { objectionid: late, reason: FREE_TEXTS[0] }))
  const decide = (corrections: readonly object[], more: object = {}) =>
    settler.post('/objection/decide', { objectionid: misread, decision: 1, reason: FREE_TEXTS[2], corrections, ...more })
  good(await decide([{ ballotid: (await at('1-102')).ballotId, kind: 'void' }]))
  const [answers, area] = [
    { kind: 'answers', records: recordsOf(made.topics, '222') },
    { kind: 'area', areasize: 66.5 },
  ]
  good(
    await decide(
      [
        { ballotid: (await at('1-102')).ballotId, ...answers },
        { ballotid: (await at('2-301')).ballotId, ...area },
      ],
      { again: true },
    ),
  )
  return activityId
}
