import type { ColumnTypes } from '../dialect.ts'
import { checkpointGuards } from './checkpoint-guards.ts'

/** Signed states of the journal (`proof-layout.md` section 5); see audit/tables.ts. */
export const checkpoints = ({ integer, text, bytewise, strict, engine }: ColumnTypes): readonly string[] => [
  `create table checkpoint (
    id ${integer} primary key, kind ${text} not null, number ${integer} not null, hash ${bytewise} not null, made_at ${integer} not null,
    activity_id ${bytewise} not null, public_key ${bytewise} not null, content ${text} not null, signature ${bytewise} not null
  )${strict}`,
  `create index checkpoint_activity on checkpoint (activity_id, id)`,
  `create index checkpoint_kind on checkpoint (kind, made_at)`,
  ...checkpointGuards[engine],
]
