/** The property chosen for visiting a ballot's owner; valid as long as the property is on the ballot. */
export interface RouteDoorTable {
  ballot_id: number
  roster_property_id: number
}
export interface RouteTables {
  route_door: RouteDoorTable
}
