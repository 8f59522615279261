import type { Engine } from '../dialect.ts'

const REFUSAL = 'the journal is append-only'
/** SQLite's `INSERT OR REPLACE` removes a row without firing DELETE triggers: so it finds nothing to replace. */
const isOutOfTurn = 'new.id <> (select coalesce(max(id), 0) + 1 from checkpoint)'

const sqlite = [
  ...['update', 'delete'].map((act) => `create trigger checkpoint_${act} before ${act} on checkpoint begin select raise(abort, '${REFUSAL}'); end`),
  `create trigger checkpoint_insert before insert on checkpoint when ${isOutOfTurn} begin select raise(abort, '${REFUSAL}'); end`,
]

const postgres = [
  `create trigger checkpoint_change before update or delete on checkpoint for each row execute function audit_refuse()`,
  `create trigger checkpoint_truncate before truncate on checkpoint for each statement execute function audit_refuse()`,
  `create function checkpoint_check() returns trigger language plpgsql as $$
   begin if ${isOutOfTurn} then raise exception '${REFUSAL}'; end if; return new; end $$`,
  `create trigger checkpoint_insert before insert on checkpoint for each row execute function checkpoint_check()`,
]

/** Statements after which checkpoints take the next row and no other change, as the journal does. */
export const checkpointGuards: Readonly<Record<Engine, readonly string[]>> = { sqlite, postgres }
