import { parseArgs } from 'node:util'
import { isLoopback } from '#shared/network/loopback.ts'
import { ServerStartError } from '../kernel/start-error.ts'
import { defaultSessionLife, type SessionLife } from '../features/account/rules.ts'

export interface ServerOptions {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  readonly logFolder: string | undefined
  readonly resourcesFolder: string | undefined
  /** `none`: plain HTTP, for this computer alone. `own`: with the data folder's own certificate. Else with files of the operator's. */
  readonly tls: 'none' | 'own' | { readonly certificateFile: string; readonly keyFile: string }
  readonly allowedHosts: readonly string[]
  readonly smsGateway: { readonly url: string; readonly authorization?: string } | undefined
  readonly sessionLife: SessionLife
  /** What the embedded server's program calls itself; the stand-alone server reads its own package.json. */
  readonly version: string
}

/**
 * The server's command line, with what is secret taken from the environment instead (`VOTE_DATABASE_URL`,
 * `VOTE_SMS_AUTHORIZATION`): other users of the machine can read a command line.
 *
 * @throws ServerStartError that names the wrong option
 */
export function readOptions(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): ServerOptions {
  const { values } = parse(args)
  const authorization = environment['VOTE_SMS_AUTHORIZATION']
  return {
    host: values.host,
    port: wholeNumber('--port', values.port, 0, 65_535),
    dataFolder: values.data,
    databaseUrl: values.database ?? environment['VOTE_DATABASE_URL'],
    logFolder: values.log,
    resourcesFolder: values.resources,
    tls: tlsChoice(values),
    allowedHosts: values['allow-host'],
    smsGateway: values['sms-gateway'] === undefined ? undefined : { url: values['sms-gateway'], ...(authorization === undefined ? {} : { authorization }) },
    sessionLife: {
      idle: wholeNumber('--session-idle', values['session-idle'], 1, 7 * 24 * 3600) * 1000,
      total: wholeNumber('--session-total', values['session-total'], 1, 30 * 24 * 3600) * 1000,
    },
    version: values['program-version'],
  }
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
        log: { type: 'string' },
        resources: { type: 'string' },
        tls: { type: 'boolean', default: false },
        certificate: { type: 'string' },
        key: { type: 'string' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        'sms-gateway': { type: 'string' },
        'program-version': { type: 'string', default: '' },
        'session-idle': { type: 'string', default: String(defaultSessionLife.idle / 1000) },
        'session-total': { type: 'string', default: String(defaultSessionLife.total / 1000) },
      },
    })
  } catch (cause) {
    throw new ServerStartError('启动参数不正确，请参照 README「单独运行服务器」一节', { cause })
  }
}

/** Whoever listens to other computers speaks HTTPS, whatever else is asked for. */
function tlsChoice({ host, tls, certificate, key }: ReturnType<typeof parse>['values']): ServerOptions['tls'] {
  if ((certificate === undefined) !== (key === undefined)) throw new ServerStartError('启动参数 --certificate 和 --key 要一起使用，分别是证书和私钥的 PEM 文件')
  if (certificate !== undefined && key !== undefined) return { certificateFile: certificate, keyFile: key }
  return tls || !isLoopback(host) ? 'own' : 'none'
}

function wholeNumber(name: string, written: string, min: number, max: number): number {
  const value = Number(written)
  if (!Number.isInteger(value) || value < min || value > max) throw new ServerStartError(`启动参数 ${name} 应为 ${min} 到 ${max} 之间的整数`)
  return value
}
