import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/shared/contract/endpoint.ts'
import { endpoints, type EndpointName } from '../../src/shared/contract/index.ts'
import { roleLadder, roleNames, type Role } from '../../src/shared/features/account/roles.ts'
import { hashToken } from '../../src/server/features/account/user.ts'
import { activityBody, makeActivity, makeEstate, propertiesOfEstateA } from '../support/activities.ts'
import { APP_HEADERS, confirm, logIn, registerAccount, serverForAll, type Client, type Envelope } from '../support/server.ts'

type Access = 'public' | Role | `${Role} creator`
/**
 * Who may make a call (`trust.md` section 1): the lowest role, and where stated only the activity's creator.
 *
 * Calls not listed here: anybody may read, only managers may change.
 */
const others: Readonly<Partial<Record<EndpointName, Access>>> = {
  'system.health': 'public',
  'system.safety': 'admin',
  'sharing.status': 'admin',
  'sharing.start': 'admin',
  'sharing.stop': 'admin',
  'system.permitBackup': 'admin',
  'system.permitRestore': 'admin',
  'account.imageCaptcha': 'public',
  'account.sendSmsCaptcha': 'public',
  'account.register': 'public',
  'account.logIn': 'public',
  'account.logOut': 'viewer',
  'account.confirm': 'viewer',
  'account.cover': 'viewer',
  'account.uncover': 'viewer',
  'account.setCoverMinutes': 'admin',
  'account.changePassword': 'viewer',
  'account.list': 'admin',
  'account.setRole': 'admin',
  'account.setEstates': 'admin',
  'account.setDisabled': 'admin',
  'account.resetPassword': 'admin',
  'account.create': 'admin',
  'account.approve': 'admin',
  'account.reject': 'admin',
  'account.endSession': 'viewer',
  'audit.list': 'admin',
  'audit.get': 'admin',
  'audit.export': 'admin',
  'audit.checkpoints': 'manager',
  'audit.verify': 'admin',
  'file.uploadImage': 'clerk',
  'file.uploadDocument': 'clerk',
  'job.cancel': 'viewer',
  'account.export': 'admin',
  'property.lastImport': 'manager',
  'activity.update': 'manager creator',
  'activity.delete': 'manager creator',
  'activity.secondEntry': 'manager creator',
  'activity.start': 'manager creator',
  'activity.extend': 'manager creator',
  'activity.startTally': 'manager creator',
  'activity.finish': 'manager creator',
  'activity.handover': 'admin',
  'proxy.save': 'clerk',
  'contact.save': 'clerk',
  'contact.list': 'clerk',
  'contact.withdraw': 'clerk',
  'objection.save': 'clerk',
  'objection.list': 'clerk',
  'objection.withdraw': 'clerk',
  'contact.previewReminder': 'manager',
  'checkup.get': 'manager',
  'checkup.compare': 'manager',
  'checkup.sheet': 'manager',
  'voting.mark': 'clerk',
  'voting.cast': 'clerk',
  'voting.tally': 'clerk',
  'voting.void': 'clerk',
  'voting.unmark': 'clerk',
  'voting.sheet': 'clerk',
  'sample.ask': 'clerk',
  'notification.save': 'clerk',
  'notification.saveMany': 'clerk',
  'notification.saveByPapers': 'clerk',
  'notification.void': 'clerk',
  'notification.import': 'clerk',
  'notification.lastImport': 'clerk',
  'notification.undoImport': 'clerk',
  'notification.undoMany': 'clerk',
  'paper.out': 'clerk',
  'paper.receive': 'clerk',
  'paper.takeBack': 'clerk',
  'paper.spoil': 'clerk',
  'paper.replace': 'clerk',
  'paper.print': 'clerk',
  'reading.enter': 'clerk',
  'reading.due': 'clerk',
  'reading.differences': 'manager',
  'reading.page': 'clerk',
  'reading.pages': 'clerk',
  'reading.confirm': 'clerk',
  'reading.assign': 'clerk',
  'reading.discard': 'clerk',
  'reading.strip': 'clerk',
  'reading.room': 'clerk',
  'propertyChange.handIn': 'clerk',
  'privacy.reveal': 'clerk',
  'retention.overview': 'admin',
  'retention.setYears': 'admin',
  'retention.preview': 'admin',
  'retention.erase': 'admin',
  'retention.previewRegistry': 'admin',
  'retention.eraseRegistry': 'admin',
  'result.statistics': 'viewer creator',
  'route.get': 'manager',
  'route.print': 'manager',
  'route.sheet': 'manager',
  'result.receipt': 'clerk',
  'result.report': 'manager',
  'result.acceptDifferences': 'admin',
  'audit.acceptSchema': 'admin',
  'audit.acceptClock': 'admin',
  'audit.acceptOlder': 'admin',
  'evidence.bundle': 'manager',
  'document.make': 'manager',
  'document.letterhead': 'manager',
  'sensitivity.get': 'manager',
}
function accessOf(name: EndpointName): Access {
  const { method, changesData = method === 'POST' }: Endpoint = endpoints[name]
  return others[name] ?? (changesData ? 'manager' : 'viewer')
}

const table = (Object.keys(endpoints) as EndpointName[]).map((name) => {
  const [lowest = '', creator] = accessOf(name).split(' ')
  return { name, lowest: lowest as 'public' | Role, isCreatorOnly: creator === 'creator' }
})
/** Logout would end the session of the other calls, and a covered session answers none of them. */
const repeatable = table.filter(({ name }) => name !== 'account.logOut' && name !== 'account.cover')
const NOBODY = [443, 444]
const NOT_THE_CREATOR = '只有活动创建人可以执行此操作'

describe('access to each call', () => {
  const server = serverForAll('sqlite')
  let creator: Client
  let expired: string
  let activityId: string
  let estateId: string
  const people = {} as Record<Role, Client>
  /** A session token of a waiting account: such an account cannot log in, and the token opens nothing. */
  const waiting = 'a-session-of-somebody-who-waits'
  beforeAll(async () => {
    await server.member('admin_1')
    expired = await logIn(server.client(), 'admin_1')
    server.clock.time += 3 * 3_600_000
    people.admin = server.client(await logIn(server.client(), 'admin_1'))
    creator = await server.member('creator_1')
    for (const role of ['manager', 'clerk', 'viewer'] as const) people[role] = await server.member(`${role}_1`, role)
    estateId = (await makeEstate(creator, propertiesOfEstateA)).estateId
    activityId = (await makeActivity(creator, estateId)).activityId
    const { data } = await registerAccount(server.client(), 'waiting_1', 90_000_000)
    await server.database.write(async (tx) => {
      const { id } = await tx.selectFrom('user').select('id').where('public_id', '=', data.userid).executeTakeFirstOrThrow()
      const now = server.clock.now()
      const session = { token_hash: hashToken(waiting), user_id: id, address: '', device: '', created_at: now, used_at: now, ended_at: null, end_reason: null }
      await tx.insertInto('session').values(session).execute()
    })
  })

  /** Bodies for calls that check the activity's creator only after reading the rest. */
  const bodies: Partial<Record<EndpointName, () => object>> = {
    'activity.update': () => ({ voteactivityid: activityId, ...activityBody(estateId) }),
    'activity.secondEntry': () => ({ id: activityId, secondentry: 1 }),
    'activity.extend': () => ({ id: activityId, enddate: '2027-01-01 00:00:00', reason: '收回的表决票不足三分之二' }),
  }
  /** Makes the call with nothing but the activity's id; returns the envelope, or code 200 for bytes. */
  async function answerOf(name: EndpointName, token: string): Promise<Pick<Envelope, 'code' | 'message'>> {
    const { method, path, file }: Endpoint = endpoints[name]
    const headers = { ...APP_HEADERS, ...(token === '' ? {} : { 'x-auth-id': token }), ...(file ? { 'content-type': 'multipart/form-data; boundary=x' } : {}) }
    const url = `/api${path.replace(':id', 'nothing')}`
    const body = file ? '--x--\r\n' : { ...bodies[name]?.() }
    const query = {
      ...(accessOf(name).endsWith('creator') ? { id: activityId, ids: activityId } : {}),
      ...(name === 'audit.checkpoints' ? { voteactivityid: activityId } : {}),
    }
    const response = await server.app.inject({ method, url, headers, query, ...(method === 'POST' ? { payload: body } : {}) })
    return response.headers['content-type']?.toString().includes('json') ? response.json<Envelope>() : { code: 200, message: 'success' }
  }

  it.each(table)('$name ($lowest) without a session, with a made-up and with an expired one', async ({ name, lowest }) => {
    for (const token of ['', 'made-up', expired]) {
      const { code } = await answerOf(name, token)
      if (lowest === 'public') expect(NOBODY).not.toContain(code)
      else expect(code).toBe(443)
    }
  })

  it.each(table.filter(({ lowest }) => lowest !== 'public'))('$name with a session of an account that awaits approval', async ({ name }) => {
    expect((await answerOf(name, waiting)).code).toBe(444)
  })

  it.each(repeatable.flatMap((row) => roleLadder.map((role) => ({ ...row, role }))))('$name ($lowest) by a $role who created nothing', async (row) => {
    const { name, lowest, isCreatorOnly, role } = row
    const { code, message } = await answerOf(name, people[role].token)
    expect(NOBODY).not.toContain(code)
    if (lowest !== 'public' && roleLadder.indexOf(role) < roleLadder.indexOf(lowest)) expect({ code, message }).toEqual(tooLow(lowest))
    else if (isCreatorOnly) expect({ code, message }).toEqual({ code: 403, message: NOT_THE_CREATOR })
    else expect(code).not.toBe(403)
  })
  const tooLow = (lowest: Role) => ({ code: 403, message: `没有权限：需要${roleNames[lowest]}` })

  it.each(table.filter(({ isCreatorOnly }) => isCreatorOnly))('$name by the creator', async ({ name }) => {
    if (name === 'activity.delete') {
      const own = (await makeActivity(creator, estateId)).activityId
      expect((await creator.get('/votedef/delete', { ids: own })).code).toBe(200)
      return
    }
    expect((await answerOf(name, creator.token)).code).toBe(200)
  })

  it('lets an account with a temporary password only change it, read its own account and log out', async () => {
    const account = { username: 'made_1', nickName: '新来的', phone: '13700000001', role: 'admin', password: 'river5208' }
    await confirm(people.admin)
    expect((await people.admin.post('/account/create', account)).code).toBe(200)
    const token = await logIn(server.client(), 'made_1', account.password)
    const open = ['account.changePassword', 'account.current', 'account.logOut']
    for (const { name } of repeatable.filter(({ lowest }) => lowest !== 'public')) {
      const { code, message } = await answerOf(name, token)
      if (open.includes(name)) expect(code).not.toBe(403)
      else expect({ name, code, message }).toEqual({ name, code: 403, message: '请先修改密码' })
    }
  })

  it('answers 445 to a covered session for all calls but the cover’s own and the logout, after checking 443 and 403', async () => {
    const token = await logIn(server.client(), 'viewer_1')
    const own = server.client(token)
    expect((await own.post('/account/cover', {})).code).toBe(200)
    for (const { name, lowest } of repeatable) {
      if (lowest === 'public') continue
      const { code, message } = await answerOf(name, token)
      if (name === 'account.uncover') expect({ code, message }).toEqual({ code: 400, message: '密码不能为空！' })
      else if (lowest !== 'viewer') expect({ name, code, message }).toEqual({ name, ...tooLow(lowest) })
      else expect({ name, code, message }).toEqual({ name, code: 445, message: '屏幕已锁定，请输入密码解锁' })
    }
    expect((await own.get('/logout')).code).toBe(200)
  })

  it('checks the role before validating the body', async () => {
    expect(await people.viewer.post('/vtpropertyinfo/save', {})).toMatchObject(tooLow('manager'))
    expect(await people.manager.post('/vtpropertyinfo/save', {})).toMatchObject({ code: 400 })
  })

  it('applies a lowered role to open sessions immediately', async () => {
    const user = await server.member('lowered_1', 'manager')
    const { userid } = (await user.get('/unifiedUser/get')).data
    await confirm(people.admin)
    const save = () => user.post('/vtestate/save', { name: '晚晴里', addr: '晚晴路1号' })
    expect((await save()).code).toBe(200)
    expect((await people.admin.post('/account/setrole', { userid, role: 'viewer' })).code).toBe(200)
    expect(await save()).toMatchObject(tooLow('manager'))
    expect((await user.get('/unifiedUser/get')).data.roles).toEqual(['viewer'])
  })
})
