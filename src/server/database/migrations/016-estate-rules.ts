import type { ColumnTypes } from '../dialect.ts'

/** Versions of an estate's voting rules as decided by its owners; an activity refers to one. */
export const estateRules = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table estate_rules (
    id ${key}, public_id ${bytewise} not null unique, estate_id ${integer} not null references estate (id) on delete cascade,
    version ${integer} not null check (version > 0), title ${text} not null, effective_from ${bytewise} not null,
    counting_rule ${integer} not null check (counting_rule between 1 and 6), rule_basis ${text} not null, proxy_limit ${integer},
    delivery_policy ${text}, seat_order ${integer} check (seat_order between 1 and 2),
    notice_days ${integer} not null check (notice_days between 0 and 365), clauses ${text} not null, files ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null, unique (estate_id, version)
  )${strict}`,
  `alter table activity add column rules_id ${integer} references estate_rules (id)`,
]
