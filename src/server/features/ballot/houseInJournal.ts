import { placeInWords } from '#shared/place/place.ts'
import type { HouseRow } from './houseQueries.ts'

/** What the journal keeps of a house of a roster. */
export const houseInJournal = (house: HouseRow) => ({
  rosterPropertyId: house.public_id,
  propertyId: house.property_public_id,
  place: placeInWords(house),
  areaHundredths: house.area_hundredths,
  ownerName: house.owner_name,
  phone: house.phone,
  idNumber: house.id_number,
})
