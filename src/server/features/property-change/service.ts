import type { Transaction } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import type { Page } from '#shared/contract/page.ts'
import type { PropertyChangeDraft, Decision, PropertyChangeRequest, PropertyState, RosterOutcome } from '#shared/features/property-change/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { ChangeStatus, differingFields, type ChangeField } from '#shared/features/property-change/rules.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { ActivityService } from '../activity/service.ts'
import type { BallotService } from '../ballot/service.ts'
import { skipSentences } from '../ballot/syncPlan.ts'
import type { EstateService } from '../estate/service.ts'
import type { FileService } from '../file/service.ts'
import { checkedOwners } from '../property/checkedOwners.ts'
import type { PropertyService, RegisteredProperty } from '../property/service.ts'
import { decisionRefusal, fieldsToWrite, searchTextOf, staleRequest } from './rules.ts'
import { propertyChangeStore, type ChangeFilter } from './store.ts'
import type { PropertyChangeTable } from './tables.ts'

export interface PropertyChangeDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly files: FileService
  readonly estates: EstateService
  readonly properties: PropertyService
  readonly activities: ActivityService
  readonly ballots: BallotService
}

type Row = Omit<PropertyChangeTable, 'id'> & { readonly decider: string | null }

/** The five JSON columns are written by this feature alone. */
function toRequest(row: Row): PropertyChangeRequest {
  return {
    id: row.public_id,
    before: JSON.parse(row.before_data) as PropertyState,
    after: JSON.parse(row.after_data) as PropertyState,
    createdAt: row.created_at,
    applicant: row.applicant,
    status: row.status,
    comment: row.comment,
    decidedBy: row.decider ?? '',
    decidedAt: row.decided_at,
    personPictures: JSON.parse(row.person_pictures) as string[],
    propertyPictures: JSON.parse(row.property_pictures) as string[],
    rosters: JSON.parse(row.rosters) as RosterOutcome[],
  }
}

/** A property without the database's own key of its estate. */
const propertyInJournal = ({ estateKey: _estateKey, ...property }: RegisteredProperty) => property
/** What a request is about, for the journal. */
function namesOf({ applicant, activity, before_data }: { readonly applicant: string; readonly activity: string | null; readonly before_data: string }) {
  const before = JSON.parse(before_data) as PropertyState // this feature alone writes it
  const { estateName, activityTitle, ownerName } = before
  return { applicant, activityId: activity ?? '', activityTitle, estateName, place: placeInWords(before), ownerName }
}

/** Owners' requests to change their property's data (房产变更): `wire.md` section 8. */
export function createPropertyChangeService({ database, clock, files, estates, properties, activities, ballots }: PropertyChangeDeps) {
  async function requirePending(tx: Transaction<Schema>, id: string) {
    const request = await propertyChangeStore(tx).find(id)
    if (!request) throw new Refusal('propertyChange.notFound')
    const reason = decisionRefusal(request.status)
    if (reason !== null) throw new Refusal(reason)
    const activity = request.activity_id === null ? null : await activities.ofKey(tx, request.activity_id)
    return { ...request, activity: activity?.public_id ?? null }
  }

  /**
   * Brings these fields of the property to every roster that holds it and is not finished. It stays as it is where its ballot is marked or
   * voted, and where it shares the ballot with houses of another owner then: one ballot has one owner.
   */
  async function bringToRosters(tx: Transaction<Schema>, property: RegisteredProperty, fields: readonly ChangeField[]): Promise<RosterOutcome[]> {
    const outcomes: RosterOutcome[] = []
    for (const activity of await activities.unfinishedOfEstate(tx, property.estateKey)) {
      const { updated, skipped } = await ballots.bringUpToDate(tx, activity, [{ ...property, propertyId: property.id }], { isAdding: false, fields })
      const [left] = skipped
      if (left?.reason === 'notInRoster') continue
      const reason = left ? skipSentences[left.reason] : ''
      outcomes.push({ activityId: activity.public_id, activityTitle: activity.title, isUpdated: updated > 0, reason })
    }
    return outcomes
  }

  function decide(tx: Transaction<Schema>, key: number, status: ChangeStatus, comment: string, caller: Caller, rosters: readonly RosterOutcome[] = []) {
    return propertyChangeStore(tx).decide(key, {
      status,
      comment,
      decided_by: caller.userKey,
      decided_at: clock.now(),
      rosters: JSON.stringify(rosters),
    })
  }

  return {
    /** Keeps a request with what stands in the registry now; the owners' mini-programme hands them in. */
    async submit(
      { propertyId, activityId, applicant, after: wanted, personPictures, propertyPictures }: PropertyChangeDraft,
      caller: Caller,
    ): Promise<{ id: string }> {
      const owner = checkedOwners(wanted)
      const publicId = newId()
      await database.write(async ({ tx, journal }) => {
        const store = propertyChangeStore(tx)
        const [[property], propertyKey] = [await properties.named(tx, [propertyId]), await properties.keyOf(tx, propertyId)]
        if (!property || propertyKey === undefined) throw new Refusal('property.notFound')
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

    /** Newest first. */
    async list({ pageNo, pageSize, ...filter }: { pageNo: number; pageSize: number } & ChangeFilter): Promise<Page<PropertyChangeRequest>> {
      const { rows, total } = await propertyChangeStore(database.read).page(filter, (pageNo - 1) * pageSize, pageSize)
      return { rows: rows.map(toRequest), total }
    },

    /**
     * Writes the fields that the request changes to the registry and to the rosters that hold the property and are not
     * finished, all of it in one transaction. Where the registry has changed one of them since, nothing is written. A roster that cannot take it stays as it is; the answer, the request and the journal tell which, and why.
     */
    async approve({ id, comment }: Decision, caller: Caller): Promise<{ rosters: RosterOutcome[] }> {
      return database.write(async ({ tx, journal }) => {
        const request = await requirePending(tx, id)
        const [asked, wanted] = [request.before_data, request.after_data].map((data) => JSON.parse(data) as PropertyState) as [PropertyState, PropertyState] // this service alone writes them
        const changed = await properties.changeOwner(tx, request.property_public_id, (now) => {
          const stale = staleRequest(asked, wanted, now)
          if (stale !== null) throw new Refusal('propertyChange.stale', stale)
          return fieldsToWrite(asked, wanted)
        })
        if (!changed) throw new Refusal('propertyChange.propertyGone')
        const rosters = await bringToRosters(tx, changed.after, differingFields(asked, wanted))
        await decide(tx, request.id, ChangeStatus.approved, comment, caller, rosters)
        const { place: _place, ownerName: _ownerName, ...named } = namesOf(request)
        const before = { ...named, status: request.status, property: propertyInJournal(changed.before) }
        const after = { ...named, status: ChangeStatus.approved, comment, property: propertyInJournal(changed.after), rosters }
        journal.record({ caller, action: 'propertyChange.approve', subject: id, before, after })
        return { rosters }
      })
    },

    async reject({ id, comment }: Decision, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const request = await requirePending(tx, id)
        await decide(tx, request.id, ChangeStatus.rejected, comment, caller)
        const named = namesOf(request)
        const [before, after] = [
          { ...named, status: request.status },
          { ...named, status: ChangeStatus.rejected, comment },
        ]
        journal.record({ caller, action: 'propertyChange.reject', subject: id, before, after })
      })
      return null
    },
  }
}
export type PropertyChangeService = ReturnType<typeof createPropertyChangeService>
