/** A property as both tables of properties have it. */
export interface HouseColumns {
  period: string
  zone: string
  building: string
  unit: string
  floor: string
  room: string
  place_key: string
  owner_name: string
  phone: string
  id_number: string
  owner_key: string | null
}

/** The columns that this migration reads and writes, as they were then. */
export interface OldSchema {
  estate: { id: number; public_id: string }
  user: { id: number; public_id: string; nick_name: string }
  activity: { id: number; public_id: string; estate_id: number; title: string; title_key: string; scope_paths: string }
  property: HouseColumns & { id: number; public_id: string; estate_id: number }
  property_search: { property_id: number; place_key: string }
  roster_property: HouseColumns & { id: number; public_id: string; activity_id: number }
  roster_search: { roster_property_id: number; place_key: string }
  property_change: { id: number; applicant: string; before_data: string; after_data: string; hay: string; status: number }
  unsettled_place: { property_id: number | null; roster_property_id: number | null; reason: string }
  audit_entry: {
    number: number
    at: number
    user_id: number
    username: string
    nick_name: string
    address: string
    action: string
    subject: string
    before_data: string
    after_data: string
    previous_hash: string
    hash: string
  }
}
