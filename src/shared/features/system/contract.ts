import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { purposeLimit } from '../../contract/export.ts'
import { text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { BackupStatus } from './backupStatus.ts'
import { Safety } from './safety.ts'

export const Health = z.object({
  status: z.literal('ok'),
  /** The program's version, as in package.json. */
  version: z.string(),
  /** The version of its contract with programs (`CONTRACT`); 1 if missing. */
  contract: z.int().optional(),
  /** Whether the first account exists. */
  hasAccounts: z.boolean(),
  database: z.enum(['sqlite', 'postgres']),
  /** SMS codes appear in its own window instead of being sent by a gateway. Missing from older servers. */
  showsSmsCodes: z.boolean().optional(),
})
export type Health = z.infer<typeof Health>

/** The purpose of a backup of all data; as long as that of an export. */
export const BackupPurpose = wire({ purpose: ['purpose', text(purposeLimit.label, purposeLimit)] })
export type BackupPurpose = z.output<typeof BackupPurpose>

export const systemEndpoints = {
  'system.health': get('/health', 'public', { response: Health, allowsOlder: true }),
  'system.backupStatus': get('/backup/status', 'viewer', { scope: 'own', response: BackupStatus }),
  /** For 安全状况. */
  'system.safety': get('/system/safety', 'admin', { response: Safety }),
  /**
   * Permits one backup of the whole database within a minute to the holder: main passes the permit to the embedded server with
   * the order.
   */
  'system.permitBackup': post('/backup/permit', 'admin', { body: BackupPurpose, response: wire({ permit: ['permit', z.string()] }), isConfirmed: true }),
  /** Called by main before replacing the whole database by a backup; `fileName` is the backup's. Returns who requested it. */
  'system.permitRestore': post('/backup/permitrestore', 'admin', {
    body: wire({ fileName: ['filename', text('备份文件', { max: 255 })] }),
    response: wire({ username: ['username', z.string()] }),
    isConfirmed: true,
    allowsOlder: true,
  }),
} as const satisfies Endpoints
