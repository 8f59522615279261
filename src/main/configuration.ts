import type { App } from 'electron'
import { join } from 'node:path'
import { isLoopback } from '#shared/network/loopback.ts'

/** The program's command line, environment and platform. */
export interface StartOptions {
  /** The arguments after the executable. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/** Those of the current process. */
export const startOptions = (): StartOptions => ({ args: process.argv.slice(1), environment: process.env, platform: process.platform })

/** Windows' own folder; undefined on other systems. */
export const systemRoot = (): string | undefined => process.env['SystemRoot']

/** The server to use. */
export type ServerChoice =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'remote'; readonly url: string }
  /** `sentence`: the user-facing message about the invalid address. */
  | { readonly kind: 'invalid'; readonly written: string; readonly sentence: string }

export const UNENCRYPTED = '此地址未加密，请使用 https:// 开头的地址'

/**
 * The server's address from the command line, else from the settings, else the embedded server.
 *
 * `--server https://host:port` or `--server=…`. An unparsable address, or plain HTTP to another computer, is `invalid`, never
 * replaced by the embedded server: input would go into the wrong database. A plain address saved by an older program is tried
 * with HTTPS at the same port.
 */
export function chooseServer(argv: readonly string[], serverUrlInSettings: string): ServerChoice {
  const argument = argumentOf(argv, '--server')
  const written = argument ?? serverUrlInSettings
  if (written === '') return { kind: 'embedded' }
  const url = serverUrl(written)
  if (url === null) return { kind: 'invalid', written, sentence: `服务器地址“${written}”不正确，应为 https://主机:端口` }
  if (!isUnencrypted(url)) return { kind: 'remote', url }
  return argument === null ? { kind: 'remote', url: encrypted(url) } : { kind: 'invalid', written, sentence: UNENCRYPTED }
}

/** Whether calls to it could be read on the network: plain HTTP to another computer. */
export function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** The same host and port with HTTPS; a missing port meant 80. */
function encrypted(url: string): string {
  const { hostname, port } = new URL(url)
  return `https://${hostname}:${port === '' ? '80' : port}`
}

/**
 * Normalises an address as typed, removing path and trailing slash; null if invalid.
 *
 * Without a scheme it means HTTPS, on this computer HTTP.
 */
export function serverUrl(written: string): string | null {
  const trimmed = written.trim()
  const url = /^https?:\/\//i.test(trimmed) ? URL.parse(trimmed) : withScheme(trimmed)
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return null
  return (url.pathname === '/' || url.pathname === '/api' || url.pathname === '/api/') && url.search === '' && url.hash === '' ? url.origin : null
}

function withScheme(written: string): URL | null {
  const url = URL.parse(`https://${written}`)
  return url !== null && isLoopback(url.hostname) ? URL.parse(`http://${written}`) : url
}

/** Variables that make Node run foreign code. */
const CODE_LOADING_VARIABLES = new Set(['NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'NODE_REPL_EXTERNAL_MODULE'])

/**
 * The environment of the embedded server: a packaged program's server loads no foreign code, not even compiled code of an
 * earlier start.
 */
export function serverEnvironment(isPackaged: boolean, environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  if (!isPackaged) return environment
  const own = Object.entries(environment).filter(([name]) => !CODE_LOADING_VARIABLES.has(name.toUpperCase()))
  return { ...Object.fromEntries(own), NODE_DISABLE_COMPILE_CACHE: '1' }
}

/**
 * Whether the program's package.json lets the end-to-end tests inspect it. Only packages built for them do
 * (`-c.extraMetadata.letsBeInspected=true`); in an installed one the file is part of the archive whose hash is checked.
 */
export function letsBeInspected(packageJson: string): boolean {
  return (JSON.parse(packageJson) as { readonly letsBeInspected?: unknown }).letsBeInspected === true
}

function argumentOf(argv: readonly string[], name: string): string | null {
  const index = argv.findIndex((argument) => argument === name || argument.startsWith(`${name}=`))
  if (index < 0) return null
  const argument = argv[index] ?? ''
  return (argument === name ? (argv[index + 1] ?? '') : argument.slice(name.length + 1)).trim()
}

/** The folder of files shipped in addition to the program's code. */
export function resourcesFolder(app: Pick<App, 'isPackaged' | 'getAppPath'>): string {
  return app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources')
}
