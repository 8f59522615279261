import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { askVote, good, makeActivityA, propertyNamed, takeSteps } from '../support/activities.ts'
import { whereDatabasesDiffer } from '../support/databases.ts'
import { entriesOf } from '../support/journal.ts'
import { readReport, sheetNamed } from '../support/reports.ts'
import { confirm, logIn, startServer, type Client, type TestServer } from '../support/server.ts'

const MINUTE = 60_000

/** `proof.md` section 8: a clock set back is detected. */
whereDatabasesDiffer('the clock', (engine) => {
  let server: TestServer
  let admin: Client
  let activity: Awaited<ReturnType<typeof makeActivityA>>
  /** Earlier sessions are invalid if the clock is too far before their start. */
  const again = async () => void (admin = server.client(await logIn(server.client(), 'admin_1')))
  const vote = (place: string) => askVote(admin, activity, [propertyNamed(activity.roster, place)], '1')
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
    activity = await makeActivityA(server, admin)
    await takeSteps(admin, activity.activityId, 'start')
  })
  afterEach(() => server.close())

  it('a clock set back by more than five minutes blocks changes but not logins', async () => {
    const before = server.clock.time
    server.clock.time -= 5 * MINUTE
    good(await vote('1-102'))
    server.clock.time -= 1
    await again()
    const refusal = { code: 409, message: expect.stringContaining(`服务器时间早于最近一次操作（${formatTime(before)}），请先校准服务器的时间`) }
    expect(await vote('1-301')).toMatchObject(refusal)
    // A login is another kind of entry, and does not lower the journal's time although it is the newest.
    await again()
    expect(await vote('1-301')).toMatchObject(refusal)
    expect(good(await admin.get('/system/safety'))).toMatchObject({ latestentrytime: formatTime(before) })
    server.clock.time = before
    await again()
    good(await vote('1-301'))
  })

  it('is compared with what other processes, and this one before its restart, have written', async () => {
    const before = server.clock.time
    server.clock.time -= 10 * MINUTE
    server = await server.restart()
    await again()
    expect(await vote('1-102')).toMatchObject({ code: 409 })
    server.clock.time = before
    await again()
    good(await vote('1-102'))
  })

  it('is accepted by an administrator with a reason; later times are compared with it', async () => {
    const before = server.clock.time
    const accept = (reason: string) => admin.post('/audit/acceptclock', { reason })
    await confirm(admin)
    expect(await accept('此前调快了')).toMatchObject({ code: 409, message: '服务器时间不早于最近一次操作，没有需要确认的' })
    server.clock.time -= 60 * MINUTE
    await again()
    expect(await accept('此前调快了')).toMatchObject({ code: 445 })
    await confirm(admin)
    expect(await accept(' ')).toMatchObject({ code: 400, message: '请输入原因' })
    good(await accept('此前调快了'))
    expect(await accept('此前调快了')).toMatchObject({ code: 409 })
    good(await vote('1-102'))
    const [entry] = await entriesOf(admin, { action: 'audit.acceptClock' })
    expect(entry).toMatchObject({
      kind: 'security',
      after: { reason: '此前调快了', journalTime: formatTime(before), serverTime: formatTime(before - 60 * MINUTE) },
    })
    server = await server.restart()
    admin = server.client(admin.token)
    good(await vote('1-301'))
    server.clock.time -= 6 * MINUTE
    await again()
    expect(await vote('2-101')).toMatchObject({ code: 409 })
  })

  it('the five-minute tolerance lets no late vote count as punctual', async () => {
    const { enddate } = good(await admin.get('/votedef/get', { id: activity.activityId }))
    const end = Date.parse(`${String(enddate).replace(' ', 'T')}+08:00`)
    server.clock.time = end + MINUTE
    await again() // an entry behind the end
    server.clock.time = end - MINUTE
    const late = await vote('1-102')
    server.clock.time = end + MINUTE
    expect(late).toEqual(await vote('1-102'))
    expect(late.code).toBe(402)
  })

  it('a clock that runs behind is reported by the check and the report, but is no error', async () => {
    const before = server.clock.time
    server.clock.time -= 2 * MINUTE
    good(await vote('1-102'))
    server.clock.time = before - 10_000
    good(await vote('1-301'))
    server.clock.time = before
    const verified = good(await admin.get('/audit/verify'))
    const [newest, older] = await entriesOf(admin, { action: 'voting.complete' })
    expect(newest.time).toBe(formatTime(before - 10_000)) // no more than honest servers differ
    expect(verified).toMatchObject({
      intact: true,
      clock: { count: 1, entries: [{ number: older.number, time: formatTime(before - 2 * MINUTE), journaltime: formatTime(before) }] },
    })
    await takeSteps(admin, activity.activityId, 'finish')
    const report = await admin.raw(`/vote/report?voteActivityId=${activity.activityId}`)
    const conclusion = JSON.stringify(sheetNamed(await readReport(report.rawPayload), '表决结论').getSheetValues())
    expect(conclusion).toContain('签名密钥：操作日志中共 1 把')
    expect(conclusion).toContain(
      `有 1 条操作日志的时间早于前面的日志：第 ${older.number} 条 ${formatTime(before - 2 * MINUTE)}（此前已有 ${formatTime(before)}）`,
    )
  })

  it('a server whose clock deviates from the database’s clock changes nothing', async () => {
    let apart = 0
    server = await server.restart({ databaseNow: () => Promise.resolve(Date.now() + apart) })
    admin = server.client(admin.token)
    good(await vote('1-102'))
    apart = -7 * MINUTE
    expect(await vote('1-301')).toMatchObject({ code: 409, message: '服务器与数据库的时间相差7分钟，请先校准服务器的时间' })
    apart = 7 * MINUTE
    expect(await vote('1-301')).toMatchObject({ code: 409 })
    await again()
    apart = 4 * MINUTE
    good(await vote('1-301'))
  })
})
