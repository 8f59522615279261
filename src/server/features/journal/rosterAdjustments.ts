import { sql } from 'kysely'
import { isFields } from '#shared/features/journal/words.ts'
import type { Db } from '../../database/schema.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import { parsedContent } from './entryContent.ts'

/** A change of a roster's heads or area during voting. */
export interface RosterAdjustment {
  /** The entry's number. */
  readonly number: number
  /** Epoch ms. */
  readonly at: number
  readonly operator: string
  readonly action: string
  /** The properties affected, in words. */
  readonly places: readonly string[]
  readonly reason: string
}

/** Entries read per turn of the event loop. */
const STEP = 500
/** Marker of such an entry in its canonical content. */
const TELLS = '%"adjustedHouses":%'

/** An activity's changes in order, from their entries; without those whose contents were erased. */
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
