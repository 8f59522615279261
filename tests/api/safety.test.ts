import { expect, it } from 'vitest'
import { good, makeActivityA, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { removeJournalGuards } from '../support/journal.ts'
import { PASSWORD } from '../support/passwords.ts'
import { readReport, sheetNamed } from '../support/reports.ts'
import { confirm, madeBefore, registerAccount, serverForAll, startServer } from '../support/server.ts'

onBothDatabases('the safety overview (安全状况)', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  const safety = async () => good(await admin.get('/system/safety'))

  it('reports that nothing was saved or checked yet, and the clock', async () => {
    expect(await safety()).toMatchObject({
      now: '2026-05-01 09:00:00',
      backup: { kept: false, lasttime: '' },
      lastsavedtime: '',
      lastencryptedtime: '',
      sharing: { switchable: true, on: false, connected: [] },
      accounts: { waiting: 0, neverused: 0, mustchange: 0, tocheck: 0, differing: 0 },
      journalcheck: null,
      schema: [],
      schemaknown: null,
      signing: {
        keycount: 1,
        checkpoint: { number: 2, time: '2026-05-01 09:00:00', code: expect.stringMatching(/^[\da-f]{4}( [\da-f]{4}){7}$/) },
        keptnumber: null,
      },
      latestentrytime: '2026-05-01 09:00:00',
    })
  })

  it('counts waiting accounts, unused ones, and those with another’s password', async () => {
    good(await registerAccount(server.client(), 'waiting_1', 500))
    await server.member('staff_1')
    await confirm(admin)
    good(await admin.post('/account/create', { username: 'made_1', nickName: '新人', phone: '13900000001', role: 'clerk', password: PASSWORD }))
    const { userid } = good(
      await admin.post('/account/create', { username: 'made_2', nickName: '离开', phone: '13900000002', role: 'clerk', password: PASSWORD }),
    )
    good(await admin.post('/account/setdisabled', { userid, disabled: true }))
    expect((await safety()).accounts).toEqual({ waiting: 1, neverused: 1, mustchange: 1, tocheck: 0, differing: 0 })
  })

  it('reports the last backup that was saved, and the last encrypted one', async () => {
    const save = async (fileName: string, isEncrypted: boolean) => {
      const { permit } = good(await admin.post('/backup/permit', { purpose: '定期备份' }))
      const wish = server.system.takeBackupPermit(permit)
      if (!wish) throw new Error('no permit')
      await server.system.recordBackup(wish, { fileName, byteCount: 1, sha256: 'a'.repeat(64), isEncrypted })
    }
    await save('一.vtbackup', true)
    server.clock.time += 60_000
    await save('二.db', false)
    expect(await safety()).toMatchObject({ lastsavedtime: '2026-05-01 09:01:00', lastencryptedtime: '2026-05-01 09:00:00' })
  })

  it('stores the last check of the whole journal with any result', async () => {
    const { entrycount } = good(await admin.get('/audit/verify'))
    expect((await safety()).journalcheck).toEqual({
      time: '2026-05-01 09:01:00',
      username: 'admin_1',
      entrycount,
      brokenat: null,
      faultcount: 0,
      filefaultcount: 0,
    })

    server.clock.time += 60_000
    await removeJournalGuards(server.database)
    await server.database.write((tx) => tx.updateTable('audit_entry').set({ username: 'somebody' }).where('number', '=', 2).execute())
    good(await admin.get('/audit/verify'))
    expect((await safety()).journalcheck).toEqual({
      time: '2026-05-01 09:02:00',
      username: 'admin_1',
      entrycount: 1,
      brokenat: 2,
      faultcount: expect.any(Number),
      filefaultcount: 0,
    })
  })

  it('answers a check even if its result cannot be stored', async () => {
    const { write } = server.database
    await write((tx) => tx.schema.alterTable('audit_check').renameTo('audit_check_away').execute())
    expect(good(await admin.get('/audit/verify'))).toMatchObject({ intact: false, brokenat: 2 })
    await write((tx) => tx.schema.alterTable('audit_check_away').renameTo('audit_check').execute())
  })

  it('names accounts whose role, status or name differs from the journal, without blocking them', async () => {
    const apart = await startServer(engine)
    const chief = await apart.member('admin_1')
    await apart.member('staff_2')
    await apart.member('staff_3', 'clerk')
    const { nickName } = await apart.database.read
      .selectFrom('user')
      .select('nick_name as nickName')
      .where('username', '=', 'staff_3')
      .executeTakeFirstOrThrow()
    expect(good(await chief.get('/audit/verify')).replay.differences).toEqual([])
    await apart.database.write(async (tx) => {
      await tx.updateTable('user').set({ role: 'admin' }).where('username', '=', 'staff_2').execute()
      await tx.updateTable('user').set({ status: 2, nick_name: '孙某' }).where('username', '=', 'staff_3').execute()
    })
    expect(good(await chief.get('/system/safety')).accounts).toMatchObject({ differing: 2 })
    const differences = [
      { kind: 'account', id: 'staff_2', activity: '', field: 'role', expected: '活动负责人', found: '系统管理员' },
      { kind: 'account', id: 'staff_3', activity: '', field: 'nickName', expected: nickName, found: '孙某' },
      { kind: 'account', id: 'staff_3', activity: '', field: 'status', expected: '正常', found: '已停用' },
    ]
    expect(good(await chief.get('/audit/verify')).replay).toMatchObject({ differences, differencecount: 3 })
    const activity = await makeActivityA(apart, chief)
    await takeSteps(chief, activity.activityId, 'start', 'finish')
    const report = await chief.raw(`/vote/report?voteActivityId=${activity.activityId}`)
    const conclusion = JSON.stringify(sheetNamed(await readReport(report.rawPayload), '表决结论').getSheetValues())
    expect(conclusion).toContain('与操作日志不一致的账号（staff_2）：角色应为 活动负责人，现为 系统管理员')
    await apart.close()
  })
})
