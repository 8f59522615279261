import { placeInWords } from '#shared/place/place.ts'
import type { RosterPropertyRow } from './rosterPropertyQueries.ts'

/** What the journal keeps of a property of a roster. */
export const propertyInJournal = (property: RosterPropertyRow) => ({
  rosterPropertyId: property.public_id,
  propertyId: property.property_public_id,
  place: placeInWords(property),
  areaHundredths: property.area_hundredths,
  ownerName: property.owner_name,
  phone: property.phone,
  idNumber: property.id_number,
  category: property.category,
  areaSource: property.area_source,
})
