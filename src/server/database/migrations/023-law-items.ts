import type { ColumnTypes } from '../dialect.ts'

/** What a topic itself sets of how it is counted: the item of article 278, and the seats of an election (`paper.md` sections 1 and 2). */
export const lawItems = ({ integer }: ColumnTypes): readonly string[] => [
  `alter table topic add column law_item ${integer} check (law_item between 1 and 9)`,
  `alter table topic add column seats ${integer} check (seats >= 1)`,
  `alter table topic add column seat_order ${integer} check (seat_order in (1, 2))`,
]
