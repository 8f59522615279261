import type { ColumnTypes } from '../dialect.ts'

/** Accounts confined to estates: public ids as JSON, null for all. A request keeps its estate when its property is removed. */
export const estateScopes = ({ integer, text }: ColumnTypes): readonly string[] => [
  `alter table "user" add column estate_ids ${text}`,
  `alter table property_change add column estate_id ${integer} references estate (id) on delete set null`,
  `update property_change set estate_id = coalesce(
    (select estate_id from property where property.id = property_change.property_id),
    (select estate_id from activity where activity.id = property_change.activity_id))`,
]
