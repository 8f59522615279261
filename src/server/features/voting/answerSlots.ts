import type { Kysely } from 'kysely'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Schema } from '../../database/schema.ts'
import type { Slot } from '../activity/rules.ts'

/** Activities whose answerSlots are remembered. */
const REMEMBERED = 100

/** The activity columns that the cache needs; `updatedAt` in epoch ms. */
export interface SlotsOf {
  readonly key: number
  /** The public id: unlike the key it is never reused for another activity. */
  readonly id: string
  readonly status: number
  readonly updatedAt: number
}

/**
 * The answer slots of activities, cached: topics cannot change once voting has started.
 *
 * Nothing is cached before that.
 */
export function createAnswerSlots(read: (db: Kysely<Schema>, activityKey: number) => Promise<Slot[]>) {
  const known = new Map<string, readonly Slot[]>()
  return {
    /** The answer slots of an activity, in order; cached once voting has started. */
    async of(db: Kysely<Schema>, { key, id, status, updatedAt }: SlotsOf): Promise<readonly Slot[]> {
      const version = `${id} ${updatedAt}`
      const remembered = known.get(version)
      if (remembered) return remembered
      const slots = await read(db, key)
      if (status === ActivityStatus.notStarted) return slots
      const oldest = known.keys().next().value
      if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest)
      known.set(version, slots)
      return slots
    },
  }
}
export type AnswerSlots = ReturnType<typeof createAnswerSlots>
