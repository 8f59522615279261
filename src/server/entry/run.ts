import { readFileSync } from 'node:fs'
import { isIPv4, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { createServer } from '../app.ts'
import { createBackupKeeper } from '../database/backups.ts'
import { freeBytes } from '../database/disk-space.ts'
import { openDatabase } from '../database/open.ts'
import { forgetRestore, restoreDone } from '../database/restore.ts'
import { certificateFrom, ownCertificate, type Certificate } from '../kernel/certificate.ts'
import { systemClock } from '../kernel/clock.ts'
import { lanAddresses } from '#shared/network/lan.ts'
import type { Log } from '../kernel/log.ts'
import type { SmsSender } from '../kernel/sms.ts'
import { headFileIn } from '../kernel/headFile.ts'
import { openSigningKey } from '../kernel/signingKey.ts'
import { ServerStartError } from '../kernel/start-error.ts'
import { createExportMaker } from '../exports/exports.ts'
import { FONT_FILE } from '../pdf/document.ts'
import { createCheckupMaker } from '../features/checkup/maker.ts'
import { createDocumentMaker } from '../features/document/maker.ts'
import { createSensitivityMaker } from '../features/sensitivity/maker.ts'
import { createReportMaker } from '../features/result/report/maker.ts'
import type { SetupCode } from '../features/account/registration.ts'
import { createPageReader, type ReaderFiles } from '../features/reading/reader.ts'
import { createPlanner } from '../features/route/planner.ts'
import { limitsOfMessages } from '../features/account/rules.ts'
import { isLoopback } from '#shared/network/loopback.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { createConnections } from '../http/connections.ts'
import { createSharedPort, type Answer, type SharedPort } from '../http/sharedPort.ts'
import { announce } from '../kernel/announce.ts'
import type { PasswordCost } from '../kernel/password.ts'
import { createSheetReader } from '../workbooks/reader.ts'
import type { ServerOptions } from './options.ts'
import { createPermittedCopy, type PermittedCopy } from './permitted-copy.ts'

/** What differs between the three ways of running the server (`entry/`). */
export interface RunDeps {
  readonly log: Log
  readonly sms: SmsSender
  /** The sheet worker's code: next to the bundle, or in the sources. */
  readonly sheetWorker: URL
  /** The worker that writes reports. */
  readonly reportWorker: URL
  /** The worker that writes documents. */
  readonly documentWorker: URL
  /** The worker that checks conclusions. */
  readonly sensitivityWorker: URL
  /** The worker that writes lists. */
  readonly exportWorker: URL
  /** The worker that plans routes. */
  readonly routeWorker: URL
  readonly pageReading: ReaderFiles
  /** The worker that checks rosters for faults. */
  readonly checkupWorker: URL
  readonly version: string
  /** The folder that holds `divisions`. */
  readonly resourcesFolder: string
  /** The worker that checks database files. */
  readonly inspectionWorker: URL
  /** Called with a message while the database is being prepared: checked, copied, upgraded. */
  readonly onPreparing?: (sentence: string) => void
  /** Called when the open database turns out damaged: writes stop, and the process should exit so that the next start checks it. */
  readonly onDamaged: () => void
  /** The key that the program's own calls carry; only for a server inside a program. */
  readonly programKey?: string
  /** 32-byte key that encrypts the signing key's file; absent without a keychain. */
  readonly keyEncryptionKey?: Buffer
  /** A keychain holds that key but cannot release it now. */
  readonly isKeyUnavailable?: boolean
  /** Code required for the first registration; absent if only the program itself reaches the server. */
  readonly setupCode?: SetupCode
  /** Whether the server may open a second port to the office's network: the one inside a program. */
  readonly canShare?: true
  readonly fixedCodes?: { readonly image: string; readonly sms: string }
  /** Overrides the default cost; for development. */
  readonly passwordCost?: PasswordCost
}

export interface RunningServer {
  /** `http://127.0.0.1:8790`; with TLS `https://192.168.1.20:8790`, an address reachable from other computers. */
  readonly url: string
  /** Of its certificate (`network/pairing.ts`); null with plain HTTP. */
  readonly fingerprint: string | null
  /** Number of other computers using it now. */
  connectedComputers(): number
  /** Finishes calls in flight, then closes the database; idempotent. */
  stop(): Promise<void>
  readonly copyTo: PermittedCopy
}

/** Delay before the workbook worker starts, in ms: after start-up, which needs the processors, and before the first import. */
const SHEET_WORKER_AFTER = 1_500

/** Time that a stop waits for calls in flight, in ms. */
const STOP_DEADLINE = 5_000

/**
 * Starts the server and listens.
 *
 * @throws ServerStartError with a user-facing message
 */
export async function runServer(options: ServerOptions, deps: RunDeps): Promise<RunningServer> {
  const { onPreparing = () => undefined, keyEncryptionKey: encryptionKey = null, isKeyUnavailable = false, log } = deps
  const certificate = await certificateFor(options)
  const database = await openDatabase(options.databaseUrl === undefined ? { folder: options.dataFolder } : { url: options.databaseUrl }, {
    onChecking: (seconds) => onPreparing(`程序上次没有正常退出，或数据文件有变化，正在检查数据库（已用 ${seconds} 秒），请稍候…`),
    onUpgrade: () => onPreparing('正在备份并升级数据库，请稍候…'),
    onDamaged: deps.onDamaged,
    inspectionWorker: deps.inspectionWorker,
  })
  const { copyTo } = database
  const signingKey = openSigningKey({ folder: options.dataFolder, encryptionKey, isKeyUnavailable, now: systemClock.now(), log })
  const copies = copyTo && createBackupKeeper({ folder: options.dataFolder, copyTo, clock: systemClock, log })
  const done = copyTo && restoreDone(options.dataFolder)
  const sheets = createSheetReader({ workerUrl: deps.sheetWorker, log, startsIn: SHEET_WORKER_AFTER })
  const limits = limitsOf(options)
  const answer: Answer = (request, response) => app.routing(request, response)
  const sharedPort = deps.canShare ? createSharedPort({ dataFolder: options.dataFolder, answer, clock: systemClock, log, ...limits }) : null
  const { app, removeUnusedFiles, connectedComputers, system, hasAccounts } = createServer({
    ...deps,
    ...limits,
    database,
    signingKey,
    headFile: headFileIn(options.dataFolder, options.databaseUrl),
    copies,
    ...(done ? { restored: { done, forget: () => forgetRestore(options.dataFolder) } } : {}),
    clock: systemClock,
    sheets,
    reports: createReportMaker({ workerUrl: deps.reportWorker, location: database.location }),
    documents: createDocumentMaker({ workerUrl: deps.documentWorker, location: database.location }),
    planner: createPlanner(deps.routeWorker),
    pageReader: createPageReader(deps.pageReading),
    freeBytes: options.databaseUrl === undefined ? () => freeBytes(options.dataFolder) : () => Promise.resolve(null),
    sensitivities: createSensitivityMaker({ workerUrl: deps.sensitivityWorker, location: database.location }),
    exports: createExportMaker({ workerUrl: deps.exportWorker, location: database.location }),
    checkups: createCheckupMaker({ workerUrl: deps.checkupWorker, location: database.location }),
    ...resourcesIn(deps.resourcesFolder),
    allowedHosts: [...options.allowedHosts, options.host],
    ...(certificate ? { certificate } : {}),
    ...(sharedPort ? { sharedPort } : {}),
    listening: () => ({ port: (app.server.address() as AddressInfo).port, fingerprint: certificate?.fingerprint ?? '' }),
  })
  try {
    await app.listen({ host: options.host, port: options.port })
  } catch (error) {
    await database.close()
    throw notListening(error, options)
  }
  const url = urlOf(app.server.address() as AddressInfo, certificate === null ? 'http' : 'https')
  log.info({ url, engine: database.engine }, 'listening')
  const stopSharing = await share({ url, host: options.host, certificate, sharedPort, hasAccounts: await hasAccounts(), log })
  const stopCopies = copies?.start() ?? (() => undefined)
  const stopTidying = everyDay(async () => {
    await system.recordDay().catch((err: unknown) => log.error({ err }, 'the day has no entry'))
    await removeUnusedFiles().then(
      (count) => log.info({ count }, 'unused files removed'),
      (err: unknown) => log.error({ err }, 'unused files stay'),
    )
  })
  let stopping: Promise<void> | null = null
  const stop = async (): Promise<void> => {
    const deadline = setTimeout(() => app.server.closeAllConnections(), STOP_DEADLINE)
    stopCopies()
    stopTidying()
    database.stopWaiting()
    await stopSharing()
    await app.close()
    clearTimeout(deadline)
    await sheets.close()
    await database.close()
    log.info('stopped')
  }
  return {
    url,
    fingerprint: certificate?.fingerprint ?? null,
    connectedComputers,
    stop: () => (stopping ??= stop()),
    copyTo: createPermittedCopy({ copyTo, copies, backups: system, log }),
  }
}

/** Resource files that the server reads. */
const resourcesIn = (folder: string) => ({
  divisionsFolder: join(folder, 'divisions'),
  templatesFolder: join(folder, 'templates'),
  recountPage: join(folder, 'recount', 'template.html'),
  fontFile: join(folder, 'fonts', FONT_FILE),
})

/** Limits on callers, and how their addresses are determined, from the options. */
const limitsOf = ({ sessionLife, smsPerHour, smsPerDay, trustedProxy, connectionsAnAddress }: ServerOptions) => ({
  sessionLife,
  preLoginLimits: limitsOfMessages(smsPerHour, smsPerDay),
  limitConnections: createConnections({ anAddress: connectionsAnAddress }, trustedProxy),
  ...(trustedProxy === undefined ? {} : { trustedProxy }),
})

interface ShareOptions {
  readonly url: string
  readonly host: string
  readonly certificate: Certificate | null
  readonly sharedPort: SharedPort | null
  readonly hasAccounts: boolean
  readonly log: Log
}

/**
 * Announces a listening server in the office's network and reopens the shared port if it was kept on; returns a function that ends both.
 */
async function share({ url, host, certificate, sharedPort, hasAccounts, log }: ShareOptions): Promise<() => Promise<void>> {
  const isForOthers = certificate !== null && !isLoopback(host)
  const address = isIPv4(host) && !isEverywhere(host) ? host : ''
  const stopAnnouncing = isForOthers ? await announce({ port: Number(new URL(url).port), fingerprint: certificate.fingerprint, address }, log) : null
  // After a reset there is no administrator: the first to register must not be somebody on the network.
  if (sharedPort?.state().isKeptOn && hasAccounts) {
    // The port may be taken by another program; the server still works for its own.
    await sharedPort.open(sharedPort.state()).catch((err: unknown) => log.warn({ err }, 'not shared'))
  }
  return async () => {
    await Promise.all([sharedPort?.stop(), stopAnnouncing?.()])
  }
}

/** Runs work some minutes after the start, so as not to delay it, then daily. Returns a function that stops it. */
function everyDay(work: () => Promise<void>): () => void {
  const first = setTimeout(() => void work(), 5 * 60_000).unref()
  const daily = setInterval(() => void work(), 24 * 3_600_000).unref()
  return () => {
    clearTimeout(first)
    clearInterval(daily)
  }
}

/** The certificate chosen by the options; null for plain HTTP. */
async function certificateFor({ tls, dataFolder }: ServerOptions): Promise<Certificate | null> {
  if (tls === 'none') return null
  return tls === 'own' ? ownCertificate(dataFolder, systemClock.now()) : certificateFrom(tls.certificateFile, tls.keyFile)
}

const isEverywhere = (address: string): boolean => address === '0.0.0.0' || address === '::'

/** For a server listening on all interfaces, names an address reachable from other computers. */
function urlOf({ family, address, port }: AddressInfo, scheme: 'http' | 'https'): string {
  const host = isEverywhere(address) ? (lanAddresses(networkInterfaces())[0]?.address ?? '127.0.0.1') : address
  return `${scheme}://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`
}

function notListening(error: unknown, { host, port }: ServerOptions): Error {
  const { code } = error as NodeJS.ErrnoException
  const options = { cause: error }
  if (code === 'EADDRINUSE') return new ServerStartError(sentenceFor('sharing.portInUse', { port }), options)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new ServerStartError(`本机没有地址 ${host}，请检查启动参数 --host`, options)
  if (code === 'EACCES') return new ServerStartError(`没有权限使用端口 ${port}，请换一个 1024 以上的端口`, options)
  return error instanceof Error ? error : new Error(String(error))
}

/** The version from the package.json in a folder. */
export function versionIn(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return version
}
