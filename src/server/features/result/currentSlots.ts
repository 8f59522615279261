import type { Db } from '../../database/schema.ts'
import type { ActivityRecord } from '../activity/service.ts'
import { slotResults, type SlotResult } from './results.ts'
import { resultStore } from './store.ts'

/** Counts and conclusions of every slot from the database alone: for documents made in a worker thread. */
export async function currentSlots(db: Db, { id, counting_rule: rule }: Pick<ActivityRecord, 'id' | 'counting_rule'>): Promise<SlotResult[]> {
  const store = resultStore(db)
  const topics = await store.topics(id)
  // Evidence of deliveries does not affect a conclusion.
  return slotResults(rule, topics, await store.sums(id, topics, { rule, policy: [], at: 0 }))
}
