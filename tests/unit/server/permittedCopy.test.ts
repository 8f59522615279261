import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createPermittedCopy } from '../../../src/server/entry/permitted-copy.ts'
import type { BackupRequest } from '../../../src/server/features/system/backupPermits.ts'
import type { CopiedFile } from '../../../src/server/features/system/service.ts'
import { systemCaller } from '../../../src/server/http/context.ts'
import { silentLog } from '../../support/logs.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vote-permitted-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const user = { id: '1', username: 'office_1', nickName: '王主任', sex: 0, phone: '13800138000', avatar: '', roles: ['admin' as const] }
const request: BackupRequest = { caller: { ...systemCaller, user }, purpose: '更换电脑' }

function copying() {
  const recorded: CopiedFile[] = []
  const copyTo = vi.fn((path: string, _password?: string | null) => {
    writeFileSync(path, 'a copy')
    return Promise.resolve({ verdict: 'good' as const, version: 1 })
  })
  const backups = {
    takeBackupPermit: (permit: string) => (permit === 'good' ? request : null),
    recordBackup: (_request: BackupRequest, copied: CopiedFile) => Promise.resolve(void recorded.push(copied)),
  }
  return { copy: createPermittedCopy({ copyTo, copies: null, backups, log: silentLog }), copyTo, recorded }
}

it('makes a backup for the holder of a permit, and records whether it is encrypted, never the password', async () => {
  const { copy, copyTo, recorded } = copying()
  expect(await copy(join(folder, 'a.db'), 'made up', null)).toBe('备份的许可已失效，没有备份，请重试')
  expect(await copy(join(folder, 'a.db'), 'good', null)).toBe('')
  expect(await copy(join(folder, 'b.vtbackup'), 'good', 'forest 1902')).toBe('')
  expect(copyTo.mock.calls).toEqual([
    [join(folder, 'a.db'), null],
    [join(folder, 'b.vtbackup'), 'forest 1902'],
  ])
  const sha256 = createHash('sha256').update('a copy').digest('hex')
  expect(recorded).toEqual([
    { fileName: 'a.db', byteCount: 6, sha256, isEncrypted: false },
    { fileName: 'b.vtbackup', byteCount: 6, sha256, isEncrypted: true },
  ])
})

it('refuses a password that the account rule refuses', async () => {
  const { copy, copyTo } = copying()
  const simple = '密码过于简单，没有备份，请换一个密码'
  for (const [password, sentence] of [
    ['', '密码至少8位，须同时包含字母和数字'],
    ['short 1', '密码至少8位，须同时包含字母和数字'],
    ['only letters', '密码至少8位，须同时包含字母和数字'],
    ['woaini1314', simple],
    ['Password1', simple],
    ['office_1 2026', simple],
    ['my 13800138000', simple],
  ] as const)
    expect(await copy(join(folder, 'c.vtbackup'), 'good', password), password).toBe(sentence)
  expect(copyTo).not.toHaveBeenCalled()
})
