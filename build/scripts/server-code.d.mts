/** The server's entry points and threads that have a bundle. */
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

/** Node flags for running a server. */
export const SERVER_FLAGS: readonly string[]

/** The path of a bundle made by `ensureServerCode`. */
export function serverCode(name: ServerCode): string

/** Bundles the server's entries and threads, unless the sources have not changed since. */
export function ensureServerCode(): Promise<void>
