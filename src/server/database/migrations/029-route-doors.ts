import type { ColumnTypes } from '../dialect.ts'

/** The door of a merged ballot, where somebody chose it; see route/tables.ts. It goes with the ballot and with the property. */
export const routeDoors = ({ integer, strict }: ColumnTypes): readonly string[] => [
  `create table route_door (
    ballot_id ${integer} primary key references ballot (id) on delete cascade,
    roster_property_id ${integer} not null references roster_property (id) on delete cascade
  )${strict}`,
  `create index route_door_of_house on route_door (roster_property_id)`,
]
