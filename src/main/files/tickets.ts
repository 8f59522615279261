import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { SavedFile } from '#shared/bridge/savedFile.ts'
import { LocalFailure } from '../failures.ts'

const MAX_TICKETS = 200

/** The files saved by main in this run, by ticket: the page opens a file by its ticket, and has no paths. */
export interface Tickets {
  /** Issues a ticket for a file just saved, with its name for the page. */
  readonly issue: (path: string) => SavedFile
  /** Throws {@link LocalFailure} for a ticket not issued in this run, or displaced by {@link MAX_TICKETS} later ones. */
  readonly pathOf: (ticket: string) => string
}

/** Keeps the newest {@link MAX_TICKETS} tickets in memory. */
export function createTickets(): Tickets {
  const paths = new Map<string, string>()
  return {
    issue: (path) => {
      const ticket = randomUUID()
      paths.set(ticket, path)
      const [oldest] = paths.keys()
      if (paths.size > MAX_TICKETS && oldest !== undefined) paths.delete(oldest)
      return { ticket, name: basename(path) }
    },
    pathOf: (ticket) => {
      const path = paths.get(ticket)
      if (path === undefined) throw new LocalFailure('找不到这个文件，请到保存时选择的文件夹中打开')
      return path
    },
  }
}
