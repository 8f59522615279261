import type { RetentionDeps } from './deps.ts'
import { retentionStore } from './store.ts'

/** Rewrites the data where something was erased since: at once, and once a day where somebody was in the way. */
export function createCompaction({ database, log, compact }: Pick<RetentionDeps, 'database' | 'log' | 'compact'>) {
  /** Never throws: what was erased is erased. */
  return async function compactIfErased(): Promise<boolean> {
    try {
      if ((await retentionStore(database.read).setting()).is_to_compact === 0) return true
      if (!(await compact())) return false
      await database.write(async ({ tx }) => retentionStore(tx).set({ is_to_compact: 0 }))
      return true
    } catch (err) {
      log.error({ err }, 'what was erased is not gone from the data yet')
      return false
    }
  }
}
