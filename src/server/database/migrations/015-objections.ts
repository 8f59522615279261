import type { ColumnTypes } from '../dialect.ts'

/** Objections and decisions; corrections do not change the records. */
export const objections = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table objection (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    number ${integer} not null, publication_public_id ${bytewise} not null, kind ${integer} not null check (kind between 1 and 7),
    ballot_public_id ${bytewise} not null, topic_ids ${bytewise} not null, name ${text} not null, phone ${text} not null,
    received_at ${integer} not null, content ${text} not null, pictures ${text} not null, status ${integer} not null check (status between 0 and 3),
    created_by ${integer} not null references "user" (id), created_at ${integer} not null,
    withdrawn_by ${integer} references "user" (id), withdrawn_at ${integer}, withdraw_reason ${text} not null,
    unique (activity_id, number), check ((status = 3) = (withdrawn_at is not null)), check ((withdrawn_by is null) = (withdrawn_at is null))
  )${strict}`,
  `create table objection_decision (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    objection_id ${integer} not null references objection (id) on delete cascade, decision ${integer} not null check (decision in (1, 2)),
    reason ${text} not null, corrections ${bytewise} not null, decided_by ${integer} not null references "user" (id), decided_at ${integer} not null,
    is_self_decided ${integer} not null check (is_self_decided in (0, 1))
  )${strict}`,
  `create index objection_decision_of_objection on objection_decision (objection_id, id)`,
  `create index objection_decision_of_activity on objection_decision (activity_id)`,
]
