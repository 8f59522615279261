import { describe, expect, it, vi } from 'vitest'
import { commands, type ConnectionState } from '#shared/bridge/commands.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { FoundCopy, MaintenanceOrder, MaintenanceResult } from '#shared/bridge/serverProcess.ts'
import { LocalFailure } from '../../../src/main/failures.ts'
import { createRestore } from '../../../src/main/restore.ts'

const found: FoundCopy = {
  path: '/user/data/backup/vote-20260501000000.db',
  name: 'vote-20260501000000.db',
  kind: 'daily',
  at: 1,
  byteCount: 2,
  verdict: 'good',
  version: 5,
}

function restoring({
  role = 'admin',
  state = {},
  copy = found,
}: { readonly role?: string; readonly state?: Partial<ConnectionState>; readonly copy?: FoundCopy } = {}) {
  const orders: MaintenanceOrder[] = []
  const notices: string[] = []
  const call = vi.fn((..._call: readonly unknown[]) => Promise.resolve({ username: 'office_1', roles: [role] }))
  const chosen = { canceled: false, filePaths: ['/media/stick/备份.db'] }
  const commandHandlers = createRestore({
    host: {
      state: () => ({ kind: 'embedded', name: '本机', status: 'connected', message: '', ...state }),
      maintain: (order) => {
        orders.push(order)
        if (order.type === 'unlockCopy' && order.password !== 'right password 1') return Promise.reject(new LocalFailure('备份的密码不正确'))
        const result: MaintenanceResult =
          order.type === 'listBackups' || order.type === 'inspectCopy' ? { type: 'copies', copies: [copy] } : { type: 'done', keptAs: 'vote-replaced-1.db' }
        return Promise.resolve(result)
      },
    },
    session: { call: call as never },
    dialog: { showOpenDialog: () => Promise.resolve(chosen) },
    window: () => null,
    onProgress: () => undefined,
    addNotice: (sentence) => notices.push(sentence),
  })
  return { commandHandlers, orders, notices, call, chosen }
}

describe('恢复数据', () => {
  it('gives the page no path, and accepts only ids that it gave', async () => {
    const { commandHandlers, orders, notices } = restoring()
    const [copy] = await commandHandlers['data.copies'](null)
    expect(JSON.stringify(copy)).not.toContain('/user')
    await expect(commandHandlers['data.restore']({ id: found.path, confirmation: '恢复', password: null })).rejects.toThrow('找不到这份备份，请重新选择')
    await commandHandlers['data.restore']({ id: copy?.id ?? '', confirmation: '恢复', password: null })
    expect(orders.at(-1)).toEqual({ type: 'restore', path: found.path, by: 'office_1', password: null })
    expect(notices).toEqual(['数据已从 vote-20260501000000.db 恢复，原来的数据库保存为 vote-replaced-1.db。请登录后核对，再继续工作'])
  })

  it('requires an administrator, whatever the page says', async () => {
    const { commandHandlers, orders } = restoring({ role: 'manager' })
    for (const work of [
      () => commandHandlers['data.copies'](null),
      () => commandHandlers['data.chooseCopy'](null),
      () => commandHandlers['data.restore']({ id: 'x', confirmation: '恢复', password: null }),
    ])
      await expect(work()).rejects.toThrow('只有系统管理员可以恢复数据')
    await expect(commandHandlers['data.startEmpty']({ confirmation: '重新开始' })).rejects.toThrow('数据库可以正常打开，不能重新开始')
    expect(orders).toEqual([])
  })

  it('does nothing if the server denies it because the password was not confirmed', async () => {
    const { commandHandlers, orders, call } = restoring()
    const [copy] = await commandHandlers['data.copies'](null)
    call.mockImplementation((...[name]: readonly unknown[]) =>
      name === 'system.permitRestore' ? Promise.reject(new Refusal('account.unconfirmed')) : Promise.resolve({ username: 'office_1', roles: ['admin'] }),
    )
    await expect(commandHandlers['data.restore']({ id: copy?.id ?? '', confirmation: '恢复', password: null })).rejects.toMatchObject({
      reason: 'account.unconfirmed',
    })
    expect(call).toHaveBeenLastCalledWith('system.permitRestore', { body: { fileName: found.name } })
    expect(orders).toEqual([{ type: 'listBackups' }])
  })

  it('requires no login if the database, which holds the accounts, cannot be opened', async () => {
    const { commandHandlers, orders, call } = restoring({ state: { status: 'failed', needsRestore: true } })
    const [copy] = await commandHandlers['data.copies'](null)
    await commandHandlers['data.restore']({ id: copy?.id ?? '', confirmation: '恢复', password: null })
    await commandHandlers['data.startEmpty']({ confirmation: '重新开始' })
    expect(call).not.toHaveBeenCalled()
    expect(orders.slice(1)).toEqual([{ type: 'restore', path: found.path, by: '', password: null }, { type: 'startEmpty' }])
  })

  it('checks an encrypted backup’s password before asking permission, while the server runs', async () => {
    const { commandHandlers, orders, call } = restoring({ copy: { ...found, verdict: 'encrypted' } })
    const chosen = await commandHandlers['data.chooseCopy'](null)
    const restore = (password: string | null) => commandHandlers['data.restore']({ id: chosen?.id ?? '', confirmation: '恢复', password })
    for (const none of [null, '']) await expect(restore(none)).rejects.toThrow('请输入备份的密码')
    await expect(restore('wrong password 1')).rejects.toThrow('备份的密码不正确')
    expect(orders.map(({ type }) => type)).toEqual(['inspectCopy', 'unlockCopy'])
    expect(call.mock.calls.map(([name]) => name)).not.toContain('system.permitRestore')
    await restore('right password 1')
    expect(orders.slice(2)).toEqual([
      { type: 'unlockCopy', path: found.path, password: 'right password 1' },
      { type: 'restore', path: found.path, by: 'office_1', password: 'right password 1' },
    ])
  })

  it('inspects a chosen file, and does nothing if none was chosen', async () => {
    const { commandHandlers, orders, chosen } = restoring()
    expect(await commandHandlers['data.chooseCopy'](null)).toMatchObject({ name: found.name, verdict: 'good' })
    expect(orders).toEqual([{ type: 'inspectCopy', path: '/media/stick/备份.db' }])
    chosen.canceled = true
    expect(await commandHandlers['data.chooseCopy'](null)).toBeNull()
  })

  it('the typed confirmation is also checked by main', () => {
    expect(commands['data.restore'].input.safeParse({ id: 'x', confirmation: '是' }).success).toBe(false)
    expect(commands['data.startEmpty'].input.safeParse({ confirmation: '恢复', password: null }).success).toBe(false)
  })
})
