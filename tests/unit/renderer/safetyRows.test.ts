import { describe, expect, it } from 'vitest'
import type { DiskEncryption } from '#shared/bridge/commands.ts'
import type { Safety } from '#shared/features/system/safety.ts'
import { safetyInWords, safetyRows, type SafetyFacts, type SafetyRow } from '../../../src/renderer/features/safety/safetyRows.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** 2026-05-01 09:00 in China. */
const now = Date.UTC(2026, 4, 1, 1)

const well: Safety = {
  now,
  backup: { isKept: true, lastAt: now - DAY / 2, lastBytes: 2_048, problem: '' },
  lastSavedAt: now - 3 * DAY,
  lastEncryptedAt: now - 3 * DAY,
  sharing: { isSwitchable: true, isOn: false, connected: [] },
  accounts: { waiting: 0, neverUsed: 0, mustChangePassword: 0, toCheck: 0, differing: 0 },
  journalCheck: { at: now - DAY, username: 'office_1', entryCount: 12_345, brokenAt: null, faultCount: 0, fileFaultCount: 0 },
  schema: [],
  schemaKnown: null,
  signing: { keyCount: 1, checkpoint: { number: 12_001, at: now - DAY, code: '1a2b 3c4d' }, keptNumber: 12_345 },
  latestEntryAt: now,
}
const rowsOf = (safety: Partial<Safety> = {}, facts: Partial<Omit<SafetyFacts, 'safety'>> = {}): readonly SafetyRow[] =>
  safetyRows({ safety: { ...well, ...safety }, receivedAt: now + 1_000, disk: 'on', isEmbedded: true, ...facts })
const row = (key: SafetyRow['key'], ...given: Parameters<typeof rowsOf>) => {
  const found = rowsOf(...given).find((each) => each.key === key)
  return [found?.state, found?.sentence, found?.link]
}

describe('安全状况', () => {
  it('shows every row as fine if all is well', () => {
    expect(rowsOf().map(({ name, state, sentence }) => `${name} ${state} ${sentence}`)).toEqual([
      '自动备份 good 最近一次 2026-04-30 21:00（2.0 KB，已检查可用），每天一次，保留七份',
      '另存的备份 good 最近一次另存 2026-04-28 09:00，已加密',
      '磁盘加密 good 数据所在的磁盘已加密，电脑丢失时别人读不出数据',
      '网络共享 good 没有打开，只有这台电脑能使用数据',
      '待审核账号 good 没有账号等待审核',
      '账号使用 good 可以登录的账号都有人使用，密码由本人设置',
      '日志校验 good 2026-04-30 09:00 由 office_1 校验通过，12,345 条日志完整',
      '图片和附件 good 2026-04-30 09:00 核对，与日志中的校验值一致',
      '数据库结构 good 与本程序建立的一致',
      '检查点 good 最近的检查点 2026-04-30 09:00（第 12,001 条日志，核验码 1a2b 3c4d），数据库外记录到第 12,345 条',
      '时间 good 这台电脑与服务器的时间一致：2026-05-01 09:00',
    ])
    expect(safetyInWords(rowsOf())).toEqual({ type: 'success', sentence: '没有需要处理的事项' })
  })

  it('counts pending tasks', () => {
    expect(safetyInWords(rowsOf({ journalCheck: null }))).toEqual({ type: 'warning', sentence: '有 1 项请注意' })
    expect(safetyInWords(rowsOf({ lastSavedAt: null, lastEncryptedAt: null }))).toEqual({ type: 'error', sentence: '有 1 项需要处理' })
    expect(safetyInWords(rowsOf({ lastSavedAt: null, journalCheck: null }, { disk: 'off' }))).toEqual({
      type: 'error',
      sentence: '有 2 项需要处理，1 项请注意',
    })
  })

  it('says whether pictures and documents match the journal', () => {
    const checked = { at: now - DAY, username: 'office_1', entryCount: 12_345, brokenAt: null, faultCount: 0, fileFaultCount: 2 }
    expect(row('files', { journalCheck: checked })).toEqual([
      'action',
      expect.stringContaining('有 2 个被绕过本程序改动'),
      { label: '操作日志', to: '/system/audit' },
    ])
    expect(row('journal', { journalCheck: checked })[0]).toBe('good')
    expect(row('files', { journalCheck: null })[0]).toBe('unknown')
  })

  it('shows the state of the daily backups', () => {
    const backup = (more: Partial<Safety['backup']>) => row('dailyCopy', { backup: { ...well.backup, ...more } })
    const backUp = { label: '备份数据', opens: 'backUp' }
    expect(backup({ problem: '自动备份没有成功：磁盘空间不足' })).toEqual(['action', '自动备份没有成功：磁盘空间不足', backUp])
    expect(backup({ lastAt: null })).toEqual(['attention', '还没有自动备份，程序启动一分钟后会做第一次', backUp])
    expect(backup({ isKept: false })[0]).toBe('unknown')
    expect(rowsOf({ backup: { ...well.backup, isKept: false } }).map(({ key }) => key)).not.toContain('savedCopy')
  })

  it('wants a recent encrypted backup elsewhere', () => {
    const saved = (lastSavedAt: number | null, lastEncryptedAt: number | null, ...more: [Partial<Safety>?, Partial<SafetyFacts>?]) =>
      row('savedCopy', { lastSavedAt, lastEncryptedAt, ...more[0] }, more[1])
    expect(saved(null, null)[0]).toBe('action')
    expect(saved(now - DAY, null).slice(0, 2)).toEqual([
      'attention',
      '最近一次另存 2026-04-30 09:00，没有加密；离开这台电脑的备份请用密码加密（没有加密的备份）',
    ])
    expect(saved(now - DAY, now - 9 * DAY)[1]).toContain('（最近一次加密的 2026-04-22 09:00）')
    expect(saved(now - 31 * DAY, now - 31 * DAY).slice(0, 2)).toEqual(['attention', '最近一次另存 2026-03-31 09:00，已加密，已超过 30 天，请再存一份'])
    expect(saved(now - 30 * DAY, now - 30 * DAY)[0]).toBe('good')
    expect(saved(null, null, {}, { isEmbedded: false })).toEqual([
      'action',
      '还没有把备份存到 U 盘等别的地方，请在存有数据的电脑上用“备份数据”存一份',
      undefined,
    ])
    expect(saved(null, null, { sharing: { ...well.sharing, isSwitchable: false } }, { isEmbedded: false })[0]).toBe('unknown')
  })

  it('judges the disk of the computer with the data only', () => {
    const states: readonly (readonly [DiskEncryption | null, SafetyRow['state']])[] = [
      ['on', 'good'],
      ['off', 'action'],
      ['encrypting', 'attention'],
      ['suspended', 'attention'],
      ['unknown', 'unknown'],
      [null, 'unknown'],
    ]
    for (const [disk, state] of states) expect(row('disk', {}, { disk })[0]).toBe(state)
    expect(row('disk', {}, { disk: 'on', isEmbedded: false })).toEqual(['unknown', '数据在另一台电脑上，无法判断，请在那台电脑上查看', undefined])
    expect(row('disk', {}, { disk: 'unknown' })[2]).toEqual({ label: '查看办法', opens: 'diskHelp' })
    expect(row('disk', {}, { disk: 'on' })[2]).toBeUndefined()
  })

  it('names connected clients', () => {
    const computer = (desk: string, username: string) => ({ address: '192.168.1.9', desk, username, lastAt: now })
    const shared = (...connected: ReturnType<typeof computer>[]) => row('sharing', { sharing: { isSwitchable: true, isOn: true, connected } })[1]
    expect(shared()).toBe('已打开，现在没有其他电脑连接')
    expect(shared(computer('前台', 'clerk_1'), computer('', ''))).toBe('已打开，正在使用的电脑 2 台：前台（clerk_1）、192.168.1.9（未登录）')
    expect(shared(...['甲', '乙', '丙', '丁'].map((desk) => computer(desk, 'a')))).toBe('已打开，正在使用的电脑 4 台：甲（a）、乙（a）、丙（a）等')
  })

  it('counts accounts that need attention', () => {
    expect(row('waiting', { accounts: { ...well.accounts, waiting: 2 } }).slice(0, 2)).toEqual(['attention', '有 2 个账号等待审核，请核对是本单位的人再通过'])
    expect(row('accounts', { accounts: { waiting: 0, neverUsed: 1, mustChangePassword: 2, toCheck: 3, differing: 0 } }).slice(0, 2)).toEqual([
      'attention',
      '3 个账号的角色待核对，2 个账号还在用别人设置的密码，1 个账号没有登录记录；不再使用的请停用',
    ])
  })

  it('shows the result of the last journal check', () => {
    const check = (more: Partial<NonNullable<Safety['journalCheck']>>) =>
      row('journal', { journalCheck: { at: now - DAY, username: 'office_1', entryCount: 9, brokenAt: null, faultCount: 0, fileFaultCount: 0, ...more } }).slice(
        0,
        2,
      )
    expect(check({ brokenAt: 10 })).toEqual(['action', '2026-04-30 09:00 由 office_1 校验不通过：第 10 条日志被改动或缺失，请立即停止使用并联系技术支持'])
    expect(check({ faultCount: 3 })).toEqual([
      'action',
      '2026-04-30 09:00 由 office_1 校验，发现 3 处记录与日志不一致，请在“操作日志”中再校验一次，查看是哪些记录',
    ])
    expect(check({ at: now - 31 * DAY })[0]).toBe('attention')
    expect(row('journal', { journalCheck: null })[0]).toBe('attention')
  })

  it('counts foreign schema objects', () => {
    const trigger = { object: 'trigger vote_record.flip', fault: 'foreign', blocks: true } as const
    const index = { object: 'index session.session_of_user', fault: 'missing', blocks: false } as const
    expect(row('schema', { schema: [trigger, index] })).toEqual([
      'action',
      '被绕过本程序改动过，共 1 处，请在“操作日志”中点“校验”查看，并联系技术人员',
      { label: '操作日志', to: '/system/audit' },
    ])
    const schemaKnown = { at: now, nickName: '王主任', reason: '恢复旧备份所致' }
    expect(row('schema', { schema: [trigger], schemaKnown })).toEqual([
      'attention',
      '被绕过本程序改动过，共 1 处；王主任 于 2026-05-01 09:00:00 说明：恢复旧备份所致',
      undefined,
    ])
    expect(row('schema', { schema: [index] })[0]).toBe('good')
    expect(row('schema', { schema: null })[0]).toBe('unknown')
  })

  it('shows how many keys have signed, and warns if nothing is stored outside the database', () => {
    const { signing } = well
    expect(row('signing', { signing: { ...signing, keyCount: 2 } })[1]).toContain('日志中有 2 把签名密钥')
    expect(row('signing', { signing: { ...signing, keptNumber: null } })).toEqual(['attention', expect.stringContaining('被换成旧的发现不了'), undefined])
    expect(row('signing', { signing: { keyCount: 0, checkpoint: null, keptNumber: null } })[0]).toBe('unknown')
  })

  it('compares this computer’s clock with the server’s, and both with the journal’s', () => {
    const clock = (receivedAt: number, latestEntryAt = now) => row('clock', { latestEntryAt }, { receivedAt }).slice(0, 2)
    expect(clock(now + 2 * MINUTE)[0]).toBe('good')
    expect(clock(now + 10 * MINUTE)).toEqual(['attention', '这台电脑的时间比服务器快 10 分钟，请校准两台电脑的日期和时间'])
    expect(clock(now - 10 * MINUTE)[1]).toContain('慢 10 分钟')
    expect(clock(now, now + 5 * MINUTE)[0]).toBe('good')
    expect(clock(now, now + 6 * MINUTE)).toEqual([
      'action',
      '服务器时间是 2026-05-01 09:00，早于最近一次操作（2026-05-01 09:06），现在不能登记任何内容；请校准服务器的日期和时间，时间无误的请确认',
    ])
  })
})
