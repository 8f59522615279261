import { Refusal } from '#shared/contract/refusals.ts'
import type { PropertyChangeDraft, PropertyState } from '#shared/features/property-change/contract.ts'
import { ChangeStatus, differingFields } from '#shared/features/property-change/rules.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { checkedOwners } from '../property/checkedOwners.ts'
import { unmasked } from '../property/unmasked.ts'
import { searchTextOf } from './rules.ts'
import type { PropertyChangeDeps } from './deps.ts'
import { propertyChangeStore } from './store.ts'

/** Requests that come in; they wait for a decision. */
export function createSubmissions({ database, clock, files, estates, properties, activities }: Omit<PropertyChangeDeps, 'ballots' | 'accounts'>) {
  return {
    /**
     * Keeps a request with what stands in the registry now; the owners' mini-programme hands them in.
     *
     * @returns its public id
     * @throws Refusal `property.notFound`, `activity.notFound` (404), `propertyChange.noDifference`, `property.countsDiffer`,
     * `property.masked`, `file.pictureGone` (400), `ballot.otherEstate` (402)
     */
    async submit(
      { propertyId, activityId, applicant, after: wanted, personPictures, propertyPictures }: PropertyChangeDraft,
      caller: Caller,
    ): Promise<{ id: string }> {
      const publicId = newId()
      await database.write(async ({ tx, journal }) => {
        const store = propertyChangeStore(tx)
        const [[property], propertyKey] = [await properties.named(tx, [propertyId]), await properties.keyOf(tx, propertyId)]
        if (!property || propertyKey === undefined) throw new Refusal('property.notFound')
        const owner = checkedOwners(unmasked(wanted, property))
        if (differingFields(property, owner).length === 0) throw new Refusal('propertyChange.noDifference')
        const activity = activityId === '' ? null : await activities.require(tx, activityId)
        if (activity && activity.estate_id !== property.estateKey) throw new Refusal('ballot.otherEstate')
        await files.requirePictures(tx, personPictures, 'personidpics')
        await files.requirePictures(tx, propertyPictures, 'propertyidpics')

        const { period, zone, building, unit, room, areaHundredths, ownerName, phone, idNumber } = property
        const known = { period, zone, building, unit, room, estateName: await estates.nameOf(tx, property.estateKey), activityTitle: activity?.title ?? '' }
        const before: PropertyState = { ...known, areaHundredths, ownerName, phone, idNumber }
        const after: PropertyState = { ...known, ...owner }
        await store.insert({
          public_id: publicId,
          property_id: propertyKey,
          property_public_id: propertyId,
          activity_id: activity?.id ?? null,
          applicant,
          before_data: JSON.stringify(before),
          after_data: JSON.stringify(after),
          search_text: searchTextOf(applicant, before, after),
          person_pictures: JSON.stringify(personPictures),
          property_pictures: JSON.stringify(propertyPictures),
          status: ChangeStatus.pending,
          comment: '',
          created_by: caller.userKey,
          created_at: clock.now(),
          decided_by: null,
          decided_at: null,
          rosters: '[]',
        })
        const request = { propertyId, activityId, applicant, before, after, personPictures, propertyPictures }
        journal.record({ caller, action: 'propertyChange.handIn', subject: publicId, before: null, after: request })
      })
      return { id: publicId }
    },
  }
}
