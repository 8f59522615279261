import { describe, expect, it } from 'vitest'
import { createBackupPermits } from '../../src/server/features/system/backupPermits.ts'
import { systemCaller } from '../../src/server/http/context.ts'
import { good } from '../support/activities.ts'
import { entriesOf } from '../support/journal.ts'
import { confirm, madeBefore, serverForAll, type Client } from '../support/server.ts'

describe('a permit to copy the whole database', () => {
  const server = serverForAll('sqlite')
  const admin = madeBefore(() => server.member('admin_1'))
  const ask = (client: Client, purpose = '定期备份') => client.post('/backup/permit', { purpose })

  it('is granted to an administrator who confirms the password and states a purpose', async () => {
    expect((await ask(server.client())).code).toBe(443)
    expect((await ask(await server.member('staff_1'))).code).toBe(403)
    expect((await ask(admin)).code).toBe(445)
    await confirm(admin)
    expect(await ask(admin, ' ')).toMatchObject({ code: 400, message: '请输入用途' })
    expect(good(await ask(admin)).permit).toMatch(/^\S{20,}$/)
  })

  it('names its holder for the entry, and works once within a minute', () => {
    const clock = { time: 0, now: () => clock.time }
    const permits = createBackupPermits(clock)
    const wish = { caller: systemCaller, purpose: '更换电脑' }
    const permit = permits.give(wish)
    expect(permits.take('made up')).toBeNull()
    expect(permits.take(permit)).toMatchObject(wish)
    expect(permits.take(permit)).toBeNull()
    const late = permits.give(wish)
    clock.time += 60_000
    expect(permits.take(late)).toBeNull()
  })

  it('leads to an entry with the purpose, the size and the SHA-256 of the copy', async () => {
    const wish = server.system.takeBackupPermit(good(await ask(admin, '更换电脑')).permit)
    if (!wish) throw new Error('no permit')
    await server.system.recordBackup(wish, { fileName: '备份.vtbackup', byteCount: 4_096, sha256: 'a'.repeat(64), isEncrypted: true })
    expect(await entriesOf(admin, { action: 'system.backUp', kind: 'security' })).toMatchObject([
      { username: 'admin_1', after: { fileName: '备份.vtbackup', purpose: '更换电脑', byteCount: 4_096, isEncrypted: true, sha256: 'a'.repeat(64) } },
    ])
  })
})
