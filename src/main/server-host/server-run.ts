import { randomBytes, randomUUID } from 'node:crypto'
import { type MaintenanceOrder, ServerMessage, type ServerOrder } from '#shared/bridge/serverProcess.ts'
import { PROGRAM_KEY_HEADER } from '#shared/contract/envelope.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import type { Log } from '../log.ts'
import type { KeyEncryptionKey } from '../vault.ts'
import type { CheckHealth, HealthProblem } from '../network/transport.ts'
import type { ServerHost } from './host.ts'
import { watchHealth } from './watch.ts'

/** Time limit until the server's message `ready` (ms); each `preparing` restarts it. */
export const READY_DEADLINE_MS = 20_000
const STOP_DEADLINE_MS = 5_000
const PROGRAM_KEY_BYTES = 32
const HEALTH_INTERVAL_MS = 5_000
/** A running server that has not answered for this long is restarted (ms). */
const HANGING_MS = 30_000
export const ENDED_COPYING = '本机服务意外停止，没有备份，请重试'

/** The parts of a utility process that the host needs. */
export interface ServerProcess {
  /** Sends an order; lost if the process has ended. */
  readonly post: (order: ServerOrder | MaintenanceOrder) => void
  /** The process's messages, unchecked. */
  readonly onMessage: (listener: (message: unknown) => void) => void
  /** Called exactly once, for any exit, including a failure to start. */
  readonly onExit: (listener: (code: number | null) => void) => void
  /** Immediately, without waiting for a clean stop. */
  readonly kill: () => void
}

/** How a server process ended. */
export interface RunEnd {
  readonly code: number | null
  /** The server's own reason for not running; null if it ended without a message. */
  readonly sentence: string | null
  /** The database could not be opened. */
  readonly needsRestore: boolean
}

/** One life of the server's process. */
export interface ServerRun {
  /** Its address; null before it is ready and after it has ended. */
  readonly url: () => string | null
  /** Headers of every call: a key of this run that no other process on the computer has. */
  readonly headers: Readonly<Record<string, string>>
  /** Checks its health now instead of at the next interval. */
  readonly checkNow: () => void
  readonly copyData: ServerHost['copyData']
  /**
   * Resolves when the process has ended, killed if it does not stop within {@link STOP_DEADLINE_MS}; at the latest a second after
   * that.
   */
  readonly stop: () => Promise<void>
}

/** Dependencies and callbacks of one run. Nothing is called after `onEnd`. */
export interface RunOptions {
  readonly checkHealth: CheckHealth
  /** A text message to show on this computer. */
  readonly onSms: (message: Extract<ServerMessage, { type: 'sms' }>) => void
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly process: ServerProcess
  /** The key that encrypts the server's signing key file. */
  readonly keyEncryptionKey: () => Promise<KeyEncryptionKey>
  /** It accepts calls; called once. */
  readonly onReady: () => void
  /** A user-facing message, each time that the start is prolonged. */
  readonly onPreparing: (message: string) => void
  /** After every check; null if it is healthy. */
  readonly onHealth: (problem: HealthProblem | null) => void
  /** How many other computers use the server; called on each change. */
  readonly onSharing: (connected: number) => void
  /** Called once, however it ended. */
  readonly onEnd: (end: RunEnd) => void
}

/** Runs the server process once: from its start, with a deadline for readiness, to its end. */
export function runServer({ process, keyEncryptionKey, checkHealth, log, onSms, onReady, onPreparing, onHealth, onSharing, onEnd }: RunOptions): ServerRun {
  let url: string | null = null
  let sentence: string | null = null
  let needsRestore = false
  let watch: ReturnType<typeof watchHealth> | null = null
  let deadline: ReturnType<typeof setTimeout> | undefined
  const ended = Promise.withResolvers<void>()
  const copies = createCopies(process)
  const programKey = randomBytes(PROGRAM_KEY_BYTES).toString('base64url')
  const headers = { [PROGRAM_KEY_HEADER]: programKey }
  const restartDeadline = () => {
    clearTimeout(deadline)
    deadline = setTimeout(() => {
      log.error('embedded server was not ready in time')
      process.kill()
    }, READY_DEADLINE_MS)
  }
  const onCheck = (problem: HealthProblem | null, unreachableForMs: number) => {
    onHealth(problem)
    if (unreachableForMs < HANGING_MS) return
    log.error({ problem: problem?.sentence }, 'embedded server does not answer any more')
    process.kill()
  }
  listen(process, log, (message) => {
    switch (message.type) {
      case 'preparing':
        restartDeadline()
        onPreparing(message.message)
        break
      case 'ready':
        clearTimeout(deadline)
        url = message.url
        watch = watchHealth({
          address: url,
          checkHealth: (address) => checkHealth(address, headers),
          healthyIntervalMs: HEALTH_INTERVAL_MS,
          unhealthyIntervalMs: 1_000,
          onCheck,
        })
        onReady()
        break
      case 'failed':
        sentence = message.message
        needsRestore = message.needsRestore === true
        process.kill() // it waits for that
        break
      case 'sms':
        onSms(message)
        break
      case 'sharing':
        onSharing(message.connected)
        break
      case 'dataCopied':
        copies.settle(message.id, message.problem)
        break
    }
  })
  process.onExit((code) => {
    clearTimeout(deadline)
    watch?.stop()
    url = null
    copies.fail()
    ended.resolve()
    onEnd({ code, sentence, needsRestore })
  })
  restartDeadline()
  // If the process has ended meanwhile, its exit event is handled above.
  const begun = begin(process, programKey, keyEncryptionKey).catch(() => undefined)

  return {
    url: () => url,
    headers,
    checkNow: () => void watch?.check(),
    copyData: copies.order,
    stop: async () => {
      clearTimeout(deadline)
      watch?.stop()
      await begun // the first order is to start
      await stopInTime(process, ended.promise, log)
    },
  }
}

/** Calls back with each valid message of the process. */
function listen(process: ServerProcess, log: RunOptions['log'], onMessage: (message: ServerMessage) => void): void {
  process.onMessage((raw) => {
    const parsed = ServerMessage.safeParse(raw)
    if (parsed.success) onMessage(parsed.data)
    else log.warn('embedded server sent a message that is none')
  })
}

/** Sends the first order; if the keychain fails, the server starts without its signing key. */
async function begin(process: ServerProcess, programKey: string, keyEncryptionKey: RunOptions['keyEncryptionKey']): Promise<void> {
  const kept = await keyEncryptionKey().catch(() => ({ state: 'unavailable' }) as const)
  process.post({ type: 'start', programKey, keyEncryptionKey: kept.state === 'kept' ? kept.key : null, isKeyUnavailable: kept.state === 'unavailable' })
}

/** Asks the process to stop, and kills it after {@link STOP_DEADLINE_MS}. */
async function stopInTime(process: ServerProcess, ended: Promise<void>, log: RunOptions['log']): Promise<void> {
  process.post({ type: 'stop' })
  const timer = setTimeout(() => {
    log.warn('embedded server did not stop in time')
    process.kill()
  }, STOP_DEADLINE_MS)
  // killed or not, the program's end does not wait forever
  await Promise.race([ended, new Promise<void>((resolve) => setTimeout(resolve, STOP_DEADLINE_MS + 1_000).unref())])
  clearTimeout(timer)
}

/** The pending backups of the database. */
function createCopies(process: ServerProcess) {
  /** By the order's id. */
  const underWay = new Map<string, (problem: Error | null) => void>()
  return {
    order: async (path: string, permit: string, password: string | null): Promise<void> => {
      const id = randomUUID()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      underWay.set(id, (problem) => (problem === null ? resolve() : reject(problem)))
      process.post({ type: 'copyData', id, path, permit, password })
      await promise.finally(() => underWay.delete(id))
    },
    /** @param problem the server's message; `''` on success */
    settle: (id: string, problem: string) => underWay.get(id)?.(problem === '' ? null : new LocalFailure(problem)),
    /** The process has ended: all pending backups fail. */
    fail: () => {
      for (const settle of underWay.values()) settle(new Unreachable(ENDED_COPYING))
    },
  }
}
