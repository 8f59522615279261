/** Which server the program talks to. */
export type ServerChoice =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'remote'; readonly url: string }
  | { readonly kind: 'invalid'; readonly written: string }

/**
 * The server's address from the command line, else from the settings, else the one inside this program.
 *
 * `--server http://host:port` or `--server=…`. An address that cannot be understood is `invalid`, never quietly the
 * embedded server: work would land in the wrong place.
 */
export function chooseServer(argv: readonly string[], serverUrlInSettings: string): ServerChoice {
  const written = argumentOf(argv, '--server') ?? serverUrlInSettings
  if (written === '') return { kind: 'embedded' }
  const url = serverUrl(written)
  return url === null ? { kind: 'invalid', written } : { kind: 'remote', url }
}

/** An address as a person writes it, without a path and a trailing slash; null where it is none. */
export function serverUrl(written: string): string | null {
  const url = URL.parse(/^https?:\/\//i.test(written) ? written.trim() : `http://${written.trim()}`)
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return null
  return (url.pathname === '/' || url.pathname === '/api' || url.pathname === '/api/') && url.search === '' && url.hash === '' ? url.origin : null
}

/** The environment of the embedded server: this program's, and where Node keeps what it compiled for the next start. */
export function serverEnvironment(codeCache: string): NodeJS.ProcessEnv {
  return { ...process.env, NODE_COMPILE_CACHE: codeCache }
}

function argumentOf(argv: readonly string[], name: string): string | null {
  const index = argv.findIndex((argument) => argument === name || argument.startsWith(`${name}=`))
  if (index < 0) return null
  const argument = argv[index] ?? ''
  return (argument === name ? (argv[index + 1] ?? '') : argument.slice(name.length + 1)).trim()
}
