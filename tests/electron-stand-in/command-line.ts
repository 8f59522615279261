/** Electron's parsed command line. */
export interface CommandLine {
  /** `-v`, `--version`: print the version and exit. */
  readonly isVersionAsked: boolean
  /** `-r module`: loaded before the app. */
  readonly preloads: readonly string[]
  /** `--name=value` and `--name` (value `''`), before and after the app. */
  readonly switches: ReadonlyMap<string, string>
  /** The app's folder or file; defaults to `.`. */
  readonly app: string
  /** What the app sees in `process.argv` after the program's name: everything but the preloads. */
  readonly visibleArguments: readonly string[]
}

/**
 * Parses the arguments after the program's name.
 *
 * Like Chromium: a switch has its value after `=`, never in the next argument, at any position. The first non-switch argument
 * is the app. `-r` counts only before the app.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const preloads: string[] = []
  const switches = new Map<string, string>()
  const visibleArguments: string[] = []
  let app: string | undefined
  let isVersionAsked = false

  const rest = args.values()
  for (const arg of rest) {
    if (app === undefined && (arg === '-r' || arg === '--require')) {
      const preload = rest.next().value
      if (preload !== undefined) preloads.push(preload)
      continue
    }
    visibleArguments.push(arg)
    if (app === undefined && (arg === '-v' || arg === '--version')) isVersionAsked = true
    else if (arg.startsWith('--')) {
      const [name = '', ...value] = arg.slice(2).split('=')
      if (name !== '') switches.set(name, value.join('='))
    } else app ??= arg
  }
  return { isVersionAsked, preloads, switches, app: app ?? '.', visibleArguments }
}

/** Parses a port as given to `--inspect` and `--remote-debugging-port`: `''`, `9229`, `127.0.0.1:9229`. */
export function parsePort(value: string, standard: number): number {
  const port = value.split(':').at(-1) ?? ''
  return port === '' ? standard : Number(port)
}
