import type { BackupStatus, Health } from '#shared/features/system/contract.ts'
import type { CopyKeeper } from '../../database/copies.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { RestoreDone } from '../../database/restore.ts'
import { nobody } from '../../http/context.ts'
import type { AccountService } from '../account/service.ts'

export interface SystemDeps {
  readonly database: JournaledDatabase
  readonly account: AccountService
  readonly version: string
  /** Null where the server makes no copies. */
  readonly copies: CopyKeeper | null
}

/** The server itself: its health, its copies, what was restored. */
export function createSystemService({ database, account, version, copies }: SystemDeps) {
  return {
    health: async (): Promise<Health> => ({ status: 'ok', version, hasAccounts: await account.hasAccounts(), database: database.engine }),

    backupStatus: (): BackupStatus => (copies ? { isKept: true, ...copies.status() } : { isKept: false, lastAt: null, lastBytes: 0, problem: '' }),

    /** Leaves a restore's entry in the journal that was restored. */
    recordRestore: ({ source, sha256, at, by, keptAs }: RestoreDone): Promise<void> =>
      database.write(async ({ journal }) =>
        journal.record({
          caller: nobody,
          action: 'system.restore',
          subject: '',
          before: null,
          after: { fileName: source, restoredAt: at, restoredBy: by, keptAs, sha256 },
        }),
      ),
  }
}
export type SystemService = ReturnType<typeof createSystemService>
