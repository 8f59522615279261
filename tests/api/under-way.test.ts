import pg from 'pg'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { askVote, good, makeActivityA, makeEstate, propertiesOfEstateA, propertyNamed, takeSteps } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { confirm, madeBefore, serverForAll, type Client } from '../support/server.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'

whereDatabasesDiffer('a call that was let in', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  beforeAll(async () => {
    await confirm(admin)
    activity = await makeActivityA(server, admin)
    await takeSteps(admin, activity.activityId, 'start')
  })
  afterEach(() => void vi.restoreAllMocks())

  /** Runs something once the next call is admitted, before it writes. */
  function beforeItWrites(act: () => Promise<unknown>): void {
    const { write } = server.database
    vi.spyOn(server.database, 'write').mockImplementationOnce(async (job, options) => {
      await act()
      return write(job, options)
    })
  }
  const idOf = async (client: Client) => good(await client.get('/unifiedUser/get')).userid as string
  const setDisabled = async (userid: string, disabled: boolean) => good(await admin.post('/account/setdisabled', { userid, disabled }))
  const setRole = async (userid: string, role: string) => good(await admin.post('/account/setrole', { userid, role }))
  const voteBy = (client: Client) => askVote(client, activity, [propertyNamed(activity.roster, '2-101')], '1')
  const votes = async () => (await server.database.read.selectFrom('vote_record').select('id').execute()).length

  it('is refused with 444 if the account was disabled meanwhile', async () => {
    const clerk = await server.member('clerk_1', 'clerk')
    const id = await idOf(clerk)
    beforeItWrites(() => setDisabled(id, true))
    expect(await voteBy(clerk)).toMatchObject({ code: 444, message: '你已被登出' })
    expect(await votes()).toBe(0)
  })

  it('is refused with 443 if its user logged out meanwhile', async () => {
    const clerk = await server.member('clerk_2', 'clerk')
    beforeItWrites(() => clerk.get('/logout'))
    expect(await voteBy(clerk)).toMatchObject({ code: 443, message: '登录已失效，请重新登录' })
    expect(await votes()).toBe(0)
  })

  it('is refused with 403 if its user’s role was lowered meanwhile, even if the new role may call it', async () => {
    const clerk = await server.member('clerk_3', 'clerk')
    const clerkId = await idOf(clerk)
    beforeItWrites(() => setRole(clerkId, 'viewer'))
    expect(await voteBy(clerk)).toMatchObject({ code: 403, message: '没有权限：需要录入员' })
    const manager = await server.member('manager_1')
    const managerId = await idOf(manager)
    beforeItWrites(() => setRole(managerId, 'clerk'))
    expect(await voteBy(manager)).toMatchObject({ code: 403, message: '没有权限：需要活动负责人' })
    expect(await votes()).toBe(0)
    expect(await voteBy(manager)).toMatchObject({ code: 200 })
  })

  it('continues if its user’s role was raised meanwhile', async () => {
    const clerk = await server.member('clerk_4', 'clerk')
    const id = await idOf(clerk)
    const before = await votes()
    beforeItWrites(() => setRole(id, 'manager'))
    expect(await askVote(clerk, activity, [propertyNamed(activity.roster, '1-102')], '1')).toMatchObject({ code: 200 })
    expect(await votes()).toBe(before + 1)
  })

  it('writes nothing of a workbook if the account was disabled meanwhile', async () => {
    const manager = await server.member('manager_2')
    const { estateId } = await makeEstate(manager, propertiesOfEstateA.slice(0, 1))
    const id = await idOf(manager)
    const bytes = await propertyWorkbook(200)
    beforeItWrites(() => setDisabled(id, true))
    expect(await manager.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: '房产.xlsx', bytes }, { estateId })).toMatchObject({
      code: 444,
    })
    expect(good(await admin.get('/vtpropertyinfo/list', { estateId })).totalCount).toBe(1)
  })

  it.runIf(engine === 'postgres')('keeps its session and its account as they are until its commit, whoever else changes them', async () => {
    const clerk = await server.member('clerk_5', 'clerk')
    const other = new pg.Client((server.database.location as { url: string }).url)
    await other.connect()
    try {
      await other.query("set lock_timeout = '100ms'")
      const { write } = server.database
      const tries: unknown[] = []
      vi.spyOn(server.database, 'write').mockImplementationOnce((job, options) =>
        write(async (tx, onCommit) => {
          const value = await job(tx, onCommit)
          for (const change of [`update "user" set status = 2 where username = 'clerk_5'`, 'update session set ended_at = 1'])
            tries.push(await other.query(change).catch((error: { code: string }) => error.code))
          return value
        }, options),
      )
      expect(await askVote(clerk, activity, [propertyNamed(activity.roster, '1-201')], '1')).toMatchObject({ code: 200 })
      expect(tries).toEqual(['55P03', '55P03'])
    } finally {
      await other.end()
    }
  })
})
