import { sql } from 'kysely'
import { isFields } from '#shared/features/audit/words.ts'
import type { Db } from '../../database/schema.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import { parsedContent } from './entryContent.ts'

/** An act that changed heads or area of a roster while votes were cast. */
export interface RosterAdjustment {
  /** The entry's. */
  readonly number: number
  /** Epoch ms. */
  readonly at: number
  readonly operator: string
  readonly action: string
  /** The houses that it concerned, in words. */
  readonly places: readonly string[]
  readonly reason: string
}

/** Entries that are read between two turns of the event loop. */
const STEP = 500
/** What such an entry holds in its canonical content. */
const TELLS = '%"adjustedHouses":%'

/** Such acts of an activity in their order, as their entries tell them; those whose contents were erased are left out. */
export async function rosterAdjustments(db: Db, activityId: string): Promise<RosterAdjustment[]> {
  const found = await db
    .selectFrom('audit_summary as summary')
    .innerJoin('audit_entry as entry', 'entry.number', 'summary.number')
    .select('summary.number')
    .where('summary.activity_id', '=', activityId)
    .where('summary.activity_id', '<>', '')
    .where((where) => where.or([where('entry.action', 'like', 'ballot.%'), where('entry.action', '=', 'activity.roster')]))
    .orderBy('summary.number')
    .execute()
  const acts: RosterAdjustment[] = []
  for (let from = 0; from < found.length; from += STEP) {
    const numbers = found.slice(from, from + STEP).map(({ number }) => number)
    const rows = await db
      .selectFrom('audit_entry')
      .select(['number', 'content'])
      .where('number', 'in', numbers)
      .where(sql<boolean>`content like ${TELLS}`)
      .orderBy('number')
      .execute()
    for (const { number, content } of rows) acts.push(...actIn(number, content))
    await yieldToEventLoop()
  }
  return acts
}

function actIn(number: number, text: string | null): RosterAdjustment[] {
  const content = parsedContent(text ?? '')
  if (content === null || !isFields(content.after)) return []
  const { adjustedPlaces: places, reason } = content.after
  if (!Array.isArray(places)) return []
  return [{ number, at: content.at, operator: content.nickName, action: content.action, places: places.map(String), reason: String(reason) }]
}
