import type { ColumnTypes } from '../dialect.ts'

interface Counted {
  /** Whose rows are counted. */
  readonly houses: string
  /** The column that says which estate or activity a row belongs to. */
  readonly owner: string
  readonly counts: string
}

const registry: Counted = { houses: 'property', owner: 'estate_id', counts: 'registry_unit_changes' }
const roster: Counted = { houses: 'roster_property', owner: 'activity_id', counts: 'roster_unit_changes' }

/**
 * How often each unit's properties have changed, counted by triggers: whoever changes them, the search knows (search/propertySearch.ts).
 *
 * The counts only ever grow, and stay when their unit is gone.
 */
export const unitChanges = (types: ColumnTypes): readonly string[] => [...counting(types, registry), ...counting(types, roster)]

function counting(types: ColumnTypes, counted: Counted): readonly string[] {
  const { integer, bytewise, keyed, engine } = types
  const { owner, counts } = counted
  return [
    `create table ${counts} (
      ${owner} ${integer} not null, period ${bytewise} not null, zone ${bytewise} not null, building ${bytewise} not null, unit ${bytewise} not null,
      changes ${integer} not null, primary key (${owner}, period, zone, building, unit)
    )${keyed}`,
    ...(engine === 'sqlite' ? sqliteTriggers(counted) : postgresTriggers(counted)),
  ]
}

/** A row at a time: SQLite knows no other. */
function sqliteTriggers({ houses, owner, counts }: Counted): readonly string[] {
  const count = (row: 'old' | 'new') => `insert into ${counts} (${owner}, period, zone, building, unit, changes)
    values (${row}.${owner}, ${row}.period, ${row}.zone, ${row}.building, ${row}.unit, 1)
    on conflict (${owner}, period, zone, building, unit) do update set changes = changes + 1;`
  const searched = [owner, 'period', 'zone', 'building', 'unit', 'room', 'place_key', 'owner_name', 'phone', 'id_number']
  return [
    `create trigger ${houses}_inserted after insert on ${houses} begin ${count('new')} end`,
    `create trigger ${houses}_deleted after delete on ${houses} begin ${count('old')} end`,
    `create trigger ${houses}_updated after update of ${searched.join(', ')} on ${houses} begin ${count('old')} ${count('new')} end`,
  ]
}

/** A statement at a time: a unit's count is written once, however many of its properties an import brings. */
function postgresTriggers({ houses, owner, counts }: Counted): readonly string[] {
  const unit = `${owner}, period, zone, building, unit`
  const name = `count_${houses}_changes`
  const triggerOn = (event: 'insert' | 'update' | 'delete', rows: string) =>
    `create trigger ${houses}_${event} after ${event} on ${houses} referencing ${rows} for each statement execute function ${name}_${event}()`
  const countingOf = (event: 'insert' | 'update' | 'delete', rows: string) =>
    `create function ${name}_${event}() returns trigger language plpgsql as $$ begin
      insert into ${counts} as counted (${unit}, changes) select distinct ${unit}, 1 from (${rows}) as changed order by ${unit}
      on conflict (${unit}) do update set changes = counted.changes + 1;
      return null;
    end $$`
  return [
    countingOf('insert', `select ${unit} from new_rows`),
    countingOf('update', `select ${unit} from old_rows union all select ${unit} from new_rows`),
    countingOf('delete', `select ${unit} from old_rows`),
    triggerOn('insert', 'new table as new_rows'),
    triggerOn('update', 'old table as old_rows new table as new_rows'),
    triggerOn('delete', 'old table as old_rows'),
  ]
}
