import type { ColumnTypes } from '../dialect.ts'
import { normaliseStored } from './normalised/normaliseStored.ts'
import type { MigrationStep } from './step.ts'

/**
 * One way to store places, names, phones and ID numbers (`wire.md` section 3), and when a row was last written.
 *
 * What is stored already is normalised. Properties whose places would be one then, or hold ▶, keep their places and are listed in
 * unsettled_place until somebody decides.
 */
export const normalised = ({ key, integer, text, bytewise, strict, engine }: ColumnTypes): readonly MigrationStep[] => [
  `alter table estate add column updated_at ${integer} not null default 0`,
  `update estate set updated_at = created_at`,
  `alter table roster_property add column updated_at ${integer} not null default 0`,
  `update roster_property set updated_at = (select created_at from activity where activity.id = roster_property.activity_id)`,
  // What makes two properties one owner's; see ownerKey().
  `alter table roster_property add column owner_key ${bytewise}`,
  `update roster_property set owner_key = owner_name || ${engine === 'sqlite' ? 'char(1)' : 'chr(1)'} || id_number where id_number <> ''`,
  `drop index roster_of_owner`,
  `create index roster_of_owner on roster_property (activity_id, owner_key)`,
  // reason: 'collides' with another property's place once both are normalised, or holds the 'separator' ▶.
  `create table unsettled_place (
    id ${key}, property_id ${integer} unique references property (id) on delete cascade,
    roster_property_id ${integer} unique references roster_property (id) on delete cascade,
    reason ${text} not null check (reason in ('collides', 'separator')),
    check ((property_id is null) <> (roster_property_id is null))
  )${strict}`,
  normaliseStored,
]
