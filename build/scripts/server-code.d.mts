/** The server's entries and threads that have a bundle. */
export type ServerCode =
  | 'dev'
  | 'standalone'
  | 'sheet-worker'
  | 'report-worker'
  | 'inspection-worker'
  | 'document-worker'
  | 'route-worker'
  | 'reading-worker'
  | 'sensitivity-worker'
  | 'checkup-worker'
  | 'export-worker'

/** What Node is given to run a server with. */
export const SERVER_FLAGS: readonly string[]

/** The path of a bundle, which `ensureServerCode` makes. */
export function serverCode(name: ServerCode): string

/** Bundles the server's entries and threads, unless the sources have not changed since. */
export function ensureServerCode(): Promise<void>
