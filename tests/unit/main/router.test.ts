import type { IpcMainInvokeEvent } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { channels } from '#shared/bridge/bridge.ts'
import { type CommandHandlers, commands } from '#shared/bridge/commands.ts'
import type { EndpointName } from '#shared/contract/index.ts'
import type { Outcome } from '#shared/bridge/outcome.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { routeBridge } from '../../../src/main/bridge/router.ts'
import { LocalFailure, UNEXPECTED, Unreachable } from '../../../src/main/failures.ts'
import { isTrustedSender } from '../../../src/main/security.ts'

type Handler = (event: IpcMainInvokeEvent, name: unknown, input: unknown) => Promise<Outcome<unknown>>

const ours = { id: 1, mainFrame: { frameTreeNodeId: 11 } } as never
const fromPage = (sender: object = {}, senderFrame: object | null = {}) =>
  ({
    sender: { id: 1, mainFrame: { frameTreeNodeId: 11 }, ...sender },
    senderFrame: senderFrame === null ? null : { frameTreeNodeId: 11, url: 'app://console/estate/Index', ...senderFrame },
  }) as unknown as IpcMainInvokeEvent

interface Parts {
  readonly call?: (name: EndpointName, input: unknown) => Promise<unknown>
  readonly handlers?: Partial<CommandHandlers>
}

function routed({ call = vi.fn(() => Promise.resolve('value')), handlers = {} }: Parts = {}) {
  const channelsHandled = new Map<string, Handler>()
  const log = { warn: vi.fn(), error: vi.fn() }
  const all = Object.fromEntries(Object.keys(commands).map((name) => [name, vi.fn(() => Promise.resolve(null))])) as unknown as CommandHandlers
  routeBridge({
    ipcMain: { handle: (channel, handler) => void channelsHandled.set(channel, handler as Handler) },
    isTrusted: (event) => isTrustedSender(event, ours),
    call,
    handlers: { ...all, ...handlers },
    log,
  })
  const through =
    (channel: string) =>
    (name: unknown, input: unknown, event: IpcMainInvokeEvent = fromPage()) => {
      const handler = channelsHandled.get(channel)
      if (handler === undefined) throw new Error('no handler')
      return handler(event, name, input)
    }
  return { channelsHandled, log, call, all, askServer: through(channels.call), askComputer: through(channels.run) }
}

describe('the router between page and main', () => {
  it('has exactly two handlers', () => {
    expect([...routed().channelsHandled.keys()]).toEqual([channels.call, channels.run])
  })

  it.each([
    ['another window', fromPage({ id: 2 })],
    ['a frame in the page', fromPage({}, { frameTreeNodeId: 12 })],
    ['a foreign page', fromPage({}, { url: 'https://console/' })],
    ['a page of our scheme under another host', fromPage({}, { url: 'app://evil/' })],
    ['a file', fromPage({}, { url: 'file:///console/index.html' })],
    ['a frame that is gone', fromPage({}, null)],
  ])('stays closed to %s', async (_name, event) => {
    const { askServer, askComputer, call, all } = routed()
    for (const answer of [await askServer('estate.all', {}, event), await askComputer('clipboard.write', { text: 'x' }, event)]) {
      expect(answer).toEqual({ ok: false, failure: { kind: 'local', message: '请求被拒绝' } })
    }
    expect(call).not.toHaveBeenCalled()
    expect(all['clipboard.write']).not.toHaveBeenCalled()
  })

  it.each(['toString', '__proto__', 'constructor', 'http://evil/', '', 7, null, { name: 'estate.all' }])(
    'knows no endpoint and no command named %s',
    async (name) => {
      const { askServer, askComputer, call } = routed()
      expect(await askServer(name, {})).toMatchObject({ ok: false, failure: { kind: 'local' } })
      expect(await askComputer(name, {})).toMatchObject({ ok: false, failure: { kind: 'local' } })
      expect(call).not.toHaveBeenCalled()
    },
  )

  it('forwards a call and returns its value', async () => {
    const { askServer, call } = routed()
    expect(await askServer('estate.all', { query: {} })).toEqual({ ok: true, value: 'value' })
    expect(call).toHaveBeenCalledWith('estate.all', { query: {} })
  })

  it('forwards a command only if its input matches the schema', async () => {
    const { askComputer, all } = routed()
    expect(await askComputer('file.open', { ticket: 't', path: 'C:\\x' })).toEqual({ ok: true, value: null })
    expect(all['file.open']).toHaveBeenCalledWith({ ticket: 't' })
    for (const input of [null, {}, { ticket: 7 }, '/etc/passwd']) {
      expect(await askComputer('file.open', input)).toEqual({ ok: false, failure: { kind: 'local', message: '请求格式错误' } })
    }
    expect(await askComputer('file.saveBytes', { suggestedName: 'x', bytes: [1, 2], origin: 'own' })).toMatchObject({ ok: false })
    expect(all['file.open']).toHaveBeenCalledTimes(1)
  })

  it.each([
    [
      new Refusal('form.stale', { current: { a: 1 } }),
      { kind: 'refused', reason: 'form.stale', code: 409, message: '已被他人修改，请刷新后重新填写', data: { current: { a: 1 } } },
    ],
    [new Unreachable('连接不上服务器'), { kind: 'unreachable', message: '连接不上服务器' }],
    [new LocalFailure('磁盘空间不足'), { kind: 'local', message: '磁盘空间不足' }],
  ])('passes %s on as a failure with its fields', async (error, failure) => {
    const { askServer, log } = routed({
      call: () => {
        throw error
      },
    })
    expect(await askServer('estate.all', {})).toEqual({ ok: false, failure })
    expect(log.error).not.toHaveBeenCalled()
  })

  it('turns an unexpected error into a message, and logs its cause', async () => {
    const cause = new TypeError("Cannot read properties of undefined (reading 'x')")
    const { askServer, askComputer, log } = routed({
      call: async () => {
        await Promise.resolve()
        throw cause
      },
      handlers: {
        'clipboard.write': () => {
          throw cause
        },
      },
    })
    expect(await askServer('estate.all', {})).toEqual({ ok: false, failure: { kind: 'local', message: UNEXPECTED } })
    expect(await askComputer('clipboard.write', { text: '' })).toEqual({ ok: false, failure: { kind: 'local', message: UNEXPECTED } })
    expect(log.error).toHaveBeenCalledTimes(2)
    expect(log.error).toHaveBeenCalledWith({ name: 'estate.all', err: cause }, 'unexpected')
  })
})
