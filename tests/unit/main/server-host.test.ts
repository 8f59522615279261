import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionState } from '#shared/bridge/commands.ts'
import type { MaintenanceOrder, ServerOrder } from '#shared/bridge/serverProcess.ts'
import { createEmbeddedHost } from '../../../src/main/server-host/embedded.ts'
import type { CheckHealth, HealthProblem } from '../../../src/main/network/transport.ts'
import type { ServerProcess } from '../../../src/main/server-host/server-run.ts'
import type { KeyEncryptionKey } from '../../../src/main/vault.ts'
import { createInvalidHost, createRemoteHost } from '../../../src/main/server-host/remote.ts'
import { forkServer } from '../../../src/main/server-host/utility-process.ts'

const problemOf = (sentence: string): HealthProblem => ({ reason: null, sentence })
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server process controlled by the test. */
class FakeProcess implements ServerProcess {
  readonly orders: (ServerOrder | MaintenanceOrder)[] = []
  isKilled = false
  #hasEnded = false
  #message: (message: unknown) => void = () => undefined
  #exit: (code: number | null) => void = () => undefined

  post(order: ServerOrder | MaintenanceOrder): void {
    this.orders.push(order)
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#message = listener
  }
  onExit(listener: (code: number | null) => void): void {
    this.#exit = listener
  }
  kill(): void {
    this.isKilled = true
    this.ends(null)
  }
  says(message: unknown): void {
    this.#message(message)
  }
  ends(code: number | null): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#exit(code)
  }
}

function embedded({
  health = () => Promise.resolve(null),
  keyEncryptionKey = () => Promise.resolve({ state: 'none' }),
}: { readonly health?: CheckHealth; readonly keyEncryptionKey?: () => Promise<KeyEncryptionKey> } = {}) {
  const onKeyUnavailable = vi.fn()
  const processes: FakeProcess[] = []
  const states: ConnectionState[] = []
  const sms: unknown[] = []
  const host = createEmbeddedHost({
    fork: () => {
      const process = new FakeProcess()
      processes.push(process)
      return process
    },
    checkHealth: health,
    keyEncryptionKey,
    onKeyUnavailable,
    onChange: (state) => states.push(state),
    onSms: (message) => sms.push(message),
    log,
  })
  const latest = () => {
    const process = processes.at(-1)
    if (process === undefined) throw new Error('no process was started')
    return process
  }
  return { host, processes, latest, states, sms, onKeyUnavailable }
}

describe('the embedded server', () => {
  it('is awaited by the first call, which then uses its port', async () => {
    const { host, latest, states } = embedded()
    host.start()
    const address = host.address()
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
    await expect(address).resolves.toBe('http://127.0.0.1:40001')
    expect(states).toEqual([{ kind: 'embedded', name: '本机', status: 'connected', message: '' }])
  })

  it('is restarted after a crash, which is reported at once, and calls use its new port', async () => {
    const { host, processes, latest, states } = embedded()
    host.start()
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
    latest().ends(134)
    expect(states.at(-1)).toMatchObject({ status: 'lost', message: '本机服务意外停止，正在重新启动' })
    const address = host.address()
    await vi.advanceTimersByTimeAsync(200)
    expect(processes).toHaveLength(2)
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40002' })
    await expect(address).resolves.toBe('http://127.0.0.1:40002')
    expect(host.state().status).toBe('connected')
  })

  it('gets a new key for each run, sent with every call and absent between runs', async () => {
    const asked: unknown[] = []
    const { host, latest } = embedded({ health: (_address, headers) => Promise.resolve(asked.push(headers) > 0 ? null : problemOf('')) })
    const keyOf = ({ orders: [order] }: FakeProcess) => (order?.type === 'start' ? order.programKey : '')
    host.start()
    await vi.advanceTimersByTimeAsync(0)
    const first = keyOf(latest())
    expect(first).toMatch(/^[\w-]{43}$/)
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
    expect(host.headers()).toEqual({ 'x-program-key': first })
    host.recheck()
    expect(asked).toEqual([{ 'x-program-key': first }])
    latest().ends(134)
    expect(host.headers()).toEqual({})
    await vi.advanceTimersByTimeAsync(200)
    const second = keyOf(latest())
    expect(second).toMatch(/^[\w-]{43}$/)
    expect(second).not.toBe(first)
    expect(host.headers()).toEqual({ 'x-program-key': second })
  })

  it('makes a backup on request, and reports a refusal or its exit', async () => {
    const { host, latest } = embedded()
    host.start()
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
    const ordered = async () => {
      await vi.advanceTimersByTimeAsync(0)
      const order = latest().orders.findLast(({ type }) => type === 'copyData')
      if (order?.type !== 'copyData') throw new Error('no copy was ordered')
      return order
    }
    const copied = host.copyData('E:\\备份.db', 'permit', 'pine4827')
    const { id, path, permit, password } = await ordered()
    expect([path, permit, password]).toEqual(['E:\\备份.db', 'permit', 'pine4827'])
    latest().says({ type: 'dataCopied', id: 'another', problem: '' })
    latest().says({ type: 'dataCopied', id, problem: '' })
    await expect(copied).resolves.toBeUndefined()

    const refused = expect(host.copyData('E:\\备份.db', 'permit', null)).rejects.toMatchObject({ name: 'LocalFailure', message: '磁盘空间不足' })
    latest().says({ type: 'dataCopied', id: (await ordered()).id, problem: '磁盘空间不足' })
    await refused

    const broken = expect(host.copyData('E:\\备份.db', 'permit', null)).rejects.toMatchObject({
      name: 'Unreachable',
      message: '本机服务意外停止，没有备份，请重试',
    })
    await ordered()
    latest().ends(1)
    await broken
  })

  it('stops for a restore and restarts afterwards; listing backups works meanwhile', async () => {
    const { host, processes, latest, states } = embedded()
    host.start()
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
    const progress: unknown[] = []
    const listed = host.maintain({ type: 'listBackups' }, (step) => progress.push(step))
    expect(latest().orders).toEqual([{ type: 'listBackups' }])
    latest().says({ type: 'progress', stage: 'listing', share: 0.5 })
    latest().says({ type: 'copies', copies: [] })
    latest().ends(0)
    await expect(listed).resolves.toEqual({ type: 'copies', copies: [] })
    expect(progress).toEqual([{ stage: 'listing', share: 0.5 }])
    expect(host.state().status).toBe('connected')

    const order = { type: 'restore', path: 'E:\\备份.db', by: 'office_1', password: null } as const
    const restored = host.maintain(order, () => undefined)
    expect(host.state()).toMatchObject({ status: 'starting', message: '正在恢复数据，请不要关闭程序' })
    await expect(host.maintain(order, () => undefined)).rejects.toMatchObject({ name: 'LocalFailure', message: '正在处理数据，请等它完成' })
    expect(processes[0]?.orders.slice(1)).toEqual([{ type: 'stop' }])
    expect(processes).toHaveLength(2)
    processes[0]?.ends(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(latest().orders).toEqual([order])
    latest().says({ type: 'done', keptAs: 'vote-replaced-20260501000000.db' })
    await vi.advanceTimersByTimeAsync(0)
    expect(processes).toHaveLength(4)
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40002' })
    await expect(restored).resolves.toEqual({ type: 'done', keptAs: 'vote-replaced-20260501000000.db' })
    expect(states.map(({ status }) => status)).toEqual(['connected', 'starting', 'connected'])
  })

  it('is suspended while Windows may end the session, and resumes if that is cancelled', async () => {
    const { host, processes, latest } = embedded()
    host.start()
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
    const suspended = host.suspend()
    await vi.advanceTimersByTimeAsync(0)
    expect(latest().orders.at(-1)).toEqual({ type: 'stop' })
    latest().ends(0)
    await suspended
    await vi.advanceTimersByTimeAsync(20_000)
    expect(processes).toHaveLength(1)
    const state = host.reconnect()
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40002' })
    expect((await state).status).toBe('connected')
    expect(processes).toHaveLength(2)
  })

  it('restarts with the old data if a restore is refused or its process dies', async () => {
    for (const [end, sentence] of [
      [(process: FakeProcess) => process.says({ type: 'failed', message: '备份文件已损坏' }), '备份文件已损坏'],
      [(process: FakeProcess) => process.ends(134), expect.stringContaining('请重新启动程序后查看')],
    ] as const) {
      const { host, latest } = embedded()
      host.start()
      latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
      const refused = expect(host.maintain({ type: 'restore', path: 'x', by: '', password: null }, () => undefined)).rejects.toMatchObject({
        name: 'LocalFailure',
        message: sentence as string,
      })
      latest().ends(0)
      await vi.advanceTimersByTimeAsync(0)
      end(latest())
      await vi.advanceTimersByTimeAsync(0)
      latest().says({ type: 'ready', url: 'http://127.0.0.1:40002' })
      await refused
      expect(host.state().status).toBe('connected')
    }
  })

  it('reports that the database cannot be opened until it can', async () => {
    const { host, latest } = embedded()
    host.start()
    latest().says({ type: 'failed', message: '数据库文件已损坏，请恢复数据', needsRestore: true })
    latest().ends(1)
    expect(host.state()).toMatchObject({ status: 'failed', message: '数据库文件已损坏，请恢复数据', needsRestore: true })
    const state = host.reconnect()
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
    await state
    expect(host.state()).toEqual({ kind: 'embedded', name: '本机', status: 'connected', message: '' })
  })

  it('is restarted five times in five minutes with growing delays, then fails until 重试', async () => {
    const { host, processes, latest } = embedded()
    host.start()
    for (const [index, delayMs] of [200, 400, 800, 1_600, 3_000].entries()) {
      latest().ends(1)
      await vi.advanceTimersByTimeAsync(delayMs - 1)
      expect(processes).toHaveLength(index + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(processes).toHaveLength(index + 2)
    }
    latest().ends(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(processes).toHaveLength(6)
    expect(host.state()).toMatchObject({ status: 'failed', message: expect.stringContaining('重试') as string })
    await expect(host.address()).rejects.toMatchObject({ name: 'Unreachable', message: host.state().message })

    const state = host.reconnect()
    expect(host.state().status).toBe('starting')
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40009' })
    await expect(state).resolves.toMatchObject({ status: 'connected' })
  })

  it('gets its restart budget back after five stable minutes', async () => {
    const { host, processes, latest } = embedded()
    host.start()
    for (let crash = 1; crash <= 8; crash += 1) {
      latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
      await vi.advanceTimersByTimeAsync(100_000)
      latest().ends(1)
      await vi.advanceTimersByTimeAsync(3_000)
    }
    expect(processes).toHaveLength(9)
  })

  it('is killed and restarted if not ready within 20 seconds', async () => {
    const { host, processes } = embedded()
    host.start()
    await vi.advanceTimersByTimeAsync(19_999)
    expect(processes[0]?.isKilled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(processes[0]?.isKilled).toBe(true)
    await vi.advanceTimersByTimeAsync(200)
    expect(processes).toHaveLength(2)
  })

  it('gets more time while it upgrades its database, and reports that', async () => {
    const { host, processes, latest, states } = embedded()
    host.start()
    await vi.advanceTimersByTimeAsync(15_000)
    latest().says({ type: 'preparing', message: '正在升级数据库' })
    await vi.advanceTimersByTimeAsync(15_000)
    expect(processes[0]?.isKilled).toBe(false)
    expect(states.at(-1)).toMatchObject({ status: 'starting', message: '正在升级数据库' })
  })

  it('is not restarted automatically if it says why it cannot run', async () => {
    const { host, processes, latest } = embedded()
    host.start()
    latest().says({ type: 'failed', message: '数据库来自更新版本的程序，请升级程序后再打开' })
    expect(latest().isKilled).toBe(true) // it waits for that, so that its sentence is not lost
    await vi.advanceTimersByTimeAsync(60_000)
    expect(processes).toHaveLength(1)
    expect(host.state()).toMatchObject({ status: 'failed', message: '数据库来自更新版本的程序，请升级程序后再打开' })
  })

  it('is shown as lost when it hangs, and killed after half a minute', async () => {
    let problem: HealthProblem | null = null
    const { host, processes, latest } = embedded({ health: () => Promise.resolve(problem) })
    host.start()
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(host.state().status).toBe('connected')
    problem = problemOf('服务器没有及时响应')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(host.state().status).toBe('lost')
    expect(processes[0]?.isKilled).toBe(false)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(processes[0]?.isKilled).toBe(true)
    expect(processes.length).toBeGreaterThan(1)
  })

  it('is asked to stop with the program, and killed if it does not', async () => {
    const polite = embedded()
    polite.host.start()
    polite.latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
    const stopped = polite.host.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(polite.latest().orders.slice(1)).toEqual([{ type: 'stop' }])
    polite.latest().ends(0)
    await stopped
    await vi.advanceTimersByTimeAsync(60_000)
    expect(polite.processes).toHaveLength(1)

    const deaf = embedded()
    deaf.host.start()
    const killed = deaf.host.stop()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(deaf.latest().isKilled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(deaf.latest().isKilled).toBe(true)
    await killed
  })

  it('forwards text messages, and ignores messages outside the contract', () => {
    const { host, latest, sms } = embedded()
    host.start()
    const message = { type: 'sms', phoneEnding: '8000', code: '123456', bizId: 'b', expiresAt: 5, isOwnProgram: true }
    latest().says(message)
    for (const strange of [null, 'ready', { type: 'ready', url: 'http://evil.example:1' }, { type: 'ready', url: 'file:///x' }, { type: 'run' }])
      latest().says(strange)
    expect(sms).toEqual([message])
    expect(host.state().status).toBe('starting')
  })

  it('gets its key from the keychain, and starts without it if the keychain fails', async () => {
    const cases: readonly [() => Promise<KeyEncryptionKey>, object][] = [
      [() => Promise.resolve({ state: 'kept', key: 'ab'.repeat(32) }), { keyEncryptionKey: 'ab'.repeat(32), isKeyUnavailable: false }],
      [() => Promise.resolve({ state: 'none' }), { keyEncryptionKey: null, isKeyUnavailable: false }],
      [() => Promise.reject(new Error('no keychain')), { keyEncryptionKey: null, isKeyUnavailable: true }],
    ]
    for (const [kept, order] of cases) {
      const { host, latest } = embedded({ keyEncryptionKey: kept })
      host.start()
      await vi.advanceTimersByTimeAsync(0)
      expect(latest().orders).toEqual([{ type: 'start', programKey: expect.any(String), ...order }])
    }
  })

  it('starts without its key while the keychain is unavailable, reports that once, and later restarts with it', async () => {
    let kept: KeyEncryptionKey = { state: 'unavailable' }
    const { host, processes, latest, onKeyUnavailable } = embedded({ keyEncryptionKey: () => Promise.resolve(kept) })
    host.start()
    await vi.advanceTimersByTimeAsync(0)
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40001' })
    await vi.advanceTimersByTimeAsync(150_000)
    expect(processes).toHaveLength(1)
    expect(onKeyUnavailable).toHaveBeenCalledOnce()
    kept = { state: 'kept', key: 'ab'.repeat(32) }
    await vi.advanceTimersByTimeAsync(32_000)
    expect(latest().orders.at(-1)).toEqual({ type: 'stop' })
    latest().ends(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(processes).toHaveLength(2)
    expect(latest().orders[0]).toMatchObject({ type: 'start', keyEncryptionKey: 'ab'.repeat(32) })
    latest().says({ type: 'ready', url: 'http://127.0.0.1:40002' })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(processes).toHaveLength(2)
  })

  it('stopped while the keychain is pending, it is started and then stopped', async () => {
    const answered = Promise.withResolvers<KeyEncryptionKey>()
    const { host, latest } = embedded({ keyEncryptionKey: () => answered.promise })
    host.start()
    const stopped = host.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(latest().orders).toEqual([])
    answered.resolve({ state: 'none' })
    await vi.advanceTimersByTimeAsync(0)
    expect(latest().orders.map(({ type }) => type)).toEqual(['start', 'stop'])
    latest().ends(0)
    await stopped
  })

  it('treats a failed spawn as a crash', async () => {
    let attempts = 0
    const host = createEmbeddedHost({
      fork: () => {
        attempts += 1
        throw new Error('ENOENT')
      },
      checkHealth: () => Promise.resolve(null),
      keyEncryptionKey: () => Promise.resolve({ state: 'none' }),
      onKeyUnavailable: () => undefined,
      onChange: () => undefined,
      onSms: () => undefined,
      log,
    })
    host.start()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(attempts).toBe(6)
    expect(host.state().status).toBe('failed')
  })
})

it('a server process for a single command is started with its argument', () => {
  const forked: string[][] = []
  const child = { stdout: null, stderr: null, on: vi.fn(), once: vi.fn(), postMessage: vi.fn(), kill: vi.fn(), pid: undefined }
  forkServer({
    purpose: 'maintain',
    utilityProcess: { fork: ((_script: string, args: string[]) => (forked.push(args), child)) as never },
    script: '',
    environment: {},
    dataFolder: '/user/data',
    logFolder: '/user/logs',
    resourcesFolder: '',
    version: '1.2.3',
    isOnConsole: false,
    log,
  })
  expect(forked[0]?.slice(0, 3)).toEqual(['--maintenance', '--data', '/user/data'])
})

/** A remote host whose server is controlled by the test. */
function remote(options: Partial<Parameters<typeof createRemoteHost>[0]> = {}) {
  return createRemoteHost({
    address: 'https://10.0.0.5:8790',
    checkHealth: () => Promise.resolve(null),
    trust: { lastShown: () => null },
    identity: (address) => address,
    findMovedServer: () => Promise.resolve(null),
    onChange: () => undefined,
    ...options,
  })
}

describe('a remote server', () => {
  it('is shown as lost within two seconds, polled every second, and shown as back', async () => {
    let problem: HealthProblem | null = null
    let looks = 0
    const states: string[] = []
    const host = remote({
      checkHealth: () => {
        looks += 1
        return Promise.resolve(problem)
      },
      onChange: ({ status, message }) => states.push(`${status} ${message}`.trim()),
    })
    host.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(host.state()).toEqual({ kind: 'remote', name: '10.0.0.5:8790', status: 'connected', message: '' })
    expect(host.headers()).toEqual({})
    problem = problemOf('连接不上服务器，服务器可能没有启动')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(states.at(-1)).toBe('lost 连接不上服务器，服务器可能没有启动，正在自动重试')
    looks = 0
    await vi.advanceTimersByTimeAsync(5_000)
    expect(looks).toBe(5)
    problem = null
    await vi.advanceTimersByTimeAsync(1_000)
    expect(states).toEqual(['connected', 'lost 连接不上服务器，服务器可能没有启动，正在自动重试', 'connected'])
    await host.stop()
    looks = 0
    await vi.advanceTimersByTimeAsync(10_000)
    expect(looks).toBe(0)
  })

  it('is checked as soon as a call could not reach it', async () => {
    let problem: HealthProblem | null = null
    const host = remote({ checkHealth: () => Promise.resolve(problem) })
    host.start()
    await vi.advanceTimersByTimeAsync(0)
    problem = problemOf('网络不通')
    host.recheck()
    await vi.advanceTimersByTimeAsync(0)
    expect(host.state().status).toBe('lost')
    await host.stop()
  })

  it('stays ended after announcing it, whatever its words, until it is back', async () => {
    let problem: HealthProblem | null = { reason: 'sharing.ended', sentence: '今天的共享到此结束' }
    const host = remote({ checkHealth: () => Promise.resolve(problem) })
    const after = async (next: HealthProblem | null) => {
      problem = next
      host.recheck()
      await vi.advanceTimersByTimeAsync(0)
      return host.state().message
    }
    const ended = '共享数据的电脑退出了程序或关闭了网络共享，请联系那台电脑的使用者，正在自动重试'
    host.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(host.state()).toMatchObject({ status: 'lost', message: ended })
    expect(await after(problemOf('连接不上服务器'))).toBe(ended)
    expect(await after(null)).toBe('')
    expect(await after(problemOf('连接不上服务器'))).toBe('连接不上服务器，正在自动重试')
    await host.stop()
  })

  it('gets no call if its certificate was not compared or has changed', async () => {
    for (const verdict of ['unknown', 'changed'] as const) {
      const certificate = { verdict, fingerprint: 'ab'.repeat(32) }
      const host = remote({ checkHealth: () => Promise.resolve(problemOf('这台服务器还没有配对')), trust: { lastShown: () => certificate } })
      host.start()
      await vi.advanceTimersByTimeAsync(0)
      expect(host.state()).toMatchObject({ status: 'failed', message: '这台服务器还没有配对', certificate })
      await expect(host.address()).rejects.toMatchObject({ name: 'Unreachable' })
      await host.stop()
    }
  })

  it('gets no call while its contract version differs', async () => {
    const sentence = '办公室服务器版本较新，请升级本机程序'
    let problem: HealthProblem | null = { reason: 'request.otherContract', sentence }
    const findMovedServer = vi.fn(() => Promise.resolve(null))
    const host = remote({ checkHealth: () => Promise.resolve(problem), findMovedServer })
    host.start()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(host.state()).toMatchObject({ status: 'failed', message: sentence })
    await expect(host.address()).rejects.toMatchObject({ name: 'Unreachable', message: sentence })
    expect(findMovedServer).not.toHaveBeenCalled()
    problem = null
    await vi.advanceTimersByTimeAsync(1_000)
    expect(host.state()).toMatchObject({ status: 'connected', message: '' })
    await expect(host.address()).resolves.toBe('https://10.0.0.5:8790')
    await host.stop()
  })

  it('is looked for at another address after a while, and recognised as the same', async () => {
    const findMovedServer = vi.fn(() => Promise.resolve('https://10.0.0.77:8790'))
    const host = remote({
      checkHealth: (address) => Promise.resolve(address.includes('10.0.0.77') ? null : problemOf('网络不通')),
      identity: () => 'pin',
      findMovedServer,
    })
    host.start()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(findMovedServer).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(findMovedServer).toHaveBeenCalledWith('https://10.0.0.5:8790')
    expect(host.state()).toEqual({ kind: 'remote', name: '10.0.0.77:8790', status: 'connected', message: '' })
    await expect(host.address()).resolves.toBe('https://10.0.0.77:8790')
    expect(host.identity).toBe('pin')
    await host.stop()
  })

  it('an invalid address is reported, and never leads to another server', async () => {
    const host = createInvalidHost({ written: 'htp:/x', sentence: '服务器地址“htp:/x”不正确' })
    expect(host.state()).toMatchObject({ kind: 'remote', status: 'failed', message: expect.stringContaining('htp:/x') as string })
    await expect(host.address()).rejects.toMatchObject({ name: 'Unreachable' })
  })
})

it('the server bundle is started by path with its folders, and its output is drained', () => {
  const read: string[] = []
  const stream = (name: string) => ({ on: () => read.push(name) })
  const forked: unknown[] = []
  const child = { stdout: stream('stdout'), stderr: stream('stderr'), on: vi.fn(), once: vi.fn(), postMessage: vi.fn(), kill: vi.fn(), pid: undefined }
  forkServer({
    purpose: 'serve',
    utilityProcess: { fork: ((...call: unknown[]) => (forked.push(call), child)) as never },
    script: '/app/out/main/server-utility.js',
    environment: { LANG: 'zh_CN' },
    dataFolder: '/user/data',
    logFolder: '/user/logs',
    resourcesFolder: '/app/resources',
    version: '1.2.3',
    isOnConsole: false,
    log,
  })
  expect(forked).toEqual([
    [
      '/app/out/main/server-utility.js',
      ['--data', '/user/data', '--log', '/user/logs', '--resources', '/app/resources', '--program-version', '1.2.3'],
      { serviceName: '社区投票平台服务', stdio: 'pipe', env: { LANG: 'zh_CN' }, execArgv: ['--max-semi-space-size=4'] },
    ],
  ])
  expect(read).toEqual(['stdout', 'stderr'])
})
