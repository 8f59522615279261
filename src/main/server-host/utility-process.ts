import type { UtilityProcess, utilityProcess as utilityProcessModule } from 'electron'
import { MAINTENANCE } from '#shared/bridge/serverProcess.ts'
import type { Log } from '../log.ts'
import type { ProcessPurpose } from './embedded.ts'
import type { ServerProcess } from './server-run.ts'

interface ForkOptions {
  readonly purpose: ProcessPurpose
  readonly utilityProcess: Pick<typeof utilityProcessModule, 'fork'>
  /** The server's bundle. */
  readonly script: string
  readonly environment: NodeJS.ProcessEnv
  readonly dataFolder: string
  readonly logFolder: string
  /** The folder that contains `divisions/`. */
  readonly resourcesFolder: string
  /** The program's version, reported in the server's health. */
  readonly version: string
  /** Copies the server's output to this process's, in development. */
  readonly isOnConsole: boolean
  readonly log: Pick<Log, 'error'>
}

/** Starts the server's bundle in its own process, by path: this program imports nothing from it. */
export function forkServer({
  purpose,
  utilityProcess,
  script,
  environment,
  dataFolder,
  logFolder,
  resourcesFolder,
  version,
  isOnConsole,
  log,
}: ForkOptions): ServerProcess {
  const args = [
    ...(purpose === 'maintain' ? [MAINTENANCE] : []),
    '--data',
    dataFolder,
    '--log',
    logFolder,
    '--resources',
    resourcesFolder,
    '--program-version',
    version,
  ]
  const child = utilityProcess.fork(script, args, {
    serviceName: '社区投票平台服务',
    stdio: 'pipe',
    env: environment,
    // as SERVER_FLAGS of build/scripts/server-code.mjs
    execArgv: ['--max-semi-space-size=4'],
  })
  // an unread pipe would block the server once full
  child.stdout?.on('data', (chunk: Buffer) => {
    if (isOnConsole) process.stdout.write(chunk)
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    if (isOnConsole) process.stderr.write(chunk)
    log.error({ stderr: chunk.toString('utf8').slice(0, 4_000) }, 'embedded server')
  })
  // without a listener it would be thrown in this process; the following exit is handled
  child.on('error', (type) => log.error({ type }, 'embedded server met a fatal error'))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process is no window
    post: (order) => child.postMessage(order),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => killNow(child),
  }
}

/** A hanging process ignores the SIGTERM sent by `kill()`. */
export function killNow(child: UtilityProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(child.pid, 'SIGKILL')
  } catch {
    child.kill()
  }
}
