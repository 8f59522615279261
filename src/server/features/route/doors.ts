import type { NewestContact } from '#shared/features/contact/contract.ts'
import { ContactResult, NOT_CONTACTED, type ContactFilter } from '#shared/features/contact/rules.ts'
import type { RoutePlanKind, RouteBy } from '#shared/features/route/rules.ts'
import { voteSourceName } from '#shared/features/delivery/contract.ts'
import { compareFromTheTop } from '#shared/features/voting/rules.ts'
import { minus, missingToQuorum, type Share } from '#shared/features/result/rules.ts'
import { floorOfRoom, unitPath } from '#shared/place/place.ts'
import type { Db } from '../../database/schema.ts'
import { newestContacts } from '../contact/newestContacts.ts'
import type { Plan, PlanRequest } from './plan.ts'
import { fewestDoors, largestFirst, proofOf } from './shortage.ts'
import { routeStore, type BallotProperty, type BallotState, type Contact } from './store.ts'

const PARKING = 3

/** The distance to the quorum. */
export interface Shortfall {
  readonly short: Share
  /** Ballots whose paper is in the office. */
  readonly inHand: Share
  readonly fewest: number
  readonly proof: string
}

/** A planned ballot, at the property to visit. */
export interface PlannedDoor extends BallotProperty {
  readonly areaHundredths: number
  /** All properties of the ballot, in reading order. */
  readonly properties: readonly BallotProperty[]
  readonly lastContact: { readonly at: number; readonly way: string; readonly by: string } | null
  readonly contact: NewestContact | null
}

/** A plan: its units in reading order, each with its doors in walking order. */
export interface MadePlan extends Shortfall {
  readonly isExact: boolean
  /** Open ballots not visited. */
  readonly leftOut: { readonly refused: number; readonly later: number }
  /** Whether the remaining doors cannot make the quorum. */
  readonly isShort: boolean
  readonly units: readonly { readonly path: string; readonly doors: readonly PlannedDoor[] }[]
}

/** Parameters of a plan; `margin` in percent of the fewest doors, 0 to 100. */
export interface RouteOrder {
  readonly activityKey: number
  readonly plan: RoutePlanKind
  readonly by: RouteBy
  readonly margin: number
  /** Epoch ms: ballots to be visited later than this are left out. */
  readonly now: number
  readonly withRefused: boolean
  readonly withLater: boolean
  /** Only doors with this latest visit; null for all. */
  readonly contactResult: ContactFilter | null
}

const shareOf = (ballots: readonly BallotState[]): Share => ({
  count: ballots.length,
  areaHundredths: ballots.reduce((sum, { areaHundredths }) => sum + areaHundredths, 0),
})

interface Situation {
  readonly short: Share
  readonly inHand: Share
  /** The ballots still to be won, or to be delivered to. */
  readonly open: readonly BallotState[]
}

/** The starting point of a plan: in delivery plans, a ballot is done once delivered. */
async function situationOf(db: Db, activityKey: number, plan: RoutePlanKind): Promise<Situation> {
  const ballots = await routeStore(db).ballots(activityKey, plan === 'deliveries')
  const open = ballots.filter(({ isVoted, isInHand, isDelivered }) => !isVoted && !isInHand && !isDelivered)
  const [whole, left] = [shareOf(ballots), shareOf(open)]
  return { short: missingToQuorum(minus(whole, left), whole), inHand: shareOf(ballots.filter(({ isInHand }) => isInHand)), open }
}

/** The shortfall alone. */
export async function shortfallOf(db: Db, activityKey: number): Promise<Shortfall> {
  const { short, inHand, open } = await situationOf(db, activityKey, 'votes')
  const sorted = largestFirst(open.map(({ areaHundredths }) => areaHundredths))
  return { short, inHand, fewest: fewestDoors(short, sorted), proof: proofOf(short, sorted) }
}

/**
 * A plan in walking order.
 *
 * @param choose computes the plan: synchronously, or in a worker thread
 */
export async function makePlan(
  db: Db,
  { activityKey, plan, by, margin, ...visits }: RouteOrder,
  choose: (request: PlanRequest) => Plan | Promise<Plan>,
): Promise<MadePlan> {
  const { short, inHand, open } = await situationOf(db, activityKey, plan)
  const visited = await newestContacts(db, activityKey)
  const { going, leftOut } = whoIsVisited(open, visited, plan === 'votes' ? visits : { ...visits, withRefused: true, withLater: true })
  const left = shareOf(going)
  const isShort = left.count < short.count || left.areaHundredths < short.areaHundredths
  const areas = new Map(going.map(({ key, areaHundredths }) => [key, areaHundredths]))
  const doors = doorsInOrder(await routeStore(db).properties([...areas.keys()]))
  const units = unitNumbers(doors.map(({ door }) => door))
  const request = { open: { areas: doors.map(({ door }) => areas.get(door.ballotKey) ?? 0), units }, short, by, margin }
  // Too few for the quorum: all of them.
  const { isExact, doors: chosen } = isShort ? { isExact: true, doors: doors.keys() } : await choose(request)
  const planned = Array.from(chosen, (index) => doors[index] ?? []).flat()
  const contacts = lastContacts(await routeStore(db).contacts(planned.map(({ door }) => door.ballotKey)))
  const walked = planned.map(({ door, properties }): PlannedDoor => ({
    ...door,
    areaHundredths: areas.get(door.ballotKey) ?? 0,
    properties,
    lastContact: contacts.get(door.ballotKey) ?? null,
    contact: visited.get(door.ballotKey) ?? null,
  }))
  const sorted = largestFirst(open.map(({ areaHundredths }) => areaHundredths))
  return { short, inHand, fewest: fewestDoors(short, sorted), proof: proofOf(short, sorted), isExact, leftOut, isShort, units: inWalkingOrder(walked) }
}

/** The open ballots that a plan may visit, and how many it leaves out because of visit results. */
function whoIsVisited(
  open: readonly BallotState[],
  visited: ReadonlyMap<number, NewestContact>,
  { withRefused, withLater, contactResult, now }: Pick<RouteOrder, 'withRefused' | 'withLater' | 'contactResult' | 'now'>,
): Pick<MadePlan, 'leftOut'> & { readonly going: readonly BallotState[] } {
  const of = ({ key }: BallotState): NewestContact | undefined => visited.get(key)
  const asked = contactResult === null ? open : open.filter((ballot) => (of(ballot)?.result ?? NOT_CONTACTED) === contactResult)
  // An explicit filter by a result includes its ballots.
  const isRefused = (ballot: BallotState): boolean => !withRefused && contactResult !== ContactResult.refused && of(ballot)?.result === ContactResult.refused
  const isLater = (ballot: BallotState): boolean => !withLater && contactResult !== ContactResult.later && (of(ballot)?.nextAt ?? 0) > now
  return {
    going: asked.filter((ballot) => !isRefused(ballot) && !isLater(ballot)),
    leftOut: { refused: asked.filter(isRefused).length, later: asked.filter(isLater).length },
  }
}

interface Door {
  readonly door: BallotProperty
  readonly properties: readonly BallotProperty[]
}

/** Comparator for reading order: by place key, and at one place the older property first. */
export const inReadingOrder = (one: BallotProperty, other: BallotProperty): number =>
  one.placeKey < other.placeKey ? -1 : one.placeKey > other.placeKey ? 1 : one.key - other.key

/** The door of a ballot: the chosen one, else its first property that is no parking space, else its first. */
export function doorOf(properties: readonly BallotProperty[]): BallotProperty | undefined {
  return properties.find(({ isChosen }) => isChosen) ?? properties.find(({ category }) => category !== PARKING) ?? properties[0]
}

/** One door per ballot, in reading order. */
function doorsInOrder(properties: readonly BallotProperty[]): Door[] {
  const ofBallot = Map.groupBy(properties.toSorted(inReadingOrder), ({ ballotKey }) => ballotKey)
  return [...ofBallot.values()]
    .flatMap((own): Door[] => {
      const door = doorOf(own)
      return door ? [{ door, properties: own }] : []
    })
    .toSorted((one, other) => inReadingOrder(one.door, other.door))
}

/** Numbers the units in order of first occurrence. */
function unitNumbers(doors: readonly BallotProperty[]): number[] {
  const numbers = new Map<string, number>()
  return doors.map((door) => {
    const path = unitPath(door)
    const number = numbers.get(path) ?? numbers.size
    numbers.set(path, number)
    return number
  })
}

/** The newest per ballot; of the same moment a delivery. */
function lastContacts(contacts: readonly Contact[]): ReadonlyMap<number, NonNullable<PlannedDoor['lastContact']>> {
  const found = new Map<number, NonNullable<PlannedDoor['lastContact']>>()
  for (const { ballotKey, at, voteSource, by } of contacts) {
    const known = found.get(ballotKey)
    if (known && known.at >= at) continue
    found.set(ballotKey, { at, way: voteSource === null ? '发出选票' : voteSourceName(voteSource), by })
  }
  return found
}

const floorOf = ({ floor, room }: BallotProperty): string => (floor === '' ? floorOfRoom(room) : floor)

/** By building and unit in reading order, within a unit from the top floor down. */
function inWalkingOrder(doors: readonly PlannedDoor[]): MadePlan['units'] {
  return [...Map.groupBy(doors, unitPath)].map(([path, own]) => ({
    path,
    doors: own.toSorted((one, other) => compareFromTheTop(floorOf(one), floorOf(other)) || inReadingOrder(one, other)),
  }))
}
