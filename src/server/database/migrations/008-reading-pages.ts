import type { ColumnTypes } from '../dialect.ts'

/** Scanned pages of ballots. */
export const readingPages = ({ key, integer, bytewise, text, strict }: ColumnTypes): readonly string[] => [
  `create table reading_page (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    code ${bytewise} not null, page ${integer} not null, page_count ${integer} not null, layout_id ${bytewise} not null,
    status ${integer} not null check (status in (1, 3, 5, 7)), batch_id ${bytewise} not null, source ${text} not null,
    source_page ${integer} not null, sha256 ${bytewise} not null, pictures ${text} not null, geometry ${text} not null,
    turned ${integer} not null, is_flat ${integer} not null, slots ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null,
    assigned_by ${integer} references "user" (id), assigned_at ${integer},
    unique (activity_id, sha256)
  )${strict}`,
  'create index reading_page_code on reading_page (activity_id, code)',
]
