import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { purposeLimit } from '../../contract/export.ts'
import { text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { BackupStatus } from './backupStatus.ts'
import { Safety } from './safety.ts'

export const Health = z.object({
  status: z.literal('ok'),
  /** The program's version, as in package.json. */
  version: z.string(),
  /** The number of its contract with programs (`CONTRACT`); a server that does not say has the first. */
  contract: z.int().optional(),
  /** True once the first account exists. */
  hasAccounts: z.boolean(),
  database: z.enum(['sqlite', 'postgres']),
  /** The codes of text messages are in its own window; no gateway sends them. Older servers do not say. */
  showsSmsCodes: z.boolean().optional(),
})
export type Health = z.infer<typeof Health>

/** What the whole data are copied for; as long as the purpose of an export. */
export const BackupPurpose = wire({ purpose: ['purpose', text(purposeLimit.label, purposeLimit)] })
export type BackupPurpose = z.output<typeof BackupPurpose>

export const systemEndpoints = {
  'system.health': { method: 'GET', path: '/health', response: Health, access: 'public', allowsOlder: true },
  'system.backupStatus': { method: 'GET', path: '/backup/status', access: 'viewer', response: BackupStatus },
  /** For 安全状况. */
  'system.safety': { method: 'GET', path: '/system/safety', access: 'admin', response: Safety },
  /** Lets the whole database be copied once, within a minute, by who has the permit: main hands it to the embedded server with the order. */
  'system.permitBackup': {
    method: 'POST',
    path: '/backup/permit',
    body: BackupPurpose,
    response: wire({ permit: ['permit', z.string()] }),
    access: 'admin',
    isConfirmed: true,
  },
  /** What main asks for before it puts a copy in the place of the whole database; `fileName` is the copy's. Answers who wants it. */
  'system.permitRestore': {
    method: 'POST',
    path: '/backup/permitrestore',
    body: wire({ fileName: ['filename', text('备份文件', { max: 255 })] }),
    response: wire({ username: ['username', z.string()] }),
    access: 'admin',
    isConfirmed: true,
    allowsOlder: true,
  },
} as const satisfies Endpoints
