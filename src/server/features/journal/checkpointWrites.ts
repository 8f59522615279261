import { Refusal } from '#shared/contract/refusals.ts'
import { chinaMidnight } from '#shared/time/chinaTime.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { SigningKey } from '../../kernel/signingKey.ts'
import { signCheckpoint, type Digests, type SignedCheckpoint } from './checkpoint.ts'
import { checkpointStore } from './checkpointStore.ts'
import type { Link } from './chain.ts'
import { namedKeys, type KeyNamed } from './namedKeys.ts'

/** A change's checkpoint: to be made of its own entry, or one signed before it. */
export type CheckpointRequest = (Digests & { readonly kind: 'start' | 'tally' | 'finish' | 'decision' }) | SignedCheckpoint

/** Data for the checkpoints of a group; `at` in epoch ms. */
export interface Checkpointed {
  readonly at: number
  readonly checkpoint: CheckpointRequest | null
}

/** A written entry with its activity. */
export interface Written extends Link {
  readonly at: number
  readonly activityId: string
}

const DAY_MS = 24 * 3_600_000
const isSigned = (request: CheckpointRequest): request is SignedCheckpoint => 'signature' in request

/**
 * Creates checkpoints with this server's key, in the transactions of their entries; none without a key.
 *
 * @param isHeadKept whether the server keeps the newest entry outside of the database, as stated by the entry that names the key
 */
export function createCheckpointWrites(key: SigningKey | null, isHeadKept = false) {
  /** The last China day known to have its checkpoint committed; a group that just made one may still be rolled back. */
  let knownDay = -1
  let isNamed = false

  /** The first entries of days, by index within the group. */
  async function firstOfDays(tx: Tx, changes: readonly Pick<Checkpointed, 'at'>[]): Promise<ReadonlySet<number>> {
    if (key === null) return new Set()
    const first = new Map<number, number>()
    for (const [index, { at }] of changes.entries()) {
      const day = chinaMidnight(at)
      if (day === knownDay || first.has(day)) continue
      if (await checkpointStore(tx).hasDaily(day, day + DAY_MS)) knownDay = day
      else first.set(day, index)
    }
    return new Set(first.values())
  }

  /**
   * Signs a checkpoint of an existing entry.
   *
   * @throws Refusal `audit.noKey` (409)
   */
  function sign(facts: Parameters<typeof signCheckpoint>[1]): SignedCheckpoint {
    if (key === null) throw new Refusal('audit.noKey')
    return signCheckpoint(key, facts)
  }

  return {
    hasKey: key !== null,
    /** `''` without a key. */
    publicKey: key?.publicKey ?? '',
    /** Content of the entry that names the key. */
    keyNamed: { publickey: key?.publicKey ?? '', ...(isHeadKept ? { isHeadKept } : {}) } satisfies KeyNamed,
    firstOfDays,
    /** Whether an entry names this server's key, or there is no key to name. */
    async isKeyNamed(db: Db): Promise<boolean> {
      if (key === null) return true
      isNamed ||= (await namedKeys(db)).has(key.publicKey)
      return isNamed
    },
    sign,
    /** Writes a group's checkpoints: `written` are its entries, `requests` those of its changes, `days` the result of `firstOfDays`. */
    async write(tx: Tx, written: readonly Written[], requests: readonly (CheckpointRequest | null)[], days: ReadonlySet<number>): Promise<void> {
      const made = written.flatMap((link, index) => {
        const { at, activityId } = link
        const request = requests[index] ?? null
        return [
          ...(days.has(index) ? [sign({ kind: 'day', link, at, activityId: '' })] : []),
          ...(request === null ? [] : [isSigned(request) ? request : sign({ ...request, link, at, activityId })]),
        ]
      })
      if (made.length === 0) return
      const store = checkpointStore(tx)
      await store.insertAll((await store.lastId()) + 1, made)
    },
  }
}
export type CheckpointWrites = ReturnType<typeof createCheckpointWrites>
