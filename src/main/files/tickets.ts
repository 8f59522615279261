import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { SavedFile } from '#shared/bridge/savedFile.ts'
import { LocalFailure } from '../failures.ts'

const MAX_TICKETS = 200

/** Files that main saved for the page: it may ask to open one by its ticket, and never learns or gives a path. */
export interface Tickets {
  readonly issue: (path: string) => SavedFile
  /** Throws {@link LocalFailure} where main never handed it out in this run. */
  readonly pathOf: (ticket: string) => string
}

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
