import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/shared/contract/endpoint.ts'
import { endpoints, type EndpointName } from '../../src/shared/contract/index.ts'
import { activityBody, makeActivity, makeEstate, propertiesOfEstateA } from '../support/activities.ts'
import { APP_HEADERS, logIn, startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * Who may make each call. `member`: anybody logged in; `creator`: the activity's creator alone; `admin`: the role.
 *
 * An endpoint that is missing here does not compile.
 */
const access: Record<EndpointName, 'public' | 'member' | 'creator' | 'admin'> = {
  'system.health': 'public',
  'system.backupStatus': 'member',
  'account.imageCaptcha': 'public',
  'account.sendSmsCaptcha': 'public',
  'account.register': 'public',
  'account.logIn': 'public',
  'account.logOut': 'member',
  'account.confirm': 'member',
  'account.current': 'member',
  'account.changePassword': 'member',
  'account.list': 'admin',
  'account.setRole': 'admin',
  'account.setDisabled': 'admin',
  'account.resetPassword': 'admin',
  'audit.list': 'admin',
  'audit.get': 'admin',
  'audit.export': 'admin',
  'audit.lastImports': 'member',
  'audit.verify': 'admin',
  'dictionary.entries': 'member',
  'dictionary.divisions': 'member',
  'dictionary.findDivisions': 'member',
  'file.uploadImage': 'member',
  'file.uploadDocument': 'member',
  'file.get': 'member',
  'job.progress': 'member',
  'job.cancel': 'member',
  'job.markedWorkbook': 'member',
  'estate.list': 'member',
  'estate.save': 'member',
  'estate.update': 'member',
  'estate.delete': 'member',
  'estate.all': 'member',
  'estate.places': 'member',
  'property.list': 'member',
  'property.export': 'member',
  'estate.export': 'member',
  'activity.export': 'member',
  'ballot.exportRoster': 'member',
  'ballot.exportUnmerged': 'member',
  'notification.export': 'member',
  'propertyChange.export': 'member',
  'account.export': 'admin',
  'property.totals': 'member',
  'estate.totals': 'member',
  'property.unsettledPlaces': 'member',
  'property.save': 'member',
  'property.update': 'member',
  'property.delete': 'member',
  'property.import': 'member',
  'activity.list': 'member',
  'activity.get': 'member',
  'activity.save': 'member',
  'activity.copy': 'member',
  'activity.update': 'creator',
  'activity.delete': 'creator',
  'activity.start': 'creator',
  'activity.startTally': 'creator',
  'activity.finish': 'creator',
  'activity.scopePaths': 'member',
  'activity.inProgress': 'member',
  'activity.unfinished': 'member',
  'ballot.sync': 'member',
  'ballot.merge': 'member',
  'ballot.mergeOwners': 'member',
  'ballot.unmergedOwners': 'member',
  'ballot.split': 'member',
  'ballot.splitOut': 'member',
  'ballot.addProperty': 'member',
  'ballot.modifyProperty': 'member',
  'ballot.removeProperty': 'member',
  'ballot.property': 'member',
  'ballot.ownerWithProperties': 'member',
  'ballot.unsettledPlaces': 'member',
  'voting.mark': 'member',
  'voting.complete': 'member',
  'voting.tally': 'member',
  'voting.void': 'member',
  'voting.unmark': 'member',
  'voting.deskCounts': 'member',
  'voting.detail': 'member',
  'voting.history': 'member',
  'voting.findVoters': 'member',
  'voting.votersOfProperty': 'member',
  'voting.votersByMarkedCode': 'member',
  'voting.unitPaths': 'member',
  'voting.grid': 'member',
  'voting.roomOwners': 'member',
  'voting.counts': 'member',
  'voting.overview': 'member',
  'voting.placeProgress': 'member',
  'notification.list': 'member',
  'notification.records': 'member',
  'notification.save': 'member',
  'notification.saveMany': 'member',
  'notification.counts': 'member',
  'notification.import': 'member',
  'propertyChange.handIn': 'member',
  'propertyChange.list': 'member',
  'propertyChange.approve': 'member',
  'propertyChange.reject': 'member',
  'result.progress': 'member',
  'result.statistics': 'creator',
  'result.notVoted': 'member',
  'result.notVotedSheet': 'member',
  'result.report': 'member',
}

const table = (Object.keys(access) as EndpointName[]).map((name) => [name, access[name]] as const)
const NOBODY = [443, 444]

describe('who may make each call', () => {
  let server: TestServer
  let admin: Client
  let creator: Client
  let staff: Client
  let expired: string
  let activityId: string
  let estateId: string
  beforeAll(async () => {
    server = await startServer('sqlite')
    admin = await server.member('admin_1')
    expired = await logIn(server.client(), 'admin_1')
    server.clock.time += 3 * 3_600_000
    admin = server.client(await logIn(server.client(), 'admin_1'))
    creator = await server.member('creator_1')
    staff = await server.member('staff_1')
    estateId = (await makeEstate(creator, propertiesOfEstateA)).estateId
    activityId = (await makeActivity(creator, estateId)).activityId
  })
  afterAll(() => server.close())

  /** Makes the call with nothing but what names the activity; answers the envelope's code, 200 for bytes. */
  async function codeOf(name: EndpointName, token: string): Promise<number> {
    const { method, path, file }: Endpoint = endpoints[name]
    const headers = { ...APP_HEADERS, ...(token === '' ? {} : { 'x-auth-id': token }), ...(file ? { 'content-type': 'multipart/form-data; boundary=x' } : {}) }
    const url = `/api${path.replace(':id', 'nothing')}`
    const body = file ? '--x--\r\n' : name === 'activity.update' ? { voteactivityid: activityId, ...activityBody(estateId) } : {}
    const query = access[name] === 'creator' ? { id: activityId, ids: activityId } : {}
    const response = await server.app.inject({ method, url, headers, query, ...(method === 'POST' ? { payload: body } : {}) })
    return response.headers['content-type']?.toString().includes('json') ? response.json<{ code: number }>().code : 200
  }

  it('knows every endpoint', () => {
    expect(Object.keys(access).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  })

  it.each(table)('%s (%s) without a session, with a made-up and with an expired one', async (name, who) => {
    for (const token of ['', 'made-up', expired]) {
      const code = await codeOf(name, token)
      if (who === 'public') expect(NOBODY).not.toContain(code)
      else expect(code).toBe(443)
    }
  })

  it.each(table.filter(([name]) => name !== 'account.logOut'))('%s (%s) by another user, by an administrator', async (name, who) => {
    const [byOther, byAdmin] = [await codeOf(name, staff.token), await codeOf(name, admin.token)]
    expect(NOBODY).not.toContain(byOther)
    expect(byOther === 403).toBe(who === 'admin' || who === 'creator')
    expect(NOBODY).not.toContain(byAdmin)
    expect(byAdmin === 403).toBe(who === 'creator')
  })

  it.each(table.filter(([, who]) => who === 'creator'))('%s by the creator', async (name) => {
    if (name === 'activity.delete') {
      const own = (await makeActivity(creator, estateId)).activityId
      expect((await creator.get('/votedef/delete', { ids: own })).code).toBe(200)
      return
    }
    expect(await codeOf(name, creator.token)).toBe(200)
  })
})
