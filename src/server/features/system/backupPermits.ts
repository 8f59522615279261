import { newToken } from '../../kernel/ids.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'

/** How long a permit is good, in ms. */
const LIFE = 60_000

/** Who wants a copy of the whole database, and what for. */
export interface BackupRequest {
  readonly caller: Caller
  readonly purpose: string
}

/** Permits to copy the whole database: each good once and for a minute. They go with the process. */
export function createBackupPermits(clock: Clock) {
  const permits = new Map<string, BackupRequest & { readonly at: number }>()
  return {
    /** A new permit for a request; what has run out is forgotten. */
    give(request: BackupRequest): string {
      const now = clock.now()
      for (const [permit, { at }] of permits) if (now - at >= LIFE) permits.delete(permit)
      const permit = newToken()
      permits.set(permit, { ...request, at: now })
      return permit
    },
    /** Who it was given to; null if it is none, was used or has run out. */
    take(permit: string): BackupRequest | null {
      const found = permits.get(permit)
      permits.delete(permit)
      const age = found ? clock.now() - found.at : LIFE
      return found && age >= 0 && age < LIFE ? found : null
    },
  }
}
