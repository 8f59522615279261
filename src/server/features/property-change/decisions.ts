import type { Selectable } from 'kysely'
import { Refusal, required, throwIfRefused } from '#shared/contract/refusals.ts'
import type { Decision, PropertyState, RosterOutcome } from '#shared/features/property-change/contract.ts'
import { ChangeStatus, differingFields, type ChangeField } from '#shared/features/property-change/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { RegisteredProperty } from '../property/service.ts'
import { approverRole, decisionRefusal, fieldsToWrite, staleRequest } from './rules.ts'
import type { PropertyChangeDeps } from './deps.ts'
import { propertyChangeStore } from './store.ts'
import type { PropertyChangeTable } from './tables.ts'
import { inJournal } from '../activity/service.ts'
import type { Write } from '../journal/journal.ts'
import type { State } from '../journal/replay/state.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { noteAdjusted } from '../ballot/adjusting.ts'
import { skipSentences } from '../ballot/syncPlan.ts'

/** A property without its estate's database key. */
const propertyInJournal = ({ estateKey: _estateKey, ...property }: RegisteredProperty) => property
/** What a request is about, as journal fields. */
function namesOf({ applicant, activity, before_data }: { readonly applicant: string; readonly activity: string | null; readonly before_data: string }) {
  const before = JSON.parse(before_data) as PropertyState // this feature alone writes it
  const { estateName, activityTitle, ownerName } = before
  return { applicant, activityId: activity ?? '', activityTitle, estateName, place: placeInWords(before), ownerName }
}

/** Decisions on requests: approval, written to the registry and the rosters, or rejection. */
export function createDecisions({ database, clock, accounts, properties, activities, ballots }: Omit<PropertyChangeDeps, 'files' | 'estates'>) {
  const bringToRosters = createBringToRosters({ activities, ballots })

  async function requirePending(tx: Tx, id: string) {
    const request = required(await propertyChangeStore(tx).find(id), 'propertyChange.notFound')
    throwIfRefused(decisionRefusal(request.status))
    const activity = request.activity_id === null ? null : await activities.ofKey(tx, request.activity_id)
    return { ...request, activity: activity?.public_id ?? null }
  }

  /** Returns the decided request for the entry, if it belongs to an activity. */
  async function decide(
    tx: Tx,
    { id, public_id, activity_id }: Pick<Selectable<PropertyChangeTable>, 'id' | 'public_id' | 'activity_id'>,
    { status, comment, rosters = [] }: { readonly status: ChangeStatus; readonly comment: string; readonly rosters?: readonly RosterOutcome[] },
    caller: Caller,
  ): Promise<State> {
    const decision = { status, comment, decided_by: caller.userKey, decided_at: clock.now(), rosters: JSON.stringify(rosters) }
    await propertyChangeStore(tx).decide(id, decision)
    return activity_id === null ? {} : stateOf(tx, { changes: [public_id] })
  }

  return {
    /**
     * Two people make a change (`trust.md` section 4): the submitter may not approve it, unless nobody else could; the
     * entry then says so.
     *
     * Writes the requested fields to the registry and to the unfinished rosters with the property, in one transaction.
     * Writes nothing if the registry has changed one of them since. A roster that cannot take the change stays as it is;
     * the answer, the request and the journal list these with the reason.
     *
     * @throws Refusal `propertyChange.notFound` (404); 409 with `propertyChange.decided`, `propertyChange.own`,
     * `propertyChange.stale` or `propertyChange.propertyGone`
     */
    async approve({ id, comment }: Decision, caller: Caller): Promise<{ rosters: RosterOutcome[] }> {
      return database.write(async (write) => {
        const { tx, journal } = write
        const request = await requirePending(tx, id)
        const isOwn = request.created_by === caller.userKey
        if (isOwn && (await accounts.hasOther(tx, { lowest: approverRole, exceptKeys: [caller.userKey], estateKey: request.estate_id })))
          throw new Refusal('propertyChange.own')
        const [asked, wanted] = [request.before_data, request.after_data].map((data) => JSON.parse(data) as PropertyState) as [PropertyState, PropertyState] // this service alone writes them
        const changed = await properties.changeOwner(tx, request.property_public_id, (now) => {
          const stale = staleRequest(asked, wanted, now)
          if (stale !== null) throw new Refusal('propertyChange.stale', stale)
          return fieldsToWrite(asked, wanted)
        })
        if (!changed) throw new Refusal('propertyChange.propertyGone')
        const rosters = await bringToRosters(write, changed.after, { fields: differingFields(asked, wanted), comment }, caller)
        const state = await decide(tx, request, { status: ChangeStatus.approved, comment, rosters }, caller)
        const { place: _place, ownerName: _ownerName, ...named } = namesOf(request)
        const before = { ...named, status: request.status, property: propertyInJournal(changed.before) }
        const after = {
          ...named,
          status: ChangeStatus.approved,
          comment,
          property: propertyInJournal(changed.after),
          rosters,
          ...(isOwn ? { selfapproved: true } : {}),
        }
        journal.record({ caller, action: 'propertyChange.approve', subject: id, before, after, state })
        return { rosters }
      })
    },

    /**
     * Called by the submitter it withdraws the request; the entry says so.
     *
     * @throws Refusal `propertyChange.notFound` (404), `propertyChange.decided` (409)
     */
    async reject({ id, comment }: Decision, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const request = await requirePending(tx, id)
        const state = await decide(tx, request, { status: ChangeStatus.rejected, comment }, caller)
        const named = namesOf(request)
        const [before, after] = [
          { ...named, status: request.status },
          { ...named, status: ChangeStatus.rejected, comment, ...(request.created_by === caller.userKey ? { withdrawn: true } : {}) },
        ]
        journal.record({ caller, action: 'propertyChange.reject', subject: id, before, after, state })
      })
    },
  }
}

/** Propagates approved changes to rosters. */
function createBringToRosters({ activities, ballots }: Pick<PropertyChangeDeps, 'activities' | 'ballots'>) {
  /**
   * Applies the changed fields to every unfinished roster with the property. A roster stays as it is if the ballot is
   * marked or voted, if it would share the ballot with properties of another owner (one ballot has one owner), or if its
   * area would change once the total is fixed. During voting the comment is the reason of a changed area.
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
      const { told, digest, state } = await noteAdjusted(activities, tx, activity, { touched, places: adjusted, reason: comment })
      // Each activity gets an entry of its own: the activity is covered by the entry's hash.
      if (updated > 0 && state) {
        const named = { place: placeInWords(property), ownerName: property.ownerName }
        const after = { ...inJournal(activity), ...named, ...told, ...digest }
        journal.record({ caller, action: 'activity.roster', subject: activity.public_id, before: null, after, state })
      }
      outcomes.push({ activityId: activity.public_id, activityTitle: activity.title, isUpdated: updated > 0, reason })
    }
    return outcomes
  }
}
