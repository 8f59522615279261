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
 * The counts only ever grow, and stay when their unit is gone. What the search looked in before goes. Records know at which
 * desk they were made and why they were voided.
 */
export const searchAndDesk = (types: ColumnTypes): readonly string[] => [
  ...counting(types, registry),
  ...counting(types, roster),
  `alter table property_search drop column hay`,
  `alter table roster_search drop column hay`,
  `alter table roster_search drop column place`,
  `alter table vote_record add column desk ${types.text} not null default ''`,
  `alter table vote_record add column void_reason ${types.text} not null default ''`,
  // What somebody has entered today is counted at every desk.
  `create index record_of_voter on vote_record (voted_by, voted_at, activity_id) where status = 1`,
  `create index record_of_marker on vote_record (created_by, created_at, activity_id) where status = 0`,
]

function counting(types: ColumnTypes, counted: Counted): readonly string[] {
  const { integer, bytewise, engine } = types
  const { houses, owner, counts } = counted
  return [
    `create table ${counts} (
      ${owner} ${integer} not null, period ${bytewise} not null, zone ${bytewise} not null, building ${bytewise} not null, unit ${bytewise} not null,
      changes ${integer} not null, primary key (${owner}, period, zone, building, unit)
    )${engine === 'sqlite' ? ' strict, without rowid' : ''}`,
    `insert into ${counts} (${owner}, period, zone, building, unit, changes)
      select ${owner}, period, zone, building, unit, 1 from ${houses} group by ${owner}, period, zone, building, unit`,
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
