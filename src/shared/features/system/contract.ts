import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

export const Health = z.object({
  status: z.literal('ok'),
  /** The program's version, as in package.json. */
  version: z.string(),
  /** True once the first account exists. */
  hasAccounts: z.boolean(),
  database: z.enum(['sqlite', 'postgres']),
})
export type Health = z.infer<typeof Health>

/** How the copies stand that the server makes of its own database every day. */
export const BackupStatus = wire({
  /** False where the data are in PostgreSQL, which has its own means. */
  isKept: ['kept', z.boolean()],
  /** When the newest good copy was made; null where there is none. */
  lastAt: ['lasttime', moment],
  lastBytes: ['lastsize', z.int()],
  /** What is wrong and what to do about it, in a sentence; `''` where all is well. */
  problem: ['problem', z.string()],
})
export type BackupStatus = z.output<typeof BackupStatus>

export const systemEndpoints = {
  'system.health': { method: 'GET', path: '/health', response: Health, access: 'public' },
  'system.backupStatus': { method: 'GET', path: '/backup/status', access: 'viewer', response: BackupStatus },
} as const satisfies Endpoints
