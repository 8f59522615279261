import type { ColumnTypes } from '../dialect.ts'

/** 委托 (`paper.md` section 3); see proxy/tables.ts. */
export const proxies = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table proxy (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    ballot_id ${integer} not null references ballot (id) on delete cascade, agent_name ${text} not null, agent_phone ${text} not null,
    agent_id_number ${text} not null, agent_key ${bytewise} not null, topic_ids ${text} not null, valid_until ${integer}, pictures ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null,
    revoked_by ${integer} references "user" (id), revoked_at ${integer}, revoke_reason ${text} not null
  )${strict}`,
  `create index proxy_of_ballot on proxy (ballot_id)`,
  `create index proxy_of_agent on proxy (activity_id, agent_key)`,
  `alter table vote_record add column proxy_public_id ${bytewise} not null default ''`,
  // null: an agent may hold as many ballots as they like.
  `alter table activity add column proxy_limit ${integer} check (proxy_limit >= 0)`,
]
