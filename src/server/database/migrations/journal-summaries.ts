import { sql, type Kysely } from 'kysely'
import { importActions } from '#shared/features/audit/contract.ts'
import { summarise, type KnownFacts } from '#shared/features/audit/rules.ts'
import { featureOf } from '#shared/features/audit/words.ts'
import { placeInWords } from '#shared/place/place.ts'
import { toSummary } from '../../features/audit/summaries.ts'
import { insertMany } from '../dialect.ts'

/** Entries that are looked at together, and the bytes of their contents at which a step ends sooner. */
const STEP_ENTRIES = 500
const STEP_BYTES = 4 * 1024 * 1024

interface OldEntry {
  readonly number: number
  readonly action: string
  readonly subject: string
  readonly before_data: string
  readonly after_data: string
  readonly hash: string
}
type Known = ReadonlyMap<string, KnownFacts>

/**
 * Gives the entries of older programs their summaries (step of 008-journal.ts).
 *
 * They know their subject by its id, so the names are those of today; what is gone stays without one. Entries are read
 * by bytes: one import of an older program may hold tens of megabytes.
 */
export async function summariseJournal(tx: Kysely<unknown>): Promise<void> {
  const titles = new Map<string, string>()
  for (let last = 0; ;) {
    const entries = await nextEntries(tx, last)
    if (entries.length === 0) return
    const contents = entries.map((entry) => ({ ...entry, before: parsed(entry.before_data), after: parsed(entry.after_data) }))
    const known = await factsOf(tx, entries)
    const rows = contents.map(({ number, hash, action, subject, before, after }) => {
      const facts = { ...houseOfLists(before), ...known.get(`${featureOf(action)} ${subject}`) }
      const found = summarise({ action, subject, before, after }, { known: facts })
      // An activity that was deleted is known by the entries that made and changed it.
      if (found.activityId !== '' && found.activityTitle !== '') titles.set(found.activityId, found.activityTitle)
      const activityTitle = found.activityTitle || (titles.get(found.activityId) ?? '')
      const summary = { ...found, activityTitle, subjectName: found.subjectName || activityTitle }
      return toSummary({ number, hash, action }, summary, (importActions as readonly string[]).includes(action) ? after : null)
    })
    const columns = ['number', 'hash', 'subject_name', 'activity_id', 'activity_title', 'summary', 'search_text', 'import_data'] as const
    await insertMany(
      tx as Kysely<{ audit_summary: unknown }>,
      'audit_summary',
      columns,
      rows.map((row) => columns.map((name) => row[name])),
    )
    last = entries.at(-1)?.number ?? last
  }
}

async function nextEntries(tx: Kysely<unknown>, after: number): Promise<readonly OldEntry[]> {
  const { rows: sizes } = await sql<{ number: number; bytes: number }>`
    select number, octet_length(before_data) + octet_length(after_data) as bytes from audit_entry where number > ${after} order by number limit ${STEP_ENTRIES}
  `.execute(tx)
  let bytes = 0
  const fitting = sizes.filter((size) => (bytes += size.bytes) <= STEP_BYTES)
  const last = fitting.at(-1) ?? sizes[0]
  if (!last) return []
  const { rows } = await sql<OldEntry>`
    select number, action, subject, before_data, after_data, hash from audit_entry where number > ${after} and number <= ${last.number} order by number
  `.execute(tx)
  return rows
}

/** What cannot be read any more tells nothing; the check of the chain finds it. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return null
  }
}

/** Older programs kept whole ballots: the first property of the first one. */
function houseOfLists(before: unknown): KnownFacts {
  const [ballot] = Array.isArray(before) ? (before as { houses?: { place?: string; ownerName?: string }[] }[]) : []
  const house = ballot?.houses?.[0]
  return { ...(house?.place === undefined ? {} : { place: house.place }), ...(house?.ownerName === undefined ? {} : { ownerName: house.ownerName }) }
}

interface FoundNames {
  readonly subject: string
  readonly activity?: string | null
  readonly title?: string | null
  readonly estate?: string | null
  readonly owner?: string | null
  readonly username?: string | null
  readonly nick_name?: string | null
  readonly period?: string | null
  readonly zone?: string | null
  readonly building?: string | null
  readonly unit?: string | null
  readonly room?: string | null
}

const PLACE = 'house.period, house.zone, house.building, house.unit, house.room'
const ACTIVITY = 'activity.public_id as activity, activity.title'
/** By the part of an action before the dot: where the names of its subjects stand. Each answers one row a subject. */
const queries: Readonly<Record<string, readonly string[]>> = {
  voting: [
    `select record.public_id as subject, ${ACTIVITY}, ${PLACE}, coalesce(house.owner_name, record.voter_name) as owner
     from vote_record as record join activity on activity.id = record.activity_id
     left join roster_property as house on house.activity_id = record.activity_id and house.property_public_id = record.property_public_id
     where record.public_id in`,
  ],
  ballot: [
    `select ballot.public_id as subject, ${ACTIVITY} from ballot join activity on activity.id = ballot.activity_id where ballot.public_id in`,
    `select house.public_id as subject, ${ACTIVITY}, ${PLACE}, house.owner_name as owner
     from roster_property as house join activity on activity.id = house.activity_id where house.public_id in`,
    `select activity.public_id as subject, ${ACTIVITY} from activity where activity.public_id in`,
  ],
  notification: [
    `select delivery.public_id as subject, ${ACTIVITY}, ${PLACE}, house.owner_name as owner
     from notification as delivery join activity on activity.id = delivery.activity_id
     join roster_property as house on house.id = delivery.roster_property_id where delivery.public_id in`,
    `select activity.public_id as subject, ${ACTIVITY} from activity where activity.public_id in`,
  ],
  propertyChange: [
    `select request.public_id as subject, ${ACTIVITY}, ${PLACE}, house.owner_name as owner, estate.name as estate
     from property_change as request left join activity on activity.id = request.activity_id
     left join property as house on house.id = request.property_id left join estate on estate.id = house.estate_id where request.public_id in`,
  ],
  property: [
    `select house.public_id as subject, ${PLACE}, house.owner_name as owner, estate.name as estate
     from property as house join estate on estate.id = house.estate_id where house.public_id in`,
    `select estate.public_id as subject, estate.name as estate from estate where estate.public_id in`,
  ],
  activity: [`select activity.public_id as subject, ${ACTIVITY} from activity where activity.public_id in`],
  result: [`select activity.public_id as subject, ${ACTIVITY} from activity where activity.public_id in`],
  account: [`select public_id as subject, username, nick_name from "user" where public_id in`],
}

/** The names of the subjects of some entries, by feature and id. */
async function factsOf(tx: Kysely<unknown>, entries: readonly OldEntry[]): Promise<Known> {
  const known = new Map<string, KnownFacts>()
  for (const [feature, ofFeature] of Map.groupBy(entries, ({ action }) => featureOf(action))) {
    const subjects = [...new Set(ofFeature.map(({ subject }) => subject))]
    for (const query of queries[feature] ?? []) {
      const { rows } = await sql<FoundNames>`${sql.raw(query)} (${sql.join(subjects)})`.execute(tx)
      for (const row of rows) known.set(`${feature} ${row.subject}`, toFacts(row))
    }
  }
  return known
}

function toFacts({ activity, title, estate, owner, username, nick_name, period, zone, building, unit, room }: FoundNames): KnownFacts {
  const place = room ? placeInWords({ period: period ?? '', zone: zone ?? '', building: building ?? '', unit: unit ?? '', room }) : ''
  const facts = {
    activityId: activity,
    activityTitle: title,
    estateName: estate,
    place,
    ownerName: place === '' ? '' : owner,
    username,
    nickName: nick_name,
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => typeof value === 'string' && value !== ''))
}
