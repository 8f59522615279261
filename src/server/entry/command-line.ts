import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { pairingOf } from '#shared/network/pairing.ts'
import { errorStreamLog, fileLog } from '../kernel/log.ts'
import { httpSmsSender, localSmsSender } from '../kernel/sms.ts'
import { RestoreNeededError, ServerStartError } from '../kernel/start-error.ts'
import { readOptions, type ServerOptions, databaseUrl } from './options.ts'
import { createSetupCode } from './setup-code.ts'
import { runServer, versionIn, type RunDeps, type RunningServer } from './run.ts'
import { isEncryptedCopy } from '../database/encrypted-copy.ts'
import { createInspect } from '../database/inspection.ts'
import { restoreDatabase } from '../database/restore.ts'

const root = join(import.meta.dirname, '../../..')

/** Overall limit for the shutdown in ms, whatever the limits of its parts. */
const STOP_LIMIT = 20_000

/** Time left for answers in flight, in ms. */
const LAST_ANSWERS = 500
const endSoon = (): void => void setTimeout(() => process.exit(1), LAST_ANSWERS)

/** Writes messages to standard error; standard output carries the one line of JSON. */
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

/** Signals that stop the server: SIGHUP also comes from a closed console window, SIGBREAK from Ctrl+Break on Windows. */
const END_SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', ...(process.platform === 'win32' ? (['SIGBREAK'] as const) : [])]

/**
 * Makes V8 collect garbage once a heap has doubled, not when it is several times as large; at growth of a quarter, votes
 * took a quarter more processor time. The new-space limit (SERVER_FLAGS) stays with this thread, which started with it;
 * without the second line it would override the limits of the others.
 */
function limitHeaps(): void {
  setFlagsFromString('--heap-growing-percent=100')
  setFlagsFromString('--max-semi-space-size=0')
}

/** What a development server changes. */
interface CommandLineSettings extends Pick<RunDeps, 'passwordCost'> {
  readonly fixedCodes?: { readonly image: string; readonly sms: string; readonly setup: string }
  check?(options: ServerOptions): void
}

/**
 * Runs the server from a command line until a signal stops it; restores a copy if the first word is `restore`.
 *
 * Prints `{"url": …}`, with TLS also its certificate's `fingerprint` and `pairing`, when ready; exits with code 1 and a
 * message if it cannot start.
 */
export async function serveCommandLine(settings: CommandLineSettings = {}): Promise<void> {
  // files written are readable by this user alone
  process.umask(0o077)
  // Node 24 sometimes aborts while freeing WebAssembly code of threads that end (nodejs/node#64500): each worker that runs
  // from the sources compiles some, to strip types. The packaged program's workers need none.
  setFlagsFromString('--no-wasm-code-gc')
  limitHeaps()
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
      pageReading: {
        workerUrl: new URL('../features/reading/worker.ts', import.meta.url),
        qrWasm: join(root, 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'),
        pdfWasm: join(root, 'node_modules/@hyzyla/pdfium/dist/pdfium.wasm'),
      },
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

/** The one line of standard output: the server's address and its certificate's fingerprint. */
function consoleLine({ url, fingerprint }: RunningServer) {
  return fingerprint === null ? { url } : { url, fingerprint, pairing: pairingOf(fingerprint) }
}

function sentenceOf(error: unknown): string {
  if (error instanceof RestoreNeededError) return `${error.message}：npm run server -- restore 备份文件 --data 数据文件夹`
  return error instanceof ServerStartError ? error.message : `服务器无法启动：${String(error)}`
}

/**
 * `restore FILE --data DIR`: replaces the embedded database of a data folder by a copy, without confirmation.
 *
 * The password of an encrypted copy comes from `--password-file` or `VOTE_BACKUP_PASSWORD`: other users of the machine can
 * read a command line.
 *
 * @returns what was done, as a message
 * @throws ServerStartError with a message; then nothing has changed
 */
async function restoreCommand(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { source, folder, databaseUrl: url, passwordFile } = parse(args, environment)
  if (url !== undefined)
    throw new ServerStartError('数据在 PostgreSQL 中，请用 pg_restore 恢复；要恢复内置数据库，请先去掉 --database、--database-file 和 VOTE_DATABASE_URL')
  const password = passwordFile === undefined ? (environment['VOTE_BACKUP_PASSWORD'] ?? null) : passwordIn(passwordFile)
  if (password === null && isEncryptedCopy(source))
    throw new ServerStartError('这份备份已用密码加密，请用 --password-file 指定写有密码的文件，或用环境变量 VOTE_BACKUP_PASSWORD 给出密码')
  const keptAs = await restoreDatabase({ folder, source, inspect: createInspect(), now: Date.now(), by: '', password })
  return `已从 ${source} 恢复数据${keptAs === '' ? '' : `，原来的数据库保存为 ${join(folder, keptAs)}`}`
}

function parse(args: readonly string[], environment: Readonly<Record<string, string | undefined>>) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string', default: '.data' },
        database: { type: 'string' },
        'database-file': { type: 'string' },
        'password-file': { type: 'string' },
      },
    })
    const [source, ...more] = positionals
    if (source === undefined || more.length > 0) throw new Error('one file')
    return { source: resolve(source), folder: values.data, databaseUrl: databaseUrl(values, environment), passwordFile: values['password-file'] }
  } catch (cause) {
    if (cause instanceof ServerStartError) throw cause
    throw new ServerStartError('请写明要恢复的备份文件和数据文件夹：restore 备份文件 --data 数据文件夹', { cause })
  }
}

/** The first line of a file. */
function passwordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0] ?? ''
  } catch (cause) {
    throw new ServerStartError(`无法读取启动参数 --password-file 指定的文件 ${file}`, { cause })
  }
}
