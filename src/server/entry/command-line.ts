import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { pairingOf } from '#shared/network/pairing.ts'
import { errorStreamLog, fileLog } from '../kernel/log.ts'
import { httpSmsSender, localSmsSender } from '../kernel/sms.ts'
import { RestoreNeededError, ServerStartError } from '../kernel/start-error.ts'
import { readOptions, type ServerOptions } from './options.ts'
import { restoreCommand } from './restore-command.ts'
import { createSetupCode } from './setup-code.ts'
import { runServer, versionIn, type RunDeps, type RunningServer } from './run.ts'

const root = join(import.meta.dirname, '../../..')

/** Every part of the end has its own limit; this one holds whatever becomes of them, in ms. */
const STOP_LIMIT = 20_000

/** After the answers that are on their way, in ms. */
const LAST_ANSWERS = 500
const endSoon = (): void => void setTimeout(() => process.exit(1), LAST_ANSWERS)

/** What is said where people look: standard error; standard output carries the one line of JSON. */
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

/** What asks for the end: SIGHUP also comes from a console window that is closed, SIGBREAK from Ctrl+Break on Windows. */
const END_SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', ...(process.platform === 'win32' ? (['SIGBREAK'] as const) : [])]

/** In what a development server differs. */
interface CommandLineSettings extends Pick<RunDeps, 'passwordCost'> {
  readonly fixedCodes?: { readonly image: string; readonly sms: string; readonly setup: string }
  check?(options: ServerOptions): void
}

/**
 * Runs the server from a command line until a signal asks for its end; or restores a copy, where the first word is `restore`.
 *
 * Prints `{"url": …}`, with TLS also its certificate's `fingerprint` and `pairing`, when it is ready; ends with code 1 and a sentence when it cannot start.
 */
export async function serveCommandLine(settings: CommandLineSettings = {}): Promise<void> {
  // what is written is this user's alone
  process.umask(0o077)
  // Node 24 at times aborts while it frees WebAssembly code of threads that end (nodejs/node#64500): each worker that runs
  // from the sources compiles some, to strip their types. The packaged program's workers need none.
  setFlagsFromString('--no-wasm-code-gc')
  try {
    const [command, ...rest] = process.argv.slice(2)
    if (command === 'restore') {
      process.stdout.write(`${await restoreCommand(rest, process.env)}\n`)
      return
    }
    const options = readOptions(process.argv.slice(2), process.env)
    settings.check?.(options)
    const log = options.logFolder === undefined ? errorStreamLog('warn') : fileLog(options.logFolder)
    const sms = options.smsGateway
      ? httpSmsSender(options.smsGateway)
      : localSmsSender(({ phoneEnding, code }) => say(`短信验证码（手机尾号 ${phoneEnding}）：${code}`))
    const server = await runServer(options, {
      log,
      sms,
      sheetWorker: new URL('../workbooks/worker.ts', import.meta.url),
      reportWorker: new URL('../features/result/report/worker.ts', import.meta.url),
      documentWorker: new URL('../features/document/worker.ts', import.meta.url),
      sensitivityWorker: new URL('../features/sensitivity/worker.ts', import.meta.url),
      exportWorker: new URL('../exports/worker.ts', import.meta.url),
      routeWorker: new URL('../features/route/worker.ts', import.meta.url),
      checkupWorker: new URL('../features/checkup/worker.ts', import.meta.url),
      inspectionWorker: new URL('../database/inspection-worker.ts', import.meta.url),
      onPreparing: say,
      onDamaged: () => {
        say('数据库文件已损坏，服务器即将停止，没有再写入任何内容。请重新启动，启动时会检查并说明怎样恢复')
        endSoon()
      },
      version: versionIn(root),
      resourcesFolder: options.resourcesFolder ?? join(root, 'resources'),
      setupCode: createSetupCode(options.dataFolder, say, settings.fixedCodes?.setup),
      ...(settings.fixedCodes ? { fixedCodes: settings.fixedCodes } : {}),
      ...(settings.passwordCost ? { passwordCost: settings.passwordCost } : {}),
    })
    const stop = (): void => {
      setTimeout(() => process.exit(1), STOP_LIMIT).unref()
      void server.stop().then(() => process.exit(0))
    }
    for (const signal of END_SIGNALS) process.on(signal, stop)
    process.stdout.write(`${JSON.stringify(consoleLine(server))}\n`)
  } catch (error) {
    say(sentenceOf(error))
    process.exitCode = 1
  }
}

/** What the one line of standard output tells: where the server is, and by what its certificate is known. */
function consoleLine({ url, fingerprint }: RunningServer) {
  return fingerprint === null ? { url } : { url, fingerprint, pairing: pairingOf(fingerprint) }
}

function sentenceOf(error: unknown): string {
  if (error instanceof RestoreNeededError) return `${error.message}：npm run server -- restore 备份文件 --data 数据文件夹`
  return error instanceof ServerStartError ? error.message : `服务器无法启动：${String(error)}`
}
