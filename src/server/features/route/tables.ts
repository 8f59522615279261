/** The property at which the owner of a ballot is to be found, where somebody chose one; it holds as long as the property is the ballot's. */
export interface RouteDoorTable {
  ballot_id: number
  roster_property_id: number
}
export interface RouteTables {
  route_door: RouteDoorTable
}
