import type { FinishedActivity } from '#shared/features/retention/contract.ts'
import { yearsLater } from '#shared/features/retention/rules.ts'
import type { Caller } from '../../http/context.ts'
import { requireAdmin } from '../account/administration.ts'
import { finishedActivities } from '../activity/erasing.ts'
import type { RetentionDeps } from './deps.ts'
import { createActivityErasure } from './ofActivity.ts'
import { createRegistryErasure } from './ofRegistry.ts'
import { retentionStore } from './store.ts'

/** The setting, as its entry names it. */
const entryOf = (years: number | null) => ({ name: years === null ? '一直保留' : `结束后保留 ${years} 年`, years })

/** 数据保留: erases personal data after their term. Nothing is ever erased automatically. */
export function createRetentionService(deps: RetentionDeps) {
  const { database, clock, journalService } = deps
  const compactIfErased = createCompaction(deps)
  return {
    compactIfErased,
    ...createActivityErasure({ ...deps, compactIfErased }),
    ...createRegistryErasure({ ...deps, compactIfErased }),

    /** The term, and the finished activities, newest first. */
    async overview(): Promise<{ years: number | null; activities: FinishedActivity[] }> {
      const { years } = await retentionStore(database.read).setting()
      const finishedAt = await journalService.erasing.times(database.read, 'activity.finish')
      const rows = (await finishedActivities(database.read)).map(({ endsAt, ...row }) => {
        const at = finishedAt.get(row.id) ?? endsAt
        const dueAt = years === null ? null : yearsLater(at, years)
        return { ...row, finishedAt: at, dueAt, isDue: row.erasedAt === null && dueAt !== null && dueAt <= clock.now() }
      })
      return { years, activities: rows }
    },

    /**
     * Sets how many years after its end an activity's personal data are kept; null keeps them forever.
     *
     * Erases nothing. An unchanged term leaves no journal entry.
     *
     * @throws Refusal `account.roleTooLow` (403) for anybody but an administrator
     */
    async setYears(years: number | null, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        await requireAdmin(tx, caller)
        const store = retentionStore(tx)
        const { years: before } = await store.setting()
        if (before === years) return
        await store.set({ years })
        journal.record({ caller, action: 'retention.setYears', subject: 'retention', before: entryOf(before), after: entryOf(years) })
      })
    },
  }
}
export type RetentionService = ReturnType<typeof createRetentionService>

/** Compacts the data if something was erased since the last time: at once, and daily if it was blocked. */
function createCompaction({ database, log, compact }: Pick<RetentionDeps, 'database' | 'log' | 'compact'>) {
  /** Never throws: the erasure itself is done. */
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
