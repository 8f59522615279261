import type { RosterOutcome } from '#shared/features/property-change/contract.ts'
import type { ChangeField } from '#shared/features/property-change/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal } from '../activity/service.ts'
import type { Write } from '../audit/journal.ts'
import { rosterProof } from '../audit/replay/rosterProof.ts'
import { noteAdjusted } from '../ballot/adjusting.ts'
import { skipSentences } from '../ballot/syncPlan.ts'
import type { RegisteredProperty } from '../property/service.ts'
import type { PropertyChangeDeps } from './deps.ts'

/** The way of an approved change into rosters. */
export function createBringToRosters({ activities, ballots }: Pick<PropertyChangeDeps, 'activities' | 'ballots'>) {
  /**
   * Brings these fields of the property to every roster that holds it and is not finished. It stays as it is where its ballot is marked or
   * voted, where it shares the ballot with properties of another owner then (one ballot has one owner), and where its area would change
   * once the whole is fixed. While votes are cast the comment is the reason of another area.
   */
  return async function bringToRosters(
    { tx, journal }: Write,
    property: RegisteredProperty,
    { fields, comment }: { readonly fields: readonly ChangeField[]; readonly comment: string },
    caller: Caller,
  ): Promise<RosterOutcome[]> {
    const outcomes: RosterOutcome[] = []
    for (const activity of await activities.unfinishedOfEstate(tx, property.estateKey)) {
      const { updated, skipped, touched, adjusted } = await ballots.bringUpToDate(tx, activity, [{ ...property, propertyId: property.id }], {
        isAdding: false,
        fields,
      })
      const [left] = skipped
      if (left?.reason === 'notInRoster') continue
      const reason = left ? skipSentences[left.reason] : ''
      const whole = await noteAdjusted(activities, tx, activity, { places: adjusted, reason: comment })
      const proof = await rosterProof(tx, activity, { ...touched, ...whole.touched })
      // Of each activity there is an entry of its own: whose it is is part of what its hash covers.
      if (updated > 0 && proof.state) {
        const named = { place: placeInWords(property), ownerName: property.ownerName }
        const after = { ...inJournal(activity), ...named, ...whole.told, ...proof.digest }
        journal.record({ caller, action: 'activity.roster', subject: activity.public_id, before: null, after, state: proof.state })
      }
      outcomes.push({ activityId: activity.public_id, activityTitle: activity.title, isUpdated: updated > 0, reason })
    }
    return outcomes
  }
}
