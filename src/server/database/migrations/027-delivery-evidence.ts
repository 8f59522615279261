import type { ColumnTypes } from '../dialect.ts'

/** Which ways of delivering an activity accepts, and what is on record of each delivery (送达凭证); see notification/tables.ts. */
export const deliveryEvidence = ({ integer, text }: ColumnTypes): readonly string[] => [
  // null: no way is named, every delivery on record counts alike.
  `alter table activity add column delivery_policy ${text}`,
  `alter table notification add column method ${integer} check (method between 1 and 6)`,
  `alter table notification add column receiver ${text} not null default ''`,
  `alter table notification add column relation ${integer} check (relation between 1 and 4)`,
  `alter table notification add column second_deliverer ${text} not null default ''`,
  `alter table notification add column tracking_no ${text} not null default ''`,
  `alter table notification add column notice_from ${integer}`,
  `alter table notification add column notice_to ${integer}`,
]
