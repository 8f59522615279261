import type { StartOptions } from './configuration.ts'

/** Switches of Chromium and Node that expose this process to inspection, remote control or injected code; `*` matches any suffix. */
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

/** Variables with the same effect, whatever their value. */
const DEBUGGING_VARIABLES = ['ELECTRON_RUN_AS_NODE', 'NODE_COMPILE_CACHE', 'NODE_REPL_EXTERNAL_MODULE']

/**
 * The first argument or variable that would give another program access to this one, described for the user (`参数 --inspect`);
 * null if none. Switches are parsed as Chromium and Node do: one or two dashes, a slash on Windows, any case, `_` for `-`.
 */
export function findDebuggingOption({ args, environment, platform }: StartOptions): string | null {
  const argument = args.find((one) => isRefused(one, platform))
  if (argument !== undefined) return `参数 ${argument.split('=')[0] ?? ''}`
  const option = (environment['NODE_OPTIONS'] ?? '').split(/[\s"]+/).some((one) => isRefused(one, platform) || one === '-r')
  const variable = option ? 'NODE_OPTIONS' : DEBUGGING_VARIABLES.find((name) => (environment[name] ?? '') !== '')
  return variable === undefined ? null : `环境变量 ${variable}`
}

/** The message shown before the program ends. */
export const debuggingRefusedMessage = (found: string): string => `程序不能带${found} 启动，它会让其他程序读取或操纵本程序。请去掉后再启动。`

function isRefused(argument: string, platform: NodeJS.Platform): boolean {
  const [, written = ''] = (platform === 'win32' ? /^(?:--?|\/)([\w-]+)/ : /^--?([\w-]+)/).exec(argument) ?? []
  const name = written.toLowerCase().replaceAll('_', '-')
  return DEBUGGING_SWITCHES.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one))
}
