import type { ColumnTypes } from '../dialect.ts'
import { secondFormGuards } from './second-form-guards.ts'
import { beginSecondForm } from './second-form.ts'
import type { MigrationStep } from './step.ts'

/** The journal's second form (`proof-layout.md` section 1): an entry's hash covers that of its salted content, which can be withheld or erased. */
export const secondForm = ({ text, bytewise, engine }: ColumnTypes): readonly MigrationStep[] => [
  `alter table audit_entry add column content_hash ${bytewise} not null default ''`,
  `alter table audit_entry add column salt ${text}`,
  `alter table audit_entry add column content ${text}`,
  ...secondFormGuards[engine],
  beginSecondForm,
]
