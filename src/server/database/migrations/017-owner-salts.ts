import type { ColumnTypes } from '../dialect.ts'

/** 16 random bytes of each engine's own, as hexadecimal text. */
const randomSalt = { sqlite: `lower(hex(randomblob(16)))`, postgres: `replace(gen_random_uuid()::text, '-', '')` } as const

/** A salt for the owner of each property of a roster: its digest holds a hash of them (`proof-layout.md` section 2). */
export const ownerSalts = ({ text, engine }: ColumnTypes): readonly string[] => [
  `alter table roster_property add column owner_salt ${text} not null default ''`,
  `update roster_property set owner_salt = ${randomSalt[engine]}`,
]
