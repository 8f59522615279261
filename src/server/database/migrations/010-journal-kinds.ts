import type { ColumnTypes } from '../dialect.ts'
import { journalGuards } from './journal-guards.ts'
import type { MigrationStep } from './step.ts'

/** What was no change when this migration was written. */
const ACCESS = [
  'property.export',
  'estate.export',
  'activity.export',
  'ballot.exportRoster',
  'ballot.exportUnmerged',
  'notification.export',
  'propertyChange.export',
  'account.export',
  'audit.export',
  'result.report',
  'result.notVotedSheet',
]
const SECURITY = ['account.register', 'system.restore']
const listed = (actions: readonly string[]): string => actions.map((action) => `'${action}'`).join(', ')

/** The kind of an entry (`trust.md` section 7), by which the list is filtered; and from now on nothing of the journal can be changed. */
export const journalKinds = ({ bytewise, engine }: ColumnTypes): readonly MigrationStep[] => [
  `alter table audit_summary add column kind ${bytewise} not null default 'change' check (kind in ('change', 'access', 'security'))`,
  `update audit_summary set kind = 'access' where number in (select number from audit_entry where action in (${listed(ACCESS)}))`,
  `update audit_summary set kind = 'security' where number in (select number from audit_entry where action in (${listed(SECURITY)}))`,
  `create index audit_kind on audit_summary (kind, number)`,
  ...journalGuards[engine],
]
