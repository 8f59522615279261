import { systemCaller } from '../../src/server/http/context.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { retryPolicyOf } from '../../src/shared/contract/endpoint.ts'
import { tableOwners } from '../../src/server/database/schema.ts'
import { endpoints, isDownload, type EndpointName } from '../../src/shared/contract/index.ts'
import {
  activityBody,
  askDeliver,
  askEntrust,
  askMark,
  askObject,
  askStep,
  askTally,
  askVote,
  good,
  propertyNamed,
  makeActivityA,
  makeEstate,
  placeOf,
  propertiesOfEstateA,
  recordsOf,
  takeSteps,
  type RosterProperty,
} from '../support/activities.ts'
import { rulesDraft } from '../support/estateRules.ts'
import { ownActions } from '../../src/shared/features/journal/ownActions.ts'
import { actionName, journalActions } from '../../src/shared/features/words.ts'
import { comparedFields } from '../../src/shared/features/journal/rules.ts'
import { freePort } from '../support/postgres.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { pdfBytes, pngBytes } from '../support/files.ts'
import { property } from '../support/properties.ts'
import { atScale } from '../support/scale.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { PASSWORD } from '../support/passwords.ts'
import { journaled, setClock, passDaysOfUse } from '../support/journal.ts'
import { emptyPage, pageUpload } from '../support/scans/pageFiles.ts'
import { confirm, logIn, registerAccount, serverForAll, tryLogIn, type Client, type Envelope, type TestServer } from '../support/server.ts'
import { workbookOf } from '../support/workbooks/make.ts'

/** Setup for a changing call. */
interface Scene {
  readonly server: TestServer
  readonly admin: Client
  /** A staff member created for this scene. */
  readonly staff: () => Promise<{ readonly client: Client; readonly id: string }>
  /** An activity of Estate A in status 0, created for this scene. */
  readonly activity: Awaited<ReturnType<typeof makeActivityA>>
  readonly at: (name: string) => RosterProperty
}
/** Prepares the call and returns it; the call may be repeated if it fails. */
type Prepare = (scene: Scene) => Promise<() => Promise<Envelope>>

const owner = { areasize: 50, personname: '补录', mobileno: '13800138002', idno: '' }
const importColumns = ['分期', '区', '楼栋', '单元', '楼层', '房号', '面积', '产权人', '手机号', '证件号']
const now = (call: () => Promise<Envelope>) => Promise.resolve(call)
const upload = (client: Client, path: string, name: string, bytes: Uint8Array, field = 'file', fields: Record<string, string> = {}) =>
  client.upload(path, { field, name, bytes }, fields)

/** A file, or an envelope instead. */
async function download(client: Client, path: string): Promise<Envelope> {
  const response = await client.raw(path)
  return response.headers['content-type']?.toString().includes('json') ? response.json() : { code: 200, message: 'success', data: null }
}

/** The check-up's finding on the co-owners of Estate A. */
async function coOwnersFound(client: Client, voteactivityid: string) {
  const { findings } = good(await client.get('/roster/checkup', { voteactivityid }))
  return { voteactivityid, findingid: findings.find(({ rule }: { rule: string }) => rule === 'ownerKind').findingid as string }
}

function askChange({ at }: Scene, client: Client): Promise<Envelope> {
  const afterdata = { areasize: 90, personname: '赵六/钱七', mobileno: '13800138003/13800138004', idno: '' }
  return client.post('/votedef/savepropertychange', { propertyid: at('2-101').propertyId, creater: '赵六', afterdata })
}
const decide =
  (path: string): Prepare =>
  async (scene) => {
    const { id } = good(await askChange(scene, (await scene.staff()).client))
    return () => scene.admin.post(`/votedef/${path}`, { id, approvalcomment: '' })
  }
const ofStaff =
  (path: string, change: object): Prepare =>
  async ({ admin, staff }) => {
    const { id } = await staff()
    await confirm(admin)
    return () => admin.post(`/account/${path}`, { userid: id, ...change })
  }
const ofWaiting =
  (path: string, change: object): Prepare =>
  async ({ admin, server }) => {
    const username = `new_w${Math.random().toString(36).slice(2, 10)}`
    const { userid } = good(await registerAccount(server.client(), username, Number.parseInt(username.slice(5), 36) % 90_000_000))
    await confirm(admin)
    return () => admin.post(`/account/${path}`, { userid, ...change })
  }
/** Registration of the paper of 1-102. */
const ofPaper =
  (made: (codes: readonly string[]) => { readonly path: string; readonly body: object }): Prepare =>
  async ({ admin, activity, at }) => {
    const { activityId: voteactivityid } = activity
    await takeSteps(admin, voteactivityid, 'start')
    const { papers } = good(await admin.post('/paper/issue', { voteactivityid, ballotids: [at('1-102').ballotId] }))
    const { path, body } = made(papers.map((paper: { code: string }) => paper.code))
    return () => admin.post(`/paper/${path}`, { voteactivityid, ...body })
  }
/** A vote on paper with a differing second entry. */
const sendPage = (client: Client, voteactivityid: string) =>
  client.upload('/reading/page', pageUpload(emptyPage()), { voteactivityid, batchid: 'b', source: '扫描.pdf', sourcepage: '1' })

async function secondEntry({ admin, staff, activity, at }: Scene) {
  const { activityId: voteactivityid } = activity
  await takeSteps(admin, voteactivityid, 'start')
  good(await askMark(admin, voteactivityid, at('1-102'), 'A-1'))
  good(await askVote(admin, activity, [at('1-102')], '1', { markedcodes: 'A-1' }))
  const records = recordsOf(activity.topics, '2')
  return { clerk: (await staff()).client, entry: { voteactivityid, code: 'A-1', kind: 1, records } }
}
const DIGITS = '35264113526441623514'
/** A complete tally, with a sample of its owners that can be opened. */
async function tallied({ admin, activity, at }: Scene) {
  const { activityId: voteactivityid, topics } = activity
  await takeSteps(admin, voteactivityid, 'start')
  const ballots = new Map(propertiesOfEstateA.map(([name]) => [at(name).ballotId, at(name)]))
  for (const property of ballots.values()) good(await askVote(admin, activity, [property], '1'))
  await takeSteps(admin, voteactivityid, 'startTally')
  const items = topics.map(({ votetopicid }) => ({ votetopicid }))
  return { voteactivityid, mode: 2, risk: 5, items }
}
async function sampledOwners(scene: Scene) {
  const { sampleid } = good(await scene.admin.post('/sample/open', await tallied(scene)))
  return { admin: scene.admin, sampleId: sampleid as string }
}
const addition = ({ activity }: Scene, name: string) => ({ voteactivityid: activity.activityId, ...placeOf(name), ...owner })

/** Every endpoint that is not a pure read: it keeps a session, captcha or job going, or is a change with its setup. */
const acts: Readonly<Partial<Record<EndpointName, 'keeps going' | Prepare>>> = {
  'sharing.start': async ({ admin }) => {
    const port = await freePort()
    await confirm(admin)
    return () => admin.post('/sharing/start', { port, address: '', keepon: false })
  },
  'sharing.stop': ({ admin }) => Promise.resolve(() => admin.post('/sharing/stop', {})),
  'system.permitBackup': 'keeps going',
  'system.permitRestore': async ({ admin }) => {
    await confirm(admin)
    return () => admin.post('/backup/permitrestore', { filename: '每日备份' })
  },
  'job.cancel': 'keeps going',
  'account.imageCaptcha': 'keeps going',
  'account.sendSmsCaptcha': 'keeps going',
  'account.confirm': 'keeps going',
  'account.endSession': async ({ server, staff }) => {
    const { client } = await staff()
    const { username } = good(await client.get('/unifiedUser/get'))
    await logIn(server.client(), username)
    const [{ sessionid }] = good(await client.get('/account/sessions')).filter(({ current }: { current: boolean }) => !current)
    return () => client.post('/account/endsession', { sessionid })
  },
  'account.cover': async ({ staff }) => {
    const { client } = await staff()
    return () => client.post('/account/cover', {})
  },
  'account.uncover': async ({ staff }) => {
    const { client } = await staff()
    good(await client.post('/account/cover', {}))
    return () => client.post('/account/uncover', { password: PASSWORD })
  },
  'account.setCoverMinutes': ({ admin }) => now(() => admin.post('/account/setcoverminutes', { minutes: 30 })),

  'result.acceptDifferences': async ({ admin, server, activity: { activityId: voteactivityid } }) => {
    await takeSteps(admin, voteactivityid, 'start')
    await server.database.write((tx) => tx.updateTable('activity').set({ rule_basis: '改过' }).where('public_id', '=', voteactivityid).execute())
    isTamperedWith(server.database, voteactivityid)
    await confirm(admin)
    return () => admin.post('/vote/verify/known', { voteactivityid, reason: '核对过纸质选票' })
  },
  'audit.acceptSchema': async ({ admin, server }) => {
    await server.database.write((tx) => tx.schema.createIndex('of_nobody').unique().on('estate').column('id').execute())
    await confirm(admin)
    return () => admin.post('/audit/verify/known', { reason: '由技术人员维护数据库所致' })
  },
  // Only possible with an older database, under an action of its own: `older-database.test.ts`.
  'audit.acceptOlder': 'keeps going',
  'audit.acceptClock': async ({ admin, server }) => {
    const ahead = { now: () => server.clock.time + 10 * 60_000 }
    await journaled({ database: server.database, clock: ahead }).write(async ({ journal }) =>
      journal.record({ caller: systemCaller, action: 'account.logOut', subject: '', before: null, after: { username: 'admin_1', nickName: 'admin_1' } }),
    )
    await confirm(admin)
    return () => admin.post('/audit/acceptclock', { reason: '此前服务器的时间调快了，现已校准' })
  },
  // Changes nothing, but is journalled as an export of names and votes.
  'result.report': ({ admin, activity }) => now(() => download(admin, `/vote/report?voteActivityId=${activity.activityId}`)),

  'estate.export': ({ admin }) => now(() => download(admin, '/vtestate/export')),
  'property.export': ({ admin, activity }) => now(() => download(admin, `/vtpropertyinfo/export?estateId=${activity.estateId}`)),
  'activity.export': ({ admin }) => now(() => download(admin, '/votedef/export')),
  'ballot.exportRoster': ({ admin, activity }) => now(() => download(admin, `/votedef/exportroster?voteactivityid=${activity.activityId}`)),
  'ballot.exportUnmerged': ({ admin, activity }) => now(() => download(admin, `/votedef/exportunmergedowners?voteactivityid=${activity.activityId}`)),
  'checkup.sheet': ({ admin, activity }) => now(() => download(admin, `/roster/checkupsheet?voteactivityid=${activity.activityId}`)),
  'notification.export': ({ admin, activity }) => now(() => download(admin, `/vote/exportnotify?voteactivityid=${activity.activityId}`)),
  'propertyChange.export': ({ admin }) => now(() => download(admin, '/votedef/exportpropertychanges')),
  'account.export': ({ admin }) => now(() => download(admin, '/account/export')),

  'result.notVotedSheet': ({ admin, activity }) => now(() => download(admin, `/vote/notvotedsheet?voteActivityId=${activity.activityId}`)),
  'result.receipt': async ({ admin, activity, at }) => {
    await takeSteps(admin, activity.activityId, 'start')
    const asked = `voteactivityid=${activity.activityId}&ballotid=${at('1-102').ballotId}&identity=1&name=${encodeURIComponent('李四')}`
    return () => download(admin, `/vote/receipt?${asked}`)
  },
  'document.make': ({ admin, activity }) => now(() => download(admin, `/document/make?voteactivityid=${activity.activityId}&kind=notice`)),
  'document.saveLetterhead': ({ admin, activity: { activityId } }) =>
    now(() => admin.post('/document/saveletterhead', { voteactivityid: activityId, convener: '业主委员会' })),
  'evidence.bundle': async ({ admin, activity: { activityId } }) => {
    await takeSteps(admin, activityId, 'start', 'finish')
    // A zip without its entry has no end: the connection breaks first.
    const end = Buffer.from('504b0506', 'hex')
    return async () => {
      const response = await admin.raw(`/evidence/bundle?voteactivityid=${activityId}&edition=owners`).catch((error: Error) => error)
      const isWhole = !(response instanceof Error) && response.rawPayload.includes(end)
      return { code: isWhole ? 200 : 500, message: response instanceof Error ? response.message : response.body.slice(0, 300), data: null }
    }
  },
  'audit.export': ({ admin }) =>
    now(async () => {
      // A file without its entry is never complete: the connection breaks before its end.
      const response = await admin.raw('/audit/export?action=account').catch((error: Error) => error)
      const isWhole = !(response instanceof Error) && response.body.includes('注册账号')
      return { code: isWhole ? 200 : 500, message: response instanceof Error ? response.message : 'success', data: null }
    }),

  'account.register': ({ server }) => {
    const username = `new_${Math.random().toString(36).slice(2, 10)}`
    let turn = 0
    // A phone gets one message a minute, so the second attempt uses another.
    return now(() => registerAccount(server.client(), username, (Number.parseInt(username.slice(4), 36) % 90_000_000) + turn++))
  },
  'account.logIn': async ({ server, staff }) => {
    const { username } = (await (await staff()).client.get('/unifiedUser/get')).data
    return () => tryLogIn(server.client(), username, PASSWORD)
  },
  'account.logOut': async ({ staff }) => {
    const { client } = await staff()
    return () => client.get('/logout')
  },
  'account.changePassword': async ({ staff }) => {
    const { client } = await staff()
    return () => client.post('/account/changepassword', { oldpassword: PASSWORD, newpassword: 'river5208' })
  },
  'account.create': async ({ admin }) => {
    await confirm(admin)
    return () => admin.post('/account/create', { username: 'new_made', nickName: '新来的', phone: '13700000001', role: 'clerk', password: 'river5208' })
  },
  'account.approve': ofWaiting('approve', { role: 'clerk' }),
  'account.reject': ofWaiting('reject', {}),
  'account.setEstates': ofStaff('setestates', { estateids: [] }),
  'account.setRole': ofStaff('setrole', { role: 'admin' }),
  'account.setDisabled': ofStaff('setdisabled', { disabled: true }),
  'account.resetPassword': ofStaff('resetpassword', { newpassword: 'river5208' }),

  'file.uploadImage': ({ admin }) => now(() => upload(admin, '/file/image_upload', 'a.png', pngBytes)),
  'file.uploadDocument': ({ admin }) => now(() => upload(admin, '/file/upload', 'a.pdf', pdfBytes)),

  'estate.save': ({ admin }) => now(() => admin.post('/vtestate/save', { name: '新', addr: '路' })),
  'estate.update': ({ admin, activity }) => now(() => admin.post('/vtestate/update', { estateid: activity.estateId, name: '改名', addr: '路' })),
  'estateRules.save': ({ admin, activity }) => now(() => admin.post('/estaterules/save', rulesDraft(activity.estateId))),
  'estate.delete': async ({ admin }) => {
    const { estateid } = good(await admin.post('/vtestate/save', { name: '空', addr: '路' }))
    return () => admin.get('/vtestate/delete', { ids: estateid })
  },
  'property.save': ({ admin, activity }) => now(() => admin.post('/vtpropertyinfo/save', property(activity.estateId, { period: '二期' }))),
  'property.update': ({ admin, at }) => now(() => admin.post('/vtpropertyinfo/update', { propertyid: at('1-102').propertyId, room: '102', areasize: 81 })),
  'property.delete': ({ admin, at }) => now(() => admin.get('/vtpropertyinfo/delete', { ids: at('1-102').propertyId })),
  'property.import': async ({ admin, activity }) => {
    const bytes = await workbookOf([importColumns, ['九期', '', '1栋', '', '', '101', 80, '某', '13800138000', '']])
    return () => upload(admin, '/vtpropertyinfo/importpropertyinfo', '房产.xlsx', bytes, 'uploadfile', { estateId: activity.estateId })
  },

  'property.undoImport': async ({ admin, activity: { estateId } }) => {
    const bytes = await workbookOf([importColumns, ['九期', '', '1栋', '', '', '101', 80, '某', '13800138000', '']])
    good(await upload(admin, '/vtpropertyinfo/importpropertyinfo', '房产.xlsx', bytes, 'uploadfile', { estateId }))
    const { number } = good(await admin.get('/vtpropertyinfo/lastimport', { estateId }))
    return () => admin.post('/vtpropertyinfo/undoimport', { estateId, number })
  },

  'activity.save': ({ admin, activity }) => now(() => admin.post('/votedef/save', activityBody(activity.estateId))),
  'activity.copy': ({ admin, activity }) => now(() => admin.post('/votedef/copy', { id: activity.activityId })),
  'activity.update': ({ admin, activity }) =>
    now(() => admin.post('/votedef/update', { voteactivityid: activity.activityId, ...activityBody(activity.estateId, { title: '改名' }) })),
  'activity.delete': ({ admin, activity }) => now(() => admin.get('/votedef/delete', { ids: activity.activityId })),
  'activity.start': ({ admin, activity }) => now(() => askStep(admin, activity.activityId, 'start')),
  'activity.startTally': async ({ admin, activity }) => {
    await takeSteps(admin, activity.activityId, 'start')
    return () => askStep(admin, activity.activityId, 'startTally')
  },
  'activity.finish': async ({ admin, activity }) => {
    await takeSteps(admin, activity.activityId, 'start')
    return () => askStep(admin, activity.activityId, 'finish')
  },

  'activity.extend': async ({ admin, activity }) => {
    await takeSteps(admin, activity.activityId, 'start')
    return () => admin.post('/votedef/extend', { id: activity.activityId, enddate: '2026-07-15 12:00:00', reason: '收回的表决票不足三分之二' })
  },

  'activity.secondEntry': ({ admin, activity }) => now(() => admin.post('/votedef/secondentry', { id: activity.activityId, secondentry: 1 })),
  'activity.handover': async ({ admin, activity, staff }) => {
    const { id } = await staff()
    await confirm(admin)
    return () => admin.post('/votedef/handover', { id: activity.activityId, userid: id })
  },

  'todo.settle': ({ admin, activity }) => now(() => admin.post('/todo/settle', { voteactivityid: activity.activityId, kind: 'notice', state: 1 })),

  'ballot.sync': async ({ admin, activity, at }) => {
    good(await admin.post('/vtpropertyinfo/update', { propertyid: at('1-102').propertyId, room: '102', areasize: 82 }))
    return () => admin.get('/vtpropertyinfo/synproperties', { ids: at('1-102').propertyId, voteactivityid: activity.activityId })
  },
  'ballot.merge': async (scene) => {
    const { admin, activity, at } = scene
    good(await admin.post('/votedef/addactivityproperty', { ...addition(scene, '8-101'), personname: '李四' }))
    const added = await scene.server.database.read.selectFrom('roster_property').select('public_id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    return () =>
      admin.get('/votedef/mergeactivityproperty', {
        voteactivityid: activity.activityId,
        mainrightballotid: at('1-102').ballotId,
        needmergepropertyid: added.public_id,
      })
  },
  'ballot.mergeOwners': async (scene) => {
    const { admin, activity, at } = scene
    good(await admin.post('/votedef/addactivityproperty', { ...addition(scene, '8-101'), personname: '李四' }))
    const added = await scene.server.database.read.selectFrom('ballot').select('public_id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    const owners = [{ mainrightballotid: at('1-102').ballotId, ballotids: [added.public_id] }]
    return () => admin.post('/votedef/mergeowners', { voteactivityid: activity.activityId, owners })
  },
  'ballot.undoMerge': ({ admin, activity, at }) =>
    now(() =>
      admin.post('/votedef/undomerge', {
        voteactivityid: activity.activityId,
        merges: [{ mainrightballotid: at('1-101').ballotId, activitypropertyids: [at('1-201').rosterPropertyId] }],
      }),
    ),
  'ballot.split': ({ admin, activity, at }) =>
    now(() =>
      admin.get('/votedef/splitactivityproperty', {
        voteactivityid: activity.activityId,
        mainrightballotid: at('1-101').ballotId,
        needsplipropertyid: at('1-201').propertyId,
      }),
    ),
  'ballot.splitOut': ({ admin, activity, at }) =>
    now(() => admin.post('/votedef/ballotseparateout', { voteactivityid: activity.activityId, propertyid: at('2-201').propertyId, ...owner })),
  'ballot.addProperty': (scene) => now(() => scene.admin.post('/votedef/addactivityproperty', addition(scene, '8-101'))),
  'ballot.modifyProperty': ({ admin, at }) =>
    now(() => admin.post('/votedef/modifyactivityproperty', { activitypropertyid: at('1-301').rosterPropertyId, ...owner })),
  'ballot.removeProperty': ({ admin, at }) => now(() => admin.get('/votedef/delactivityproperty', { activitypropertyid: at('1-301').rosterPropertyId })),

  'checkup.dismiss': async ({ admin, activity }) => {
    const finding = await coOwnersFound(admin, activity.activityId)
    return () => admin.post('/roster/dismiss', { ...finding, reason: '已核对' })
  },
  'checkup.dismissMany': async ({ admin, activity }) => {
    const { findingid, ...subject } = await coOwnersFound(admin, activity.activityId)
    return () => admin.post('/roster/dismissmany', { ...subject, findingids: [findingid], reason: '已核对' })
  },
  'checkup.undismiss': async ({ admin, activity }) => {
    const finding = await coOwnersFound(admin, activity.activityId)
    good(await admin.post('/roster/dismiss', { ...finding, reason: '已核对' }))
    return () => admin.post('/roster/undismiss', finding)
  },

  'sample.open': async (scene) => {
    const opening = await tallied(scene)
    return () => scene.admin.post('/sample/open', opening)
  },
  'sample.seed': async (scene) => {
    const { admin, sampleId } = await sampledOwners(scene)
    return () => admin.post('/sample/seed', { sampleid: sampleId, digits: DIGITS })
  },
  'sample.ask': async (scene) => {
    const { admin, sampleId } = await sampledOwners(scene)
    const { fetch } = good(await admin.post('/sample/seed', { sampleid: sampleId, digits: DIGITS }))
    return () => admin.post('/sample/ask', { sampleid: sampleId, recordid: fetch[0].recordid, answer: 1, way: 1 })
  },
  'sample.more': async (scene) => {
    const { admin, sampleId } = await sampledOwners(scene)
    const { fetch } = good(await admin.post('/sample/seed', { sampleid: sampleId, digits: DIGITS }))
    for (const { recordid } of fetch) good(await admin.post('/sample/ask', { sampleid: sampleId, recordid, answer: 2, way: 1 }))
    return () => admin.post('/sample/more', { sampleid: sampleId })
  },
  'sample.close': async (scene) => {
    const { admin, sampleId } = await sampledOwners(scene)
    return () => admin.post('/sample/close', { sampleid: sampleId, reason: '改为全部复录' })
  },
  'proxy.save': async ({ admin, activity, at }) => {
    await takeSteps(admin, activity.activityId, 'start')
    return () => askEntrust(admin, activity.activityId, at('1-102'))
  },
  'proxy.revoke': async ({ admin, activity, at }) => {
    await takeSteps(admin, activity.activityId, 'start')
    const { proxyid } = good(await askEntrust(admin, activity.activityId, at('1-102')))
    return () => admin.post('/proxy/revoke', { proxyid, reason: '委托人撤回委托' })
  },
  'contact.save': async ({ admin, activity: { activityId: voteactivityid }, at }) => {
    return () => admin.post('/contact/save', { voteactivityid, ballotids: [at('1-102').ballotId], way: 2, result: 3 })
  },
  'publication.save': ({ admin, activity: { activityId: voteactivityid } }) => {
    const places = { places: '小区公告栏', datefrom: '2026-05-01', dateto: '2026-05-08' }
    return now(() => admin.post('/publication/save', { voteactivityid, kind: 2, ...places }))
  },
  'publication.withdraw': async ({ admin, activity: { activityId: voteactivityid } }) => {
    const places = { places: '小区公告栏', datefrom: '2026-05-01', dateto: '2026-05-08' }
    const { publicationid } = good(await admin.post('/publication/save', { voteactivityid, kind: 2, ...places }))
    return () => admin.post('/publication/withdraw', { publicationid, reason: '登记错日期或地点' })
  },
  'contact.withdraw': async ({ admin, activity: { activityId: voteactivityid }, at }) => {
    const { contactids } = good(await admin.post('/contact/save', { voteactivityid, ballotids: [at('1-102').ballotId], way: 2, result: 3 }))
    return () => admin.post('/contact/withdraw', { contactid: contactids[0], reason: '登记错房屋' })
  },
  'objection.save': async ({ admin, activity }) => {
    return () => askObject(admin, activity)
  },
  'objection.withdraw': async ({ admin, activity }) => {
    const { objectionid } = good(await askObject(admin, activity))
    return () => admin.post('/objection/withdraw', { objectionid, reason: '业主不再坚持' })
  },
  'objection.decide': async ({ admin, activity, at }) => {
    await takeSteps(admin, activity.activityId, 'start', 'finish')
    const { objectionid } = good(await askObject(admin, activity))
    const corrections = [{ ballotid: at('1-102').ballotId, kind: 'area', areasize: 90 }]
    return () => admin.post('/objection/decide', { objectionid, decision: 1, reason: '核对产权证', corrections })
  },

  'contact.remind': async ({ admin, activity: { activityId: voteactivityid }, at }) => {
    await takeSteps(admin, voteactivityid, 'start')
    await confirm(admin)
    return () => admin.post('/vote/remind', { voteactivityid, ballotids: [at('1-102').ballotId], purpose: '提醒投票' })
  },

  // Planning changes nothing, but is journalled: who was sent where.
  'route.get': async ({ admin, activity: { activityId: voteactivityid } }) => {
    await takeSteps(admin, voteactivityid, 'start')
    return () => admin.get('/vote/route', { voteactivityid })
  },
  'route.print': async ({ admin, activity: { activityId: voteactivityid } }) => {
    await takeSteps(admin, voteactivityid, 'start')
    return () => admin.get('/vote/routeprint', { voteactivityid })
  },
  'route.sheet': async ({ admin, activity: { activityId } }) => {
    await takeSteps(admin, activityId, 'start')
    return () => download(admin, `/vote/routesheet?voteactivityid=${activityId}`)
  },
  'route.chooseDoor': async ({ admin, activity, at }) => {
    await takeSteps(admin, activity.activityId, 'start')
    return () => admin.post('/vote/routedoor', { ballotid: at('1-101').ballotId, activitypropertyid: at('1-201').rosterPropertyId })
  },

  'voting.mark': async ({ admin, activity, at }) => {
    await takeSteps(admin, activity.activityId, 'start')
    return () => askMark(admin, activity.activityId, at('1-102'), 'C1')
  },
  'voting.cast': async ({ admin, activity, at }) => {
    await takeSteps(admin, activity.activityId, 'start')
    return () => askVote(admin, activity, [at('1-102'), at('1-301')], '1')
  },
  'voting.tally': async ({ admin, activity, at }) => {
    await takeSteps(admin, activity.activityId, 'start')
    good(await askMark(admin, activity.activityId, at('1-102'), 'C1'))
    await takeSteps(admin, activity.activityId, 'startTally')
    return () => askTally(admin, activity, ['C1'], '2')
  },
  'voting.void': async ({ admin, activity, at }) => {
    await takeSteps(admin, activity.activityId, 'start')
    const [recordid] = good(await askVote(admin, activity, [at('1-102')], '1')).recordids
    return () => admin.get('/vote/disable', { voteActivityId: activity.activityId, recordid })
  },
  'reading.enter': async (scene) => {
    const { clerk, entry } = await secondEntry(scene)
    return () => clerk.post('/reading/enter', entry)
  },
  'reading.settle': async (scene) => {
    const { clerk, entry } = await secondEntry(scene)
    const { readingid } = good(await clerk.post('/reading/enter', entry))
    const { client } = await scene.staff()
    return () => client.post('/reading/settle', { readingid, decision: 1, reason: '复录看错' })
  },
  'reading.page': async ({ admin, activity: { activityId } }) => {
    await takeSteps(admin, activityId, 'start')
    return () => sendPage(admin, activityId)
  },
  'reading.assign': async ({ admin, activity: { activityId } }) => {
    await takeSteps(admin, activityId, 'start')
    const { papers } = good(await admin.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
    const { pageid } = good(await sendPage(admin, activityId))
    return () => admin.post('/reading/assign', { pageid, code: papers[0].code, page: 1 })
  },
  'reading.confirm': async ({ admin, activity: { activityId, topics } }) => {
    await takeSteps(admin, activityId, 'start')
    const { papers } = good(await admin.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
    const { pageid } = good(await sendPage(admin, activityId))
    const { code } = papers[0] as { code: string }
    good(await admin.post('/reading/assign', { pageid, code, page: 1 }))
    const { datas } = good(await admin.get('/reading/papers', { voteactivityid: activityId }))
    const records = topics.map(({ votetopicid }) => ({ votetopicid, voteresult: 1 }))
    return () => admin.post('/reading/confirm', { voteactivityid: activityId, papers: [{ code, readingid: datas[0].readingid, records }] })
  },
  'reading.discard': async ({ admin, activity: { activityId } }) => {
    await takeSteps(admin, activityId, 'start')
    const { pageid } = good(await sendPage(admin, activityId))
    return () => admin.post('/reading/discard', { pageid, reason: '空白页' })
  },
  'paper.print': ofPaper((codes) => ({ path: 'print', body: { codes } })),
  'paper.issue': async ({ admin, activity }) => {
    await takeSteps(admin, activity.activityId, 'start')
    return () => admin.post('/paper/issue', { voteactivityid: activity.activityId, xpath: '' })
  },
  'paper.out': ofPaper((codes) => ({ path: 'out', body: { codes } })),
  'paper.receive': ofPaper((codes) => ({ path: 'receive', body: { codes } })),
  'paper.takeBack': async ({ admin, activity, at }) => {
    const { activityId: voteactivityid } = activity
    await takeSteps(admin, voteactivityid, 'start')
    const { papers } = good(await admin.post('/paper/issue', { voteactivityid, ballotids: [at('1-102').ballotId] }))
    const codes = papers.map(({ code }: { readonly code: string }) => code)
    good(await admin.post('/paper/receive', { voteactivityid, codes }))
    return () => admin.post('/paper/takeback', { voteactivityid, codes, status: 2 })
  },
  'paper.spoil': ofPaper((codes) => ({ path: 'spoil', body: { codes, reason: '选票损坏' } })),
  'paper.spoilAll': async ({ admin, activity: { activityId: voteactivityid } }) => {
    good(await admin.post('/paper/issue', { voteactivityid, xpath: '' }))
    return () => admin.post('/paper/spoilall', { voteactivityid, reason: '印刷有误' })
  },
  'paper.replace': ofPaper(([code]) => ({ path: 'replace', body: { code, reason: '选票遗失' } })),
  'voting.unmark': async ({ admin, activity, at }) => {
    await takeSteps(admin, activity.activityId, 'start')
    const { recordid } = good(await askMark(admin, activity.activityId, at('1-102'), 'C1'))
    return () => admin.post('/vote/unmark', { recordid, reason: '标记错业主' })
  },

  'notification.save': ({ admin, at }) => now(() => askDeliver(admin, at('1-301'))),
  'notification.saveMany': ({ admin, activity }) =>
    now(() =>
      admin.post('/vote/savenotifies', {
        voteactivityid: activity.activityId,
        name: '',
        notifystatus: '-1',
        xpath: '',
        expectedcount: 7,
        votesource: 3,
        notifytime: '2026-05-01 08:30:00',
        notifier: '王五',
        remark: '公告栏',
        pics: [],
      }),
    ),
  'notification.saveByPapers': async ({ admin, activity, at }) => {
    const { activityId: voteactivityid } = activity
    await takeSteps(admin, voteactivityid, 'start')
    const { papers } = good(await admin.post('/paper/issue', { voteactivityid, ballotids: [at('1-301').ballotId] }))
    good(await admin.post('/paper/out', { voteactivityid, codes: papers.map((paper: { code: string }) => paper.code) }))
    return () => admin.post('/vote/savenotifybypapers', { voteactivityid, paperstates: [1, 2], expectedcount: 1, votesource: 2 })
  },
  'notification.void': async ({ admin, at }) => {
    good(await askDeliver(admin, at('1-301')))
    const [{ notifyid }] = good(await admin.get('/vote/getnofityrecords', { activitypropertyid: at('1-301').rosterPropertyId }))
    return () => admin.post('/vote/voidnotify', { notifyid, reason: '登记错房屋' })
  },
  'notification.undoMany': async ({ admin, at, activity: { activityId: voteactivityid } }) => {
    const batch = { voteactivityid, activitypropertyids: [at('1-301').rosterPropertyId], expectedcount: 1 }
    const { batchid } = good(await admin.post('/vote/savenotifies', { ...batch, votesource: 2, notifytime: '2026-05-01 08:30:00' }))
    return () => admin.post('/vote/undonotifies', { voteactivityid, batchid, expectedcount: 1 })
  },
  'voting.sheet': ({ admin, activity }) => now(() => download(admin, `/vote/sheet?voteactivityid=${activity.activityId}`)),
  'voting.import': async ({ admin, activity }) => {
    await takeSteps(admin, activity.activityId, 'start')
    const bytes = await workbookOf([
      ['房屋坐落', '是否同意更新电梯'],
      ['一期-1栋-1单元-102', '同意'],
    ])
    return () => upload(admin, '/vote/importvotes', '录入表.xlsx', bytes, 'uploadfile', { voteactivityid: activity.activityId })
  },
  'notification.import': async ({ admin, activity }) => {
    const columns = ['分期', '区', '楼栋', '单元', '房号', '送达方式', '送达时间', '送达人', '备注']
    const bytes = await workbookOf([columns, ['一期', '', '1栋', '1单元', '102', '上门', '2026-05-01 08:00', '王', '']])
    return () => upload(admin, '/vote/importnotifyinfo', '送达.xlsx', bytes, 'uploadfile', { activityid: activity.activityId })
  },
  'notification.undoImport': async ({ admin, activity: { activityId: voteactivityid } }) => {
    const columns = ['分期', '区', '楼栋', '单元', '房号', '送达方式', '送达时间', '送达人', '备注']
    for (const remark of ['', '门卫代收']) {
      const bytes = await workbookOf([columns, ['一期', '', '1栋', '1单元', '102', '上门', '2026-05-01 08:00', '王', remark]])
      good(await upload(admin, '/vote/importnotifyinfo', '送达.xlsx', bytes, 'uploadfile', { activityid: voteactivityid }))
    }
    const { number } = good(await admin.get('/vote/lastnotifyimport', { voteactivityid }))
    return () => admin.post('/vote/undonotifyimport', { voteactivityid, number })
  },

  'privacy.reveal': ({ admin, at }) => now(() => admin.post('/privacy/reveal', { kind: 'property', id: at('1-101').propertyId })),
  'retention.setYears': ({ admin }) => now(() => admin.post('/retention/setyears', { years: 3 })),
  'retention.erase': async ({ admin, activity, server }) => {
    await takeSteps(admin, activity.activityId, 'start', 'finish')
    good(await admin.post('/retention/setyears', { years: 1 }))
    const { time } = server.clock
    await passDaysOfUse(server)
    server.clock.time = time
    const inTwoYears = async <T>(call: () => Promise<T>): Promise<T> => {
      server.clock.time += 2 * 366 * 24 * 3_600_000
      try {
        return await call()
      } finally {
        server.clock.time -= 2 * 366 * 24 * 3_600_000
      }
    }
    const later = await inTwoYears(async () => {
      const client = server.client(await logIn(server.client(), 'admin_1'))
      await confirm(client)
      return client
    })
    return () => inTwoYears(() => later.post('/retention/erase', { voteactivityid: activity.activityId, final: true }))
  },
  'retention.eraseRegistry': async ({ admin }) => {
    const { estateId } = await makeEstate(admin, [['9-901', '吴九', 90]], '空置小区')
    await confirm(admin)
    return () => admin.post('/retention/eraseregistry', { estateId, final: true })
  },
  'propertyChange.handIn': (scene) => now(() => askChange(scene, scene.admin)),
  'propertyChange.approve': decide('approvechangeproperty'),
  'propertyChange.reject': decide('rejectchangeproperty'),
}

const changes = (Object.entries(acts) as [EndpointName, 'keeps going' | Prepare][]).flatMap(([name, kind]) =>
  typeof kind === 'function' ? [[name, kind] as const] : [],
)
/** Calls that leave nothing but their entry, apart from sessions. */
const changesNothingElse: readonly EndpointName[] = [
  ...(Object.keys(endpoints) as EndpointName[]).filter(isDownload),
  'audit.export',
  'evidence.bundle',
  'paper.print',
  'route.get',
  'route.print',
  'result.acceptDifferences',
  'audit.acceptSchema',
  'audit.acceptClock',
  'account.logIn',
  'account.logOut',
  'account.cover',
  'account.uncover',
  'account.endSession',
  'sharing.start',
  'privacy.reveal',
  'sharing.stop',
  'system.permitRestore',
]

/** Their entries have the name that the chain check looks for. */
const erasing: ReadonlySet<EndpointName> = new Set(['retention.erase', 'retention.eraseRegistry'])

/** GETs that change or keep something going: they are not simply repeated when lost. */
it('the contract lists the GETs that write and the POSTs that only read', () => {
  const names = Object.keys(endpoints) as EndpointName[]
  const acting = names.filter((name) => endpoints[name].method === 'GET' && retryPolicyOf(endpoints[name]) !== 'ask')
  const expected = changes.map(([name]) => name).filter((name) => endpoints[name].method === 'GET' && !changesNothingElse.includes(name))
  expect(new Set(acting)).toEqual(new Set([...expected, 'account.sendSmsCaptcha', 'account.logOut']))
  const needed = names.filter((name) => retryPolicyOf(endpoints[name]) !== 'ask' || Object.hasOwn(journalActions, name))
  expect(needed.filter((name) => !(name in acts))).toEqual([])
})

/** Tables that change without an entry: those of logins, the journal's own, and trigger counters. */
const changedWithoutEntry = new Set(
  'session captcha sms_sent sms_log reminder login_failure audit_entry audit_part audit_summary audit_check checkpoint search_version'.split(' '),
)
/** All tables that a vote depends on. */
const tables = Object.keys(tableOwners).filter((table) => !changedWithoutEntry.has(table))

whereDatabasesDiffer('no change without its entry', (engine) => {
  const server = serverForAll(engine)
  let admin: Client
  /** Every entry as first seen. */
  const firstSeen = new Map<number, string>()
  beforeAll(async () => {
    admin = await server.member('admin_1')
    // A foreign trigger blocks results unless it is acknowledged.
    await run(['create table journal_is_broken (since integer)', ...(engine === 'sqlite' ? SQLITE_BREAKS : POSTGRES_BREAKS)])
    await confirm(admin)
    good(await admin.post('/audit/verify/known', { reason: '由技术人员维护数据库所致' }))
  })
  // A call made years later ends earlier sessions.
  beforeEach(async () => {
    if ((await admin.get('/unifiedUser/get')).code === 443) admin = server.client(await logIn(server.client(), 'admin_1'))
  })

  let made = 0
  async function makeScene(): Promise<Scene> {
    // The erasing calls ran two years later.
    await setClock(server, server.clock.time - 1)
    const activity = await makeActivityA(server, admin)
    const staff = async () => {
      const client = await server.member(`staff_${++made}`)
      return { client, id: (await client.get('/unifiedUser/get')).data.userid as string }
    }
    return { server, admin, staff, activity, at: (name) => propertyNamed(activity.roster, name) }
  }

  async function everything(): Promise<Record<string, string>> {
    const found: Record<string, string> = {}
    for (const table of tables) {
      const { rows } = await sql`select * from ${sql.table(table)} order by ${sql.raw(/_setting$|^route_door$/.test(table) ? '1' : '1, 2, 3')}`.execute(
        server.database.read,
      )
      found[table] = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
    }
    return found
  }
  let lastSeen = 0
  /** The entries that have come since they were asked for before. */
  async function newEntries() {
    const entries = await server.database.read.selectFrom('audit_entry').selectAll().where('number', '>', lastSeen).orderBy('number').execute()
    for (const entry of entries) firstSeen.set(entry.number, JSON.stringify(entry))
    lastSeen = entries.at(-1)?.number ?? lastSeen
    return entries
  }

  /** From now on the journal cannot be written, as with a broken disk or table. */
  const breakJournal = () => run(['insert into journal_is_broken values (1)'])
  const mendJournal = () => run(['delete from journal_is_broken'])
  async function run(statements: readonly string[]): Promise<void> {
    await server.database.write(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
    })
  }

  /** Makes a call whose sessions all end from elsewhere after admission and before its write; they are restored afterwards. */
  async function whileEnded(call: () => Promise<Envelope>): Promise<Envelope> {
    const { write } = server.database
    const spy = vi.spyOn(server.database, 'write').mockImplementationOnce(async (job, options) => {
      await write((tx) => tx.updateTable('session').set({ ended_at: 1, end_reason: 'revoked' }).where('ended_at', 'is', null).execute())
      return write(job, options)
    })
    try {
      return await call()
    } finally {
      spy.mockRestore()
      await write((tx) => tx.updateTable('session').set({ ended_at: null, end_reason: null }).where('ended_at', '=', 1).execute())
    }
  }

  /** PostgreSQL has a third of them in a sample: to break off and to write no entry are its own, what an entry says is not. */
  const tried = engine === 'sqlite' ? changes : changes.filter((_change, index) => index % atScale(1, 3) === 0)
  it.each(tried)('%s leaves an entry, and changes nothing if its session ends first or the entry cannot be written', async (name, prepare) => {
    const call = await prepare(await makeScene())
    const before = await everything()
    if (endpoints[name].access !== 'public') {
      const ended = await whileEnded(call)
      // The stream of a file breaks off.
      if (endpoints[name].response === 'stream') expect(ended.code).toBe(500)
      else expect(ended).toMatchObject({ code: 444, message: '你已被登出' })
      expect(await everything()).toEqual(before)
    }
    await newEntries()
    await breakJournal()
    let failed: Envelope
    try {
      failed = await call()
    } finally {
      await mendJournal()
    }
    expect(failed.code, failed.message).toBe(500)
    expect(await everything()).toEqual(before)
    expect(await newEntries()).toEqual([])

    expect(await call()).toMatchObject({ code: 200 })
    const entries = await newEntries()
    expect(entries.length).toBeGreaterThan(0)
    for (const { action, subject, address } of entries) expect([subject !== '', address], action).toEqual([true, '127.0.0.1'])
    // Besides its own entry: rows too large for one entry, and each vote that was imported or confirmed.
    const others = [
      'activity.roster',
      'notification.rows',
      'contact.reminded',
      ...(['voting.import', 'reading.confirm'].includes(name) ? ['voting.complete'] : []),
    ]
    expect(new Set(entries.map(({ action }) => action).filter((action) => !others.includes(action)))).toEqual(
      new Set([erasing.has(name) ? 'privacy.erase' : name === 'voting.cast' ? 'voting.complete' : name]),
    )
    if (changesNothingElse.includes(name)) expect(await everything()).toEqual(before)
    else expect(await everything()).not.toEqual(before)
  })

  it('none of these calls changed or lost an existing entry', async () => {
    await newEntries()
    const entries = await server.database.read.selectFrom('audit_entry').selectAll().orderBy('number').execute()
    expect(entries.length).toBeGreaterThan(tried.length)
    const erased = new Set(entries.flatMap(({ action, content }) => (action === 'privacy.erase' ? (JSON.parse(content ?? '').after.numbers as number[]) : [])))
    const kept = ({ salt, content, ...entry }: (typeof entries)[number]) =>
      JSON.stringify(erased.has(entry.number) ? { ...entry, salt: null, content: null } : { ...entry, salt, content })
    expect(entries.map(kept)).toEqual([...firstSeen.values()].map((text) => kept(JSON.parse(text))))
    expect(erased.size).toBeGreaterThan(0)
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ entrycount: entries.length, intact: true, brokenat: null })
    const journal = entries.map((entry) => entry.content).join()
    expect(journal).not.toMatch(/pine4827|river5208|scrypt/)
  })

  it.runIf(tried.length === changes.length)('every entry names in Chinese the action, subject, activity and changes', async () => {
    const { lastnumber } = good(await admin.get('/audit/verify'))
    const seen = new Map<string, Set<string>>()
    for (let number = 1; number <= lastnumber; number++) {
      const entry = good(await admin.get('/audit/get', { number }))
      const { action, subjectname, activitytitle, voteactivityid, summary } = entry
      if (action === 'audit.key' || entry.erased) continue // of nothing that has a name any more
      const at = `${number} ${action}`
      expect(actionName(action), at).toMatch(/^(?:Excel)?\p{Script=Han}+$/u)
      expect(actionName(action), at).not.toBe('其他操作')
      expect(subjectname, at).not.toBe('')
      const isOfActivity =
        action === 'privacy.erase'
          ? voteactivityid !== ''
          : /^(activity|todo|ballot|checkup|proxy|voting|notification|contact|publication|objection|paper|reading|sample|route|result|evidence|document)\.(?<!activity\.(?=export))/.test(
              action,
            )
      expect(activitytitle !== '', at).toBe(isOfActivity)
      expect(voteactivityid !== '', at).toBe(isOfActivity)
      if (
        /^(voting\.(?!import|sheet)|proxy|reading\.(?!page|assign|discard)|ballot\.(?!sync|export)|property\.(?!import|undoImport|export)|propertyChange\.(?!export)|notification\.(save|void)$|paper\.(?!issue|print|spoilAll))/.test(
          action,
        )
      )
        expect(subjectname, at).toMatch(/栋-1单元-\d+ \S+$/)
      expect(withoutGivenTexts(summary), at).not.toMatch(/[A-Za-z]{2}/)
      const rows = (entry.after?.changed ?? []).map((after: unknown, index: number) => ({ before: entry.before?.changed?.[index] ?? null, after }))
      for (const content of [entry, ...rows]) {
        const { changed: _were, ...before } = content.before ?? {}
        const { changed: _are, ...after } = content.after ?? {}
        const fields = comparedFields({ action, before: content.before && before, after: content.after && after })
        seen.set(action, new Set([...(seen.get(action) ?? []), ...fields.map(({ path }) => path)]))
        for (const { path, label, before: was, after: is, isTechnical } of fields) {
          expect(label, `${at} ${path}`).toMatch(/^[\p{Script=Han}()㎡ ·/]+$/u)
          expect(label, `${at} ${path}`).not.toContain('其他')
          if (!isTechnical) expect(withoutGivenTexts(was + is), `${at} ${path}`).not.toMatch(/[A-Za-z]{2}|其他/)
        }
      }
    }
    expect([...seen.keys()].filter((action) => !['activity.roster', 'system.day'].includes(action)).toSorted()).toEqual(
      Object.keys(journalActions)
        .filter((name) => ['privacy.erase', 'contact.reminded', 'voting.complete'].includes(name) || !(ownActions as readonly string[]).includes(name))
        .toSorted(),
    )
    expect([...seen.values()].every((fields) => fields.size > 0)).toBe(true)
  })

  it('the journal is read-only, and for administrators only', async () => {
    const staff = await server.member('staff_reader')
    for (const path of ['/audit/list', '/audit/get', '/audit/verify']) {
      expect(await staff.get(path)).toMatchObject({ code: 403, message: '没有权限：需要系统管理员', data: null })
      expect((await server.client().get(path)).code).toBe(443)
      expect(await admin.post(path, { number: 1 })).toMatchObject({ code: 404, message: '接口不存在' })
    }
    const ofJournal = 'list get lastImports checkpoints verify acceptSchema acceptOlder acceptClock export'.split(' ').map((name) => `audit.${name}`)
    expect(new Set(Object.keys(endpoints).filter((name) => name.startsWith('audit.')))).toEqual(new Set(ofJournal))
  })
})

/** A text without typed values and codes: account and file names. Paper codes first, as they may begin like a mark. */
const withoutGivenTexts = (text: string): string =>
  text.replaceAll(
    /\b(?:admin|staff|new)_\w+|[\w\p{Script=Han}]+\.(?:png|pdf|xlsx)|PNG|PDF|[2-9A-HJKMNP-Z]{8}|[\dA-F]{8}|C\d|lightMyRequest|estate\.of_nobody|audit_entry\.journal_broken/gu,
    '',
  )

const SQLITE_BREAKS = [
  `create trigger journal_broken before insert on audit_entry when exists (select 1 from journal_is_broken) begin select raise(abort, 'the journal is broken'); end`,
]
const POSTGRES_BREAKS = [
  `create function journal_broken() returns trigger language plpgsql as $$
   begin if exists (select 1 from journal_is_broken) then raise exception 'the journal is broken'; end if; return new; end $$`,
  'create trigger journal_broken before insert on audit_entry for each row execute function journal_broken()',
]
