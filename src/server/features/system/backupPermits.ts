import { newToken } from '../../kernel/ids.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'

/** Lifetime of a permit, in ms. */
const LIFE = 60_000

/** Who wants a copy of the whole database, and for what purpose. */
export interface BackupRequest {
  readonly caller: Caller
  readonly purpose: string
}

/** Permits to copy the whole database, each valid once and for a minute. Kept in memory. */
export function createBackupPermits(clock: Clock) {
  const permits = new Map<string, BackupRequest & { readonly at: number }>()
  return {
    /** Issues a permit for a request, and drops expired ones. */
    give(request: BackupRequest): string {
      const now = clock.now()
      for (const [permit, { at }] of permits) if (now - at >= LIFE) permits.delete(permit)
      const permit = newToken()
      permits.set(permit, { ...request, at: now })
      return permit
    },
    /** Redeems a permit; null if unknown, used or expired. */
    take(permit: string): BackupRequest | null {
      const found = permits.get(permit)
      permits.delete(permit)
      const age = found ? clock.now() - found.at : LIFE
      return found && age >= 0 && age < LIFE ? found : null
    },
  }
}
