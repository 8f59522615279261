import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { isLoopback } from '#shared/network/loopback.ts'
import { ServerStartError } from '../kernel/start-error.ts'
import { connectionLimits } from '../http/connectionCounts.ts'
import { defaultSessionLife, type SessionLife } from '../features/account/rules.ts'

/** The parsed command line; `sessionLife` in ms. */
export interface ServerOptions {
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  readonly logFolder: string | undefined
  readonly resourcesFolder: string | undefined
  /** `none`: plain HTTP, this computer only. `own`: the data folder's own certificate. Else the operator's files. */
  readonly tls: 'none' | 'own' | { readonly certificateFile: string; readonly keyFile: string }
  readonly allowedHosts: readonly string[]
  /** Address of the reverse proxy whose `X-Forwarded-For` is trusted. */
  readonly trustedProxy: string | undefined
  /** Connections allowed per other computer. */
  readonly connectionsAnAddress: number
  /** Limits on messages sent by the server in total. */
  readonly smsPerHour: number
  readonly smsPerDay: number
  readonly smsGateway: { readonly url: string; readonly authorization?: string } | undefined
  readonly sessionLife: SessionLife
  /** Version reported by the embedded server; the stand-alone server reads its own package.json. */
  readonly version: string
}

/**
 * Parses the server's command line; secrets come from the environment (`VOTE_DATABASE_URL`, `VOTE_SMS_AUTHORIZATION`) or a
 * file (`--database-file`) instead, as other users of the machine can read a command line.
 *
 * @throws ServerStartError naming the wrong option
 */
export function readOptions(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): ServerOptions {
  const { values } = parse(args)
  const authorization = environment['VOTE_SMS_AUTHORIZATION']
  return {
    host: values.host,
    port: wholeNumber('--port', values.port, 0, 65_535),
    dataFolder: values.data,
    databaseUrl: databaseUrl(values, environment),
    logFolder: values.log,
    resourcesFolder: values.resources,
    tls: tlsChoice(values),
    allowedHosts: values['allow-host'],
    trustedProxy: proxyAddress(values['trust-proxy']),
    connectionsAnAddress: wholeNumber('--connections-per-address', values['connections-per-address'], 1, connectionLimits.others),
    smsPerHour: wholeNumber('--sms-per-hour', values['sms-per-hour'], 1, 100_000),
    smsPerDay: wholeNumber('--sms-per-day', values['sms-per-day'], 1, 1_000_000),
    smsGateway: values['sms-gateway'] === undefined ? undefined : { url: values['sms-gateway'], ...(authorization === undefined ? {} : { authorization }) },
    sessionLife: {
      idle: wholeNumber('--session-idle', values['session-idle'], 1, 7 * 24 * 3600) * 1000,
      total: wholeNumber('--session-total', values['session-total'], 1, 30 * 24 * 3600) * 1000,
    },
    version: values['program-version'],
  }
}

interface DatabaseOptions {
  readonly database?: string | undefined
  /** A file holding only the address. */
  readonly 'database-file'?: string | undefined
}

/**
 * The database URL from `--database`, else `--database-file`, else `VOTE_DATABASE_URL`; undefined for the embedded one.
 *
 * @throws ServerStartError for a URL with a password on the command line, and for an unreadable file
 */
export function databaseUrl(
  { database, 'database-file': file }: DatabaseOptions,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (database !== undefined && holdsPassword(database))
    throw new ServerStartError('数据库密码不能写在命令行里，本机的其他用户能看到：请改用环境变量 VOTE_DATABASE_URL，或用 --database-file 指定写有地址的文件')
  if (database !== undefined || file === undefined) return database ?? environment['VOTE_DATABASE_URL']
  try {
    const address = readFileSync(file, 'utf8').trim()
    if (address === '') throw new Error('empty')
    return address
  } catch (cause) {
    throw new ServerStartError(`无法读取启动参数 --database-file 指定的文件 ${file}`, { cause })
  }
}

/** Whether a URL carries a password, as userinfo or parameter; an unparsable one counts if anything precedes an `@`. */
function holdsPassword(address: string): boolean {
  const url = URL.parse(address)
  if (url === null) return address.includes('@') || /password/i.test(address)
  return url.password !== '' || [...url.searchParams.keys()].some((name) => /password/i.test(name))
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8790' },
        data: { type: 'string', default: '.data' },
        database: { type: 'string' },
        'database-file': { type: 'string' },
        log: { type: 'string' },
        resources: { type: 'string' },
        tls: { type: 'boolean', default: false },
        certificate: { type: 'string' },
        key: { type: 'string' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        'trust-proxy': { type: 'string' },
        'connections-per-address': { type: 'string', default: String(connectionLimits.anAddress) },
        'sms-gateway': { type: 'string' },
        'sms-per-hour': { type: 'string', default: '200' },
        'sms-per-day': { type: 'string', default: '1000' },
        'program-version': { type: 'string', default: '' },
        'session-idle': { type: 'string', default: String(defaultSessionLife.idle / 1000) },
        'session-total': { type: 'string', default: String(defaultSessionLife.total / 1000) },
      },
    })
  } catch (cause) {
    throw new ServerStartError('启动参数不正确，请参照 docs/server.md', { cause })
  }
}

/** Listening to other computers requires HTTPS, whatever the other options. */
function tlsChoice({ host, tls, certificate, key }: ReturnType<typeof parse>['values']): ServerOptions['tls'] {
  if ((certificate === undefined) !== (key === undefined)) throw new ServerStartError('启动参数 --certificate 和 --key 要一起使用，分别是证书和私钥的 PEM 文件')
  if (certificate !== undefined && key !== undefined) return { certificateFile: certificate, keyFile: key }
  return tls || !isLoopback(host) ? 'own' : 'none'
}

function proxyAddress(written: string | undefined): string | undefined {
  if (written !== undefined && isIP(written) === 0) throw new ServerStartError('启动参数 --trust-proxy 应为代理所在电脑的 IP 地址，例如 127.0.0.1')
  return written
}

function wholeNumber(name: string, written: string, min: number, max: number): number {
  const value = Number(written)
  if (!Number.isInteger(value) || value < min || value > max) throw new ServerStartError(`启动参数 ${name} 应为 ${min} 到 ${max} 之间的整数`)
  return value
}
