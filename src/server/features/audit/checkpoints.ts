import type { Page } from '#shared/contract/page.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import type { ListedCheckpoint } from '#shared/features/audit/contract.ts'
import type { CheckpointKind } from '#shared/features/audit/checkpoint.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { checkpointOf, codeOf, type Digests, type SignedCheckpoint } from './checkpoint.ts'
import { checkpointStore } from './checkpointStore.ts'
import type { CheckpointWrites } from './checkpointWrites.ts'
import type { JournaledDatabase } from './journal.ts'
import { auditStore } from './store.ts'

interface CheckpointsDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly checkpoints: CheckpointWrites
}

/** A page of checkpoints; pages count from 1, and an `activityId` of `''` means all activities. */
export interface CheckpointsQuery {
  readonly activityId: string
  readonly pageNo: number
  readonly pageSize: number
}

/** Checkpoints for those who read or print them, and for those whose file has one before it is written. */
export function createCheckpoints({ database, clock, checkpoints }: CheckpointsDeps) {
  return {
    /**
     * Newest first.
     *
     * @throws Refusal `account.roleTooLow` (403) for all activities' where the caller is no administrator
     */
    async checkpoints({ activityId, pageNo, pageSize }: CheckpointsQuery, caller: Caller): Promise<Page<ListedCheckpoint>> {
      if (activityId === '' && !isAllowed(caller.user?.roles ?? [], 'admin')) throw new Refusal('account.roleTooLow', { lowest: 'admin' })
      const { rows, total } = await checkpointStore(database.read).page(activityId, (pageNo - 1) * pageSize, pageSize)
      return {
        total,
        rows: rows.map((row) => ({ checkpoint: checkpointOf(row), signature: row.signature, code: codeOf(row.content) })),
      }
    },

    /** The 核验码 of an activity's newest checkpoint; `''` where it has none. */
    async newestCode(activityId: string): Promise<string> {
      const newest = await checkpointStore(database.read).newest(activityId)
      return newest ? codeOf(newest.content) : ''
    },

    /**
     * Signs the newest entry for a file whose own entry follows: the file bears the code, and the entry the file's digest.
     *
     * It is stored by that entry (`Change.checkpoint`).
     *
     * @throws Refusal `audit.noKey` (409) where this server's key is not available
     * @throws Error where the journal is empty, which it is not once the key is named
     */
    async signHead(kind: Extract<CheckpointKind, 'report' | 'bundle'>, activityId: string, digests: Digests): Promise<SignedCheckpoint> {
      // First, so that who holds the chain up to this entry holds the key's.
      if (!(await checkpoints.isKeyNamed(database.read))) await database.write(async ({ journal }) => journal.nameKey())
      const link = await auditStore(database.read).last()
      if (!link) throw new Error('a key is named and the journal is empty')
      return checkpoints.sign({ kind, link, at: clock.now(), activityId, ...digests })
    },
  }
}
