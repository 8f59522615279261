import { sql, type Kysely } from 'kysely'
import { placeKey } from '#shared/place/place.ts'
import { idNumbers, ownerKey, ownerNames, phoneNumbers } from '#shared/owner/owners.ts'
import { placeFault, placeText } from '#shared/place/placeText.ts'
import { insertMany, updateMany } from '../../dialect.ts'
import type { ChangedRow, Journal } from './journal.ts'
import type { HouseColumns, OldSchema } from './schema.ts'

type Table = 'property' | 'roster_property'
type Place = Pick<HouseColumns, 'period' | 'zone' | 'building' | 'unit' | 'room'>
type House = HouseColumns & { readonly id: number; readonly public_id: string }

const PLACE = ['period', 'zone', 'building', 'unit', 'room'] as const
/** The names that the journal has for the columns. */
const FIELDS = {
  period: 'period',
  zone: 'zone',
  building: 'building',
  unit: 'unit',
  floor: 'floor',
  room: 'room',
  owner_name: 'ownerName',
  phone: 'phone',
  id_number: 'idNumber',
} as const satisfies Partial<Record<keyof HouseColumns, string>>
const WRITTEN = [...(Object.keys(FIELDS) as (keyof typeof FIELDS)[]), 'place_key', 'owner_key'] as const
/** What a property belongs to. */
const scopeColumns = { property: 'estate_id', roster_property: 'activity_id' } as const satisfies Record<Table, string>
/** Rows that are read at once. */
const CHUNK = 2_000

export const wordsOf = (place: Place): string =>
  PLACE.map((part) => place[part])
    .filter((part) => part !== '')
    .join('-')
const isAsStored = (place: Place): boolean => PLACE.every((part) => placeText(place[part]) === place[part])
const holdsSeparator = (place: Place): boolean => PLACE.some((part) => placeFault('', placeText(place[part])) !== null)

/** Those of an estate's or an activity's properties whose place stays as it is, each with the reason. */
async function keptPlaces(db: Kysely<OldSchema>, table: Table, scopeKey: number): Promise<ReadonlyMap<number, 'collides' | 'separator'>> {
  const kept = new Map<number, 'collides' | 'separator'>()
  const byPlace = new Map<string, number>()
  const raw: { id: number; identity: string }[] = []
  for await (const houses of inChunks<Place & { readonly id: number }>(db, table, scopeKey, ['id', ...PLACE])) {
    for (const house of houses) {
      const identity = PLACE.map((part) => placeText(house[part])).join('\u0001')
      byPlace.set(identity, (byPlace.get(identity) ?? 0) + 1)
      if (holdsSeparator(house)) kept.set(house.id, 'separator')
      else if (!isAsStored(house)) raw.push({ id: house.id, identity })
    }
  }
  for (const { id, identity } of raw) if ((byPlace.get(identity) ?? 0) > 1) kept.set(id, 'collides')
  return kept
}

// All keys at once, the rows by their keys: a database that has no statistics yet would sort all the rest again for each page.
async function* inChunks<Row>(db: Kysely<OldSchema>, table: Table, scopeKey: number, columns: readonly string[]): AsyncGenerator<Row[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where ${sql.ref(scopeColumns[table])} = ${scopeKey} order by id`.execute(db)
  for (let from = 0; from < rows.length; from += CHUNK) {
    const keys = rows.slice(from, from + CHUNK).map(({ id }) => id)
    const selected = sql.join(columns.map((column) => sql.ref(column)))
    yield (await sql<Row>`select ${selected} from ${sql.table(table)} where id in (${sql.join(keys)}) order by id`.execute(db)).rows
  }
}

/** A property as it is stored from now on. */
function normalHouse(house: House, isPlaceKept: boolean): HouseColumns {
  const part = (name: (typeof PLACE)[number] | 'floor'): string => (isPlaceKept ? house[name] : placeText(house[name]))
  const place = { period: part('period'), zone: part('zone'), building: part('building'), unit: part('unit'), room: part('room') }
  const [owner_name, phone, id_number] = [ownerNames(house.owner_name), phoneNumbers(house.phone), idNumbers(house.id_number)]
  return { ...place, floor: part('floor'), place_key: placeKey(place), owner_name, phone, id_number, owner_key: ownerKey(owner_name, id_number) }
}

/**
 * Normalises the properties of an estate's registry or of an activity's roster, and what they are searched in.
 *
 * @returns the places that stayed as they were
 */
export async function normaliseHouses(
  db: Kysely<OldSchema>,
  table: Table,
  scope: { readonly id: number; readonly public_id: string },
  journal: Journal,
): Promise<Place[]> {
  const kept = await keptPlaces(db, table, scope.id)
  const keptHouses: House[] = []
  const changed: ChangedRow[] = []
  for await (const houses of inChunks<House>(db, table, scope.id, ['id', 'public_id', ...WRITTEN])) {
    const rows: { id: number; after: HouseColumns }[] = []
    for (const house of houses) {
      const isPlaceKept = kept.has(house.id)
      if (isPlaceKept) keptHouses.push(house)
      const after = normalHouse(house, isPlaceKept)
      if (isPlaceKept || WRITTEN.some((name) => after[name] !== house[name])) rows.push({ id: house.id, after })
      const names = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter((name) => after[name] !== house[name])
      if (names.length > 0) changed.push(changedRow(house, after, names))
    }
    await writeHouses(db, table, rows)
  }
  await insertMany(
    db,
    'unsettled_place',
    [table === 'property' ? 'property_id' : 'roster_property_id', 'reason'],
    [...kept].map(([id, reason]) => [id, reason]),
  )
  journal.add(scope.public_id, changed, keptHouses.map(wordsOf))
  return keptHouses
}

/** What changed of a property beside its place, which names it. */
function changedRow(house: House, after: HouseColumns, names: readonly (keyof typeof FIELDS)[]): ChangedRow {
  const others = names.filter((name) => !(PLACE as readonly string[]).includes(name))
  const of = (from: HouseColumns) => ({ place: wordsOf(from), ...Object.fromEntries(others.map((name) => [FIELDS[name], from[name]])) })
  return { id: house.public_id, before: of(house), after: of(after) }
}

async function writeHouses(db: Kysely<OldSchema>, table: Table, rows: readonly { readonly id: number; readonly after: HouseColumns }[]): Promise<void> {
  if (rows.length === 0) return
  await updateMany(
    db,
    table,
    'id',
    WRITTEN,
    [],
    rows.map(({ id, after }) => [id, ...WRITTEN.map((name) => after[name])]),
  )
  const [search, houseKey] = table === 'property' ? (['property_search', 'property_id'] as const) : (['roster_search', 'roster_property_id'] as const)
  const order = rows.map(({ id, after }) => [id, after.place_key])
  await updateMany(db, search, houseKey, ['place_key'], [], order)
}
