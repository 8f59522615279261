import { placeInWords } from '#shared/place/place.ts'
import { changeableFieldNames, copiedRecord } from '#shared/records/property.ts'
import { asFields } from '#shared/records/record.ts'
import type { RosterPropertyRow } from './rosterPropertyQueries.ts'

/** Journal fields of a roster property. */
export const propertyInJournal = (property: RosterPropertyRow) => ({
  rosterPropertyId: property.public_id,
  propertyId: property.property_public_id,
  place: placeInWords(property),
  ...asFields(copiedRecord, property, changeableFieldNames),
})
