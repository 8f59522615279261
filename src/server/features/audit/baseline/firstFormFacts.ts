import { isFields, type Fields } from '#shared/features/audit/words.ts'
import { sql, type Kysely } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import type { StateKind, StateValue } from '../replay/state.ts'

/** Entries that are read together: one of an older program may hold tens of megabytes of properties. */
const STEP = 20

/** What entries of the first form tell of rows: some fields of some kinds, by the rows' public ids. */
export type FirstFormFacts = Readonly<Record<Extract<StateKind, 'activity' | 'house' | 'record' | 'delivery'>, Map<string, Record<string, StateValue>>>> & {
  /** Records whose marks were taken back. */
  readonly gone: Set<string>
}

const isValue = (value: unknown): value is StateValue => value === null || typeof value === 'string' || typeof value === 'number'

/** Those of the fields that an entry tells, under the names that the rows have. */
function picked(from: Fields, names: Readonly<Record<string, string>>): Record<string, StateValue> {
  const found: Record<string, StateValue> = {}
  for (const [name, field] of Object.entries(names)) {
    const value = from[name]
    if (isValue(value) && value !== undefined) found[field] = value
  }
  return found
}

const asTheyAre = (...names: readonly string[]): Readonly<Record<string, string>> => Object.fromEntries(names.map((name) => [name, name]))
const recordFields = { ...asTheyAre('ballotId', 'status', 'markedCode', 'answers'), ballotAreaHundredths: 'areaHundredths' }
const activityFields = asTheyAre('title', 'countingRule', 'ruleBasis', 'startsAt', 'endsAt')
// An import may have written who delivered and the remark since, and tells of no delivery by its id.
const deliveryFields = asTheyAre('rosterPropertyId', 'voteSource', 'deliveredAt')

/** One entry after another of one activity. */
function createListener(facts: FirstFormFacts) {
  const note = (kind: 'activity' | 'house' | 'record' | 'delivery', id: string, fields: Record<string, StateValue>): void => {
    facts[kind].set(id, { ...facts[kind].get(id), ...fields })
  }
  /** A property that moved: newer entries name the property and its ballot, the oldest only lists. */
  const moved = (row: unknown): void => {
    if (isFields(row) && typeof row['rosterPropertyId'] === 'string' && typeof row['ballotId'] === 'string')
      note('house', row['rosterPropertyId'], { ballotId: row['ballotId'] })
  }
  return (action: string, subject: string, after: unknown, rows: readonly unknown[]): void => {
    if (action === 'ballot.mergeOwners') for (const row of rows) moved(row)
    if (action === 'ballot.removeProperty') facts.house.delete(subject)
    if (!isFields(after)) return
    if (['ballot.merge', 'ballot.split', 'ballot.splitOut'].includes(action)) moved(after)
    if (['voting.mark', 'voting.complete', 'voting.tally', 'voting.void'].includes(action)) note('record', subject, picked(after, recordFields))
    if (['voting.complete', 'voting.tally'].includes(action) && after['voterName'] !== '') note('record', subject, picked(after, asTheyAre('voterName')))
    if (action === 'voting.unmark') {
      facts.record.delete(subject)
      facts.gone.add(subject)
    }
    if (action === 'notification.save') note('delivery', subject, picked(after, deliveryFields))
    if (['activity.save', 'activity.copy', 'activity.update'].includes(action)) note('activity', subject, picked(after, activityFields))
    if (['activity.start', 'activity.startTally', 'activity.finish'].includes(action)) note('activity', subject, picked(after, asTheyAre('status')))
  }
}

/** What the entries of the first form tell of an activity: votes, marks, voids, merges, single deliveries, its rule, dates and steps. */
export async function firstFormFacts(tx: Kysely<Schema>, activityId: string): Promise<FirstFormFacts> {
  const facts: FirstFormFacts = { activity: new Map(), house: new Map(), record: new Map(), delivery: new Map(), gone: new Set() }
  const listen = createListener(facts)
  const { rows: numbers } = await sql<{ number: number }>`
    select number from audit_summary where activity_id = ${activityId} and activity_id <> '' order by number
  `.execute(tx)
  for (let from = 0; from < numbers.length; from += STEP) {
    const entries = await tx
      .selectFrom('audit_entry')
      .select(['number', 'action', 'subject', 'after_data', 'row_count'])
      .where(
        'number',
        'in',
        numbers.slice(from, from + STEP).map(({ number }) => number),
      )
      .where('content_hash', '=', '')
      .orderBy('number')
      .execute()
    for (const { number, action, subject, after_data: afterData, row_count: rowCount } of entries) {
      const parts = rowCount === 0 ? [] : await tx.selectFrom('audit_part').select('after_data').where('number', '=', number).orderBy('part').execute()
      listen(
        action,
        subject,
        JSON.parse(afterData),
        parts.flatMap((part) => JSON.parse(part.after_data) as unknown[]),
      )
    }
  }
  return facts
}
