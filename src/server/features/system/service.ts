import { CONTRACT } from '#shared/contract/envelope.ts'
import { chinaMidnight } from '#shared/time/chinaTime.ts'
import type { BackupStatus } from '#shared/features/system/backupStatus.ts'
import type { BackupPurpose, Health } from '#shared/features/system/contract.ts'
import type { Safety } from '#shared/features/system/safety.ts'
import type { BackupKeeper } from '../../database/backups.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { RestoreDone } from '../../database/restore.ts'
import { systemCaller, type Caller } from '../../http/context.ts'
import type { SmsSender } from '../../kernel/sms.ts'
import type { AccountService } from '../account/service.ts'
import type { JournalService } from '../journal/service.ts'
import type { SharingService } from '../sharing/service.ts'
import { createBackupPermits, type BackupRequest } from './backupPermits.ts'

/** A copy on disk. */
export interface CopiedFile {
  readonly fileName: string
  readonly byteCount: number
  readonly sha256: string
  /** By a password of the user who requested it. */
  readonly isEncrypted: boolean
}

export interface SystemDeps extends ServiceDeps {
  readonly account: AccountService
  readonly journalService: Pick<JournalService, 'hasEntrySince' | 'lastCheck' | 'latestTime' | 'savedCopies' | 'schemaFaults' | 'signing' | 'differingAccounts'>
  readonly sharing: Pick<SharingService, 'status'>
  readonly sms: Pick<SmsSender, 'isShownHere'>
  readonly version: string
  /** Null if the server makes no copies. */
  readonly copies: BackupKeeper | null
}

/** The server itself: health, copies, restores. */
export function createSystemService({ database, clock, account, journalService, sharing, sms, version, copies }: SystemDeps) {
  const permits = createBackupPermits(clock)
  /** The program's own copies; `isKept` false if it makes none, as on PostgreSQL. */
  const backupStatus = (): BackupStatus => (copies ? { isKept: true, ...copies.status() } : { isKept: false, lastAt: null, lastBytes: 0, problem: '' })
  return {
    /** Health, and what a client needs before login. */
    health: async (): Promise<Health> => ({
      status: 'ok',
      version,
      contract: CONTRACT,
      hasAccounts: await account.hasAccounts(),
      database: database.engine,
      ...(sms.isShownHere === true ? { showsSmsCodes: true } : {}),
    }),

    backupStatus,

    /** The server's data for 安全状况. */
    safety: async (): Promise<Safety> => {
      const { last, lastEncrypted } = await journalService.savedCopies()
      const { isSwitchable, isOn, connected } = sharing.status()
      return {
        now: clock.now(),
        backup: backupStatus(),
        lastSavedAt: last?.at ?? null,
        lastEncryptedAt: lastEncrypted?.at ?? null,
        sharing: { isSwitchable, isOn, connected },
        accounts: { ...(await account.standing()), differing: await journalService.differingAccounts() },
        journalCheck: await journalService.lastCheck(),
        ...(await journalService.schemaFaults()),
        signing: await journalService.signing(),
        latestEntryAt: await journalService.latestTime(),
      }
    },

    /**
     * Issues a permit to copy the whole database, valid once and for a minute; the entry is left by the copy itself (`recordBackup`).
     *
     * @param purpose of the copy, as recorded in the entry
     */
    permitBackup: ({ purpose }: BackupPurpose, caller: Caller): { permit: string } => ({ permit: permits.give({ caller, purpose }) }),

    /** {@link createBackupPermits} */
    takeBackupPermit: (permit: string): BackupRequest | null => permits.take(permit),

    /** Records a copy made for a user. */
    recordBackup: ({ caller, purpose }: BackupRequest, { fileName, byteCount, sha256, isEncrypted }: CopiedFile): Promise<void> =>
      database.write(async ({ journal }) =>
        journal.record({
          caller,
          action: 'system.backUp',
          subject: caller.user?.id ?? '',
          before: null,
          after: { fileName, purpose, byteCount, isEncrypted, sha256 },
        }),
      ),

    /** Records who is about to restore which copy, in the database that is then set aside. */
    permitRestore: async (fileName: string, caller: Caller): Promise<{ readonly username: string }> => {
      await database.write(async ({ journal }) =>
        journal.record({ caller, action: 'system.permitRestore', subject: caller.user?.id ?? '', before: null, after: { fileName } }),
      )
      return { username: caller.user?.username ?? '' }
    },

    /** Records an entry on a day without one, as evidence that time has passed (`proof.md` section 8). */
    async recordDay(): Promise<void> {
      if (!(await account.hasAccounts()) || (await journalService.hasEntrySince(chinaMidnight(clock.now())))) return
      await database.write(async ({ journal }) =>
        journal.record({ caller: systemCaller, action: 'system.day', subject: 'system', before: null, after: { name: '程序在运行' } }),
      )
    },

    /** Records a restore in the restored journal. */
    recordRestore: ({ source, sha256, at, by, keptAs }: RestoreDone): Promise<void> =>
      database.write(async ({ journal }) =>
        journal.record({
          caller: systemCaller,
          action: 'system.restore',
          subject: '',
          before: null,
          after: { fileName: source, restoredAt: at, restoredBy: by, keptAs, sha256 },
        }),
      ),
  }
}
export type SystemService = ReturnType<typeof createSystemService>
