import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { z } from 'zod'
import { channels } from '#shared/bridge/bridge.ts'
import { type CommandHandlers, commands, isCommandName } from '#shared/bridge/commands.ts'
import type { Outcome } from '#shared/bridge/outcome.ts'
import { type EndpointName, isEndpointName } from '#shared/contract/index.ts'
import { expectedFailure, LocalFailure, UNEXPECTED } from '../failures.ts'
import type { Log } from '../log.ts'

interface RouterOptions {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly isTrusted: (event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>) => boolean
  readonly call: (name: EndpointName, input: unknown) => Promise<unknown>
  readonly handlers: CommandHandlers
  readonly log: Pick<Log, 'warn' | 'error'>
}

const NOT_TRUSTED = '请求被拒绝'
const NO_SUCH = '程序没有这个功能，请重新启动程序'

/**
 * Registers the handlers of all the page's IPC messages: checks sender, name and input, and always returns an {@link Outcome}.
 *
 * The only caller of `ipcMain.handle`.
 */
export function routeBridge({ ipcMain, isTrusted, call, handlers, log }: RouterOptions): void {
  const answer = async (event: IpcMainInvokeEvent, name: unknown, work: () => Promise<unknown>): Promise<Outcome<unknown>> => {
    try {
      if (!isTrusted(event)) {
        log.warn('IPC message from an untrusted sender refused')
        throw new LocalFailure(NOT_TRUSTED)
      }
      return { ok: true, value: await work() }
    } catch (error) {
      const failure = expectedFailure(error)
      if (failure !== null) {
        // failures of calls are already logged
        if (error instanceof LocalFailure && error.cause !== undefined) log.warn({ name: nameForLog(name), err: error.cause }, error.message)
        return { ok: false, failure }
      }
      log.error({ name: nameForLog(name), err: error }, 'unexpected')
      return { ok: false, failure: { kind: 'local', message: UNEXPECTED } }
    }
  }

  ipcMain.handle(channels.call, (event, name: unknown, input: unknown) =>
    answer(event, name, () => {
      if (!isEndpointName(name)) throw new LocalFailure(NO_SUCH)
      return call(name, input)
    }),
  )
  ipcMain.handle(channels.run, (event, name: unknown, input: unknown) =>
    answer(event, name, () => {
      if (!isCommandName(name)) throw new LocalFailure(NO_SUCH)
      const parsed = z.safeParse(commands[name].input, input)
      if (!parsed.success) throw new LocalFailure('请求格式错误', { cause: z.prettifyError(parsed.error) })
      // schema and handler share a name
      const handler = handlers[name] as (input: unknown) => Promise<unknown>
      return handler(parsed.data)
    }),
  )
}

/** The name comes unchecked from the page: it may have any type and length. */
function nameForLog(name: unknown): string {
  return typeof name === 'string' ? name.slice(0, 60) : typeof name
}
