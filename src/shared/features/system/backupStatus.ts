import { z } from 'zod'
import { moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** The state of the daily backups that the server makes of its own database. */
export const BackupStatus = wire({
  /** False if the data are in PostgreSQL, which has its own means. */
  isKept: ['kept', z.boolean()],
  /** When the latest good backup was made; null if none. */
  lastAt: ['lasttime', moment],
  lastBytes: ['lastsize', z.int()],
  /** The problem and its remedy, as a message; `''` if none. */
  problem: ['problem', z.string()],
})
export type BackupStatus = z.output<typeof BackupStatus>
