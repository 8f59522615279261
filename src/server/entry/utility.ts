import { join } from 'node:path'
import { MAINTENANCE, MaintenanceOrder, ServerOrder, type ServerMessage } from '#shared/bridge/serverProcess.ts'
import { fileLog } from '../kernel/log.ts'
import { httpSmsSender, localSmsSender } from '../kernel/sms.ts'
import { RestoreNeededError, ServerStartError } from '../kernel/start-error.ts'
import { maintain } from './maintenance.ts'
import { readOptions } from './options.ts'
import { runServer, type RunningServer } from './run.ts'

/** The channel to the program's main process, as in a utilityProcess. */
interface ParentPort {
  postMessage(message: unknown): void
  on(name: 'message', listener: (event: { readonly data: unknown }) => void): void
}

// files written are readable by this user alone
process.umask(0o077)

const { parentPort } = process as unknown as { readonly parentPort: ParentPort }
const tell = (message: ServerMessage): void => parentPort.postMessage(message)

type StartOrder = Extract<ServerOrder, { readonly type: 'start' }>

/** Starts the embedded server on a free port of 127.0.0.1, only for the program that started it, always on its own database. */
async function start({ programKey, keyEncryptionKey, isKeyUnavailable }: StartOrder): Promise<RunningServer> {
  const options = readOptions(['--port', '0', ...process.argv.slice(2)], { VOTE_SMS_AUTHORIZATION: process.env['VOTE_SMS_AUTHORIZATION'] })
  const log = fileLog(options.logFolder ?? join(options.dataFolder, 'logs'))
  return runServer(options, {
    log,
    sms: options.smsGateway ? httpSmsSender(options.smsGateway) : localSmsSender((message) => tell({ type: 'sms', ...message })),
    sheetWorker: new URL('./sheet-worker.js', import.meta.url),
    reportWorker: new URL('./report-worker.js', import.meta.url),
    documentWorker: new URL('./document-worker.js', import.meta.url),
    sensitivityWorker: new URL('./sensitivity-worker.js', import.meta.url),
    exportWorker: new URL('./export-worker.js', import.meta.url),
    routeWorker: new URL('./route-worker.js', import.meta.url),
    // electron.vite.config.ts puts them next to the bundles
    pageReading: {
      workerUrl: new URL('./reading-worker.js', import.meta.url),
      qrWasm: join(import.meta.dirname, 'zxing_reader.wasm'),
      pdfWasm: join(import.meta.dirname, 'pdfium.wasm'),
    },
    checkupWorker: new URL('./checkup-worker.js', import.meta.url),
    inspectionWorker: new URL('./inspection-worker.js', import.meta.url),
    onPreparing: (message) => tell({ type: 'preparing', message }),
    // The program restarts it, and that start checks the file. Answers in flight go first.
    onDamaged: () => void setTimeout(() => process.exit(1), 500),
    version: options.version,
    canShare: true,
    programKey,
    isKeyUnavailable,
    ...(keyEncryptionKey === null ? {} : { keyEncryptionKey: Buffer.from(keyEncryptionKey, 'hex') }),
    resourcesFolder: options.resourcesFolder ?? join(import.meta.dirname, '../../resources'),
  })
}

/** Time to wait for the program to end a finished process, in ms. */
const END_DEADLINE = 2_000

/**
 * Exits after the last message if the program has not ended the process by then: a message posted right before a utility
 * process exits can be lost.
 */
function endLater(): void {
  setTimeout(() => process.exit(), END_DEADLINE)
}

/** Runs one maintenance order on the data folder instead of serving, then exits. */
function maintainOnce(args: readonly string[]): void {
  const { dataFolder } = readOptions(args, {})
  parentPort.on('message', ({ data }) => {
    const order = MaintenanceOrder.safeParse(data).data
    if (!order) return
    const done = maintain(order, {
      folder: dataFolder,
      inspectionWorker: new URL('./inspection-worker.js', import.meta.url),
      tell: (message) => parentPort.postMessage(message),
    })
    void done.then(endLater)
  })
}

/** Serves from the `start` order until `stop`; other orders wait until it is ready. */
async function serve(): Promise<void> {
  const begun = Promise.withResolvers<StartOrder>()
  const running = begun.promise.then(start)
  parentPort.on('message', ({ data }) => {
    const order = ServerOrder.safeParse(data).data
    if (order?.type === 'start') begun.resolve(order)
    else if (order) void carryOut(order, running)
  })
  const server = await running
  let connected = 0
  setInterval(() => {
    if (connected === server.connectedComputers()) return
    connected = server.connectedComputers()
    tell({ type: 'sharing', connected })
  }, 1_000).unref()
  tell({ type: 'ready', url: server.url })
}

async function carryOut(order: Exclude<ServerOrder, { readonly type: 'start' }>, running: Promise<RunningServer>): Promise<void> {
  const server = await running.catch(() => null)
  if (server === null) return // the process is about to end, and has said why
  switch (order.type) {
    case 'stop':
      await server.stop()
      return process.exit()
    case 'copyData':
      return tell({ type: 'dataCopied', id: order.id, problem: await server.copyTo(order.path, order.permit, order.password) })
  }
}

const [mode, ...rest] = process.argv.slice(2)
if (mode === MAINTENANCE) {
  maintainOnce(rest)
} else {
  try {
    await serve()
  } catch (error) {
    tell({
      type: 'failed',
      message: error instanceof ServerStartError ? error.message : '本机服务无法启动，请查看日志',
      needsRestore: error instanceof RestoreNeededError,
    })
    console.error(error)
    process.exitCode = 1
    endLater()
  }
}
