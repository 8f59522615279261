import { z } from 'zod'
import { moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** How the copies stand that the server makes of its own database every day. */
export const BackupStatus = wire({
  /** False if the data are in PostgreSQL, which has its own means. */
  isKept: ['kept', z.boolean()],
  /** When the newest good copy was made; null if none. */
  lastAt: ['lasttime', moment],
  lastBytes: ['lastsize', z.int()],
  /** What is wrong and what to do about it, in a sentence; `''` if all is well. */
  problem: ['problem', z.string()],
})
export type BackupStatus = z.output<typeof BackupStatus>
