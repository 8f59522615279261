import { Refusal } from '#shared/contract/refusals.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { FoundVoter, Voter } from '#shared/features/ballot/contract.ts'
import { MAX_FOUND_VOTERS } from '#shared/features/ballot/rules.ts'
import { placeInWords, placeKey, unitPath } from '#shared/place/place.ts'
import type { BuildingGrid, PlaceProgress, RoomOwner } from '#shared/features/voting/contract.ts'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/context.ts'
import type { WatchedSearch } from '../../search/watchedSearch.ts'
import type { ActivityService } from '../activity/service.ts'
import type { BallotService } from '../ballot/service.ts'
import { newestContacts } from '../contact/newestContacts.ts'
import { doorFactsOf } from '../property/records.ts'
import { spelledCodes } from './codeSpelling.ts'
import { deskStore } from './deskStore.ts'
import { votingStore } from './store.ts'
import type { PapersOfVotes } from './papersOfVotes.ts'
import { buildGrid, gridPath, type GridPath } from './rules.ts'

export interface DeskDeps {
  readonly database: Pick<Database, 'read'>
  readonly activities: ActivityService
  readonly ballots: BallotService
  readonly search: WatchedSearch
}

function requireBranch(path: string): GridPath {
  const branch = gridPath(path)
  if (branch === null) throw new Refusal('voting.pathTooShort')
  return branch
}

/** Read-only queries of the desk and the grid before a vote. */
export function createDesk({ database, activities, ballots, search, papersOfVotes }: DeskDeps & { readonly papersOfVotes: PapersOfVotes }) {
  return {
    /**
     * Returns at most {@link MAX_FOUND_VOTERS}, best match first; none for an empty search.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async findVoters({ activityId, location, condition }: { activityId: string; location: string; condition: string }, caller: Caller): Promise<FoundVoter[]> {
      const activity = await activities.require(database.read, activityId)
      const found = await search.find(database.read, { kind: 'roster', key: activity.id }, { condition, location }, caller)
      const keys = found.keys.slice(0, MAX_FOUND_VOTERS)
      return ballots.foundVoters(database.read, keys, found)
    },

    /**
     * Returns a property's own entry, then one for each other ballot of the same owner.
     *
     * @throws Refusal `activity.notFound`, `property.notFound` (404)
     */
    async votersOfProperty({ activityId, propertyId }: { activityId: string; propertyId: string }): Promise<{ voters: Voter[] }> {
      const activity = await activities.require(database.read, activityId)
      const own = await ballots.requireProperty(database.read, activity.id, propertyId)
      // Owners without an ID number cannot be told apart by name: only the property itself is returned.
      const others = own.owner_key === null ? [] : await deskStore(database.read).propertiesOfOwner(activity.id, own.owner_key)
      const firstOfBallot = new Map([[own.ballot_id, own.id]])
      for (const { id, ballot_id: ballot } of others) if (!firstOfBallot.has(ballot)) firstOfBallot.set(ballot, id)
      return { voters: await ballots.voters(database.read, [...firstOfBallot.values()]) }
    },

    /**
     * Returns the ballot with a code, through the property that was marked; none if no live record has the code.
     *
     * During tally a voided one is found too, as its paper may be read again; one with a printed paper is always found.
     *
     * @throws Refusal `activity.notFound` (404), `paper.spoiled` or `paper.replaced` (409)
     */
    async votersByMarkedCode({ activityId, markedCode: typed }: { activityId: string; markedCode: string }): Promise<Voter[]> {
      const activity = await activities.require(database.read, activityId)
      const store = deskStore(database.read)
      const [markedCode = typed] = await spelledCodes(votingStore(database.read), activityId, [typed])
      const marked = (await store.propertyOfCode(activity.id, markedCode)) ?? (await store.propertyOfPaper(activity.id, markedCode))
      if (marked === undefined) await papersOfVotes.refuseDead(database.read, activity.id, [markedCode])
      const property = marked ?? (activity.status === ActivityStatus.tallying ? await store.propertyOfVoidedCode(activity.id, markedCode) : undefined)
      return property === undefined ? [] : ballots.voters(database.read, [property])
    },

    /**
     * The paths of the roster's units in reading order.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async unitPaths(activityId: string): Promise<string[]> {
      const activity = await activities.require(database.read, activityId)
      const units = await deskStore(database.read).units(activity.id)
      return units
        .map((unit) => ({ path: unitPath(unit), key: placeKey({ ...unit, room: '' }) }))
        .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
        .map(({ path }) => path)
    },

    /**
     * The progress of each unit.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async placeProgress(activityId: string): Promise<PlaceProgress[]> {
      const activity = await activities.require(database.read, activityId)
      const units = await deskStore(database.read).placeProgress(activity.id)
      return units.map(({ total, voted, ...unit }) => ({ path: unitPath(unit), total, voted }))
    },

    /**
     * The owners of a building's or a unit's rooms, in reading order.
     *
     * @throws Refusal `voting.pathTooShort` (400), `activity.notFound` (404)
     */
    async roomOwners({ activityId, path }: { activityId: string; path: string }): Promise<RoomOwner[]> {
      const branch = requireBranch(path)
      const activity = await activities.require(database.read, activityId)
      const rooms = await deskStore(database.read).roomOwners(activity.id, branch)
      const contacts = await newestContacts(database.read, activity.id)
      return rooms.map((room) => ({
        propertyId: room.property_public_id,
        place: placeInWords(room),
        ownerName: room.owner_name,
        ballotId: room.ballot,
        deliveredAt: room.delivered_at,
        voteSource: room.vote_source,
        deliveredBy: room.delivered_by ?? '',
        contact: contacts.get(room.ballot_id) ?? null,
        ...doorFactsOf(room),
      }))
    },

    /**
     * A building or a unit by staircase, with the state of each room's ballot (`wire.md` section 6).
     *
     * @throws Refusal `voting.pathTooShort` (400) for a path that is neither, `activity.notFound` (404)
     */
    async grid({ activityId, path }: { activityId: string; path: string }): Promise<BuildingGrid> {
      const branch = requireBranch(path)
      const activity = await activities.require(database.read, activityId)
      return buildGrid(activityId, await deskStore(database.read).rooms(activity.id, branch))
    },
  }
}
