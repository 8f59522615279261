/**
 * Two indexes of properties answer what three and a table did: an import pays for each with every row.
 *
 * The order of an estate's properties was in a table next to them, with another index and a foreign key.
 */
export const propertyOrder = (): readonly string[] => [
  `drop table property_search`,
  `create index property_order on property (estate_id, place_key, id, area_hundredths, category)`,
  `drop index property_category_totals`,
  `drop index property_totals`,
  `create index property_totals on property (estate_id, owner_key, area_hundredths, category)`,
]
