import type { QueryOf } from '#shared/contract/index.ts'
import type { Page } from '#shared/contract/page.ts'
import type { PropertyChangeRequest, PropertyState, RosterOutcome, PropertyChangeDraft } from '#shared/features/property-change/contract.ts'
import { ChangeStatus, differingFields } from '#shared/features/property-change/rules.ts'
import type { Caller } from '../../http/context.ts'
import { Refusal, required } from '#shared/contract/refusals.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Db } from '../../database/schema.ts'
import { approverRole, isWithdrawn, searchTextOf } from './rules.ts'
import { createDecisions } from './decisions.ts'
import { propertyChangeStore } from './store.ts'
import type { PropertyChangeTable } from './tables.ts'
import type { PropertyChangeDeps } from './deps.ts'
import { newId } from '../../kernel/ids.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { checkedOwners } from '../property/checkedOwners.ts'
import { unmasked } from '../property/unmasked.ts'

type Row = Omit<PropertyChangeTable, 'id'> & { readonly decider: string | null }

/**
 * A request as shown to a viewer. The five JSON columns are written only by this feature.
 *
 * @param hasOther whether another user may decide on it
 */
function toRequest(row: Row, viewerKey: number, hasOther: boolean): PropertyChangeRequest {
  const isOwn = row.created_by === viewerKey
  const [before, after] = [JSON.parse(row.before_data) as PropertyState, JSON.parse(row.after_data) as PropertyState]
  return {
    id: row.public_id,
    before,
    after,
    changedFields: differingFields(before, after),
    createdAt: row.created_at,
    applicant: row.applicant,
    status: row.status,
    comment: row.comment,
    decidedBy: row.decider ?? '',
    decidedAt: row.decided_at,
    personPictures: JSON.parse(row.person_pictures) as string[],
    propertyPictures: JSON.parse(row.property_pictures) as string[],
    rosters: JSON.parse(row.rosters) as RosterOutcome[],
    isOwn,
    needsOther: isOwn && hasOther && row.status === ChangeStatus.pending,
    isWithdrawn: isWithdrawn(row),
  }
}

/** Owners' requests to change their property's data (房产变更): `wire.md` section 8. */
export function createPropertyChangeService(deps: PropertyChangeDeps) {
  return {
    ...createSubmissions(deps),
    ...createDecisions(deps),

    /**
     * The whole numbers before and after a change, and its name in the journal.
     *
     * @throws Refusal `propertyChange.notFound` (404)
     */
    async numbersOf(db: Db, id: string) {
      const request = required(await propertyChangeStore(db).find(id), 'propertyChange.notFound')
      const [before, after] = [JSON.parse(request.before_data) as PropertyState, JSON.parse(request.after_data) as PropertyState]
      const numbers = ({ phone, idNumber }: PropertyState) => ({ phone, idNumber })
      const about = { applicant: request.applicant, estateName: before.estateName, place: placeInWords(before), ownerName: before.ownerName }
      return { numbers: { before: numbers(before), after: numbers(after) }, about }
    },

    /** Newest first. */
    async list({ pageNo, pageSize, ...filter }: QueryOf<'propertyChange.list'>, caller: Caller): Promise<Page<PropertyChangeRequest>> {
      const { userKey, numberMatch, scope } = caller
      const { rows, total } = await deps.misses.watch(
        caller,
        filter.condition,
        () => propertyChangeStore(deps.database.read).page({ ...filter, numberMatch, scope }, (pageNo - 1) * pageSize, pageSize),
        (page) => page.total === 0,
      )
      const waiting = new Set(rows.filter((row) => row.created_by === userKey && row.status === ChangeStatus.pending).map((row) => row.estate_id))
      const decided = new Map<number | null, boolean>()
      for (const estateKey of waiting)
        decided.set(estateKey, await deps.accounts.hasOther(deps.database.read, { lowest: approverRole, exceptKeys: [userKey], estateKey }))
      return { rows: rows.map((row) => toRequest(row, userKey, decided.get(row.estate_id) ?? false)), total }
    },
  }
}
export type PropertyChangeService = ReturnType<typeof createPropertyChangeService>

/** Submits requests for a decision. */
function createSubmissions({ database, clock, files, estates, properties, activities }: Omit<PropertyChangeDeps, 'ballots' | 'accounts'>) {
  return {
    /**
     * Stores a request with the registry's current state; requests come from the owners' mini-programme.
     *
     * @returns its public id
     * @throws Refusal `property.notFound`, `activity.notFound` (404), `propertyChange.noDifference`,
     * `property.countsDiffer`, `property.masked`, `file.pictureGone` (400), `ballot.otherEstate` (402)
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
          estate_id: property.estateKey,
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
        const state = activity ? await stateOf(tx, { changes: [publicId] }) : {}
        journal.record({ caller, action: 'propertyChange.handIn', subject: publicId, before: null, after: request, state })
      })
      return { id: publicId }
    },
  }
}
