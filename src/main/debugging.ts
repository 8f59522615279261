import type { StartOptions } from './configuration.ts'

/** Switches by which another program reads this one's memory, steers it or runs code in it, as Chromium and Node name them; `*`: and all that begin so. */
const DEBUGGING_SWITCHES = [
  'inspect*',
  'debug',
  'debug-brk',
  'debug-port',
  'remote-debugging-*',
  'remote-allow-origins',
  'js-flags',
  'require',
  'import',
  'loader',
  'experimental-loader',
  'load-extension',
  'disable-web-security',
  'browser-subprocess-path',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
]

/** Variables that do the same whatever they hold. */
const DEBUGGING_VARIABLES = ['ELECTRON_RUN_AS_NODE', 'NODE_COMPILE_CACHE', 'NODE_REPL_EXTERNAL_MODULE']

/**
 * The argument or the variable by which another program would get into this one, as a person can find it again; null where
 * there is none. Switches are read as Chromium and Node read them: one or two dashes, a slash on Windows, in any case, with
 * `_` for `-`.
 */
export function findDebuggingOption({ args, environment, platform }: StartOptions): string | null {
  const argument = args.find((one) => isRefused(one, platform))
  if (argument !== undefined) return `参数 ${argument.split('=')[0] ?? ''}`
  const option = (environment['NODE_OPTIONS'] ?? '').split(/[\s"]+/).some((one) => isRefused(one, platform) || one === '-r')
  const variable = option ? 'NODE_OPTIONS' : DEBUGGING_VARIABLES.find((name) => (environment[name] ?? '') !== '')
  return variable === undefined ? null : `环境变量 ${variable}`
}

/** What is said before the program ends. */
export const debuggingRefusedMessage = (found: string): string => `程序不能带${found} 启动，它会让其他程序读取或操纵本程序。请去掉后再启动。`

function isRefused(argument: string, platform: NodeJS.Platform): boolean {
  const [, written = ''] = (platform === 'win32' ? /^(?:--?|\/)([\w-]+)/ : /^--?([\w-]+)/).exec(argument) ?? []
  const name = written.toLowerCase().replaceAll('_', '-')
  return DEBUGGING_SWITCHES.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one))
}
