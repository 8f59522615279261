import type { ColumnTypes } from '../dialect.ts'

/** A searched table, and the column with the estate or activity of a row. */
interface Searched {
  readonly scope: 'registry' | 'roster'
  readonly table: string
  readonly owner: string
}

/**
 * The version of every searched scope, raised by triggers, so that the search notices any change of properties
 * (search/propertySearch.ts). Strictly increasing.
 */
export const searchVersions = (types: ColumnTypes): readonly string[] => {
  const { integer, bytewise, keyed, engine } = types
  const triggers = engine === 'sqlite' ? sqliteTriggers : postgresTriggers
  return [
    `create table search_version (scope ${bytewise} not null, owner_id ${integer} not null, version ${integer} not null, primary key (scope, owner_id))${keyed}`,
    ...triggers({ scope: 'registry', table: 'property', owner: 'estate_id' }),
    ...triggers({ scope: 'roster', table: 'roster_property', owner: 'activity_id' }),
  ]
}

/** Per row: SQLite has no other triggers. */
function sqliteTriggers({ scope, table, owner }: Searched): readonly string[] {
  const raise = (row: 'old' | 'new') => `insert into search_version (scope, owner_id, version) values ('${scope}', ${row}.${owner}, 1)
    on conflict (scope, owner_id) do update set version = version + 1;`
  const searched = [owner, 'period', 'zone', 'building', 'unit', 'room', 'place_key', 'owner_name', 'phone', 'id_number']
  return [
    `create trigger ${table}_inserted after insert on ${table} begin ${raise('new')} end`,
    `create trigger ${table}_deleted after delete on ${table} begin ${raise('old')} end`,
    `create trigger ${table}_updated after update of ${searched.join(', ')} on ${table} begin ${raise('old')} ${raise('new')} end`,
  ]
}

/** Per statement: a version is written once, however many properties an import adds. */
function postgresTriggers({ scope, table, owner }: Searched): readonly string[] {
  const on = (event: 'insert' | 'update' | 'delete', transition: string, rows: string) => [
    `create function raise_${scope}_version_${event}() returns trigger language plpgsql as $$ begin
      insert into search_version as known (scope, owner_id, version) select distinct '${scope}', ${owner}, 1 from (${rows}) as changed order by ${owner}
      on conflict (scope, owner_id) do update set version = known.version + 1;
      return null;
    end $$`,
    `create trigger ${table}_${event} after ${event} on ${table} referencing ${transition} for each statement execute function raise_${scope}_version_${event}()`,
  ]
  const [before, after] = [`select ${owner} from old_rows`, `select ${owner} from new_rows`]
  return [
    ...on('insert', 'new table as new_rows', after),
    ...on('update', 'old table as old_rows new table as new_rows', `${before} union all ${after}`),
    ...on('delete', 'old table as old_rows', before),
  ]
}
