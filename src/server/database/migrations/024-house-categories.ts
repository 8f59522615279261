import type { ColumnTypes } from '../dialect.ts'

/** What a property is (`paper.md` section 6), in the registry and copied into rosters; before, every property counted as a dwelling. */
export const houseCategories = ({ integer }: ColumnTypes): readonly string[] => [
  ...['property', 'roster_property'].flatMap((houses) => [
    `alter table ${houses} add column category ${integer} not null default 1 check (category between 1 and 4)`,
    // 0: nobody has said where the area comes from.
    `alter table ${houses} add column area_source ${integer} not null default 0 check (area_source between 0 and 3)`,
  ]),
  // What an estate's properties come to by category is read from the index alone.
  `create index property_category_totals on property (estate_id, category, area_hundredths)`,
]
