import { formatTime } from '../../src/shared/contract/values.ts'
import { good, type Caller } from './activities.ts'

/** A house of a roster as the API tells it, found by its place in words. */
export interface HttpRosterHouse {
  /** `一期-1栋-1单元-101`. */
  readonly place: string
  readonly rosterPropertyId: string
  readonly propertyId: string
  readonly ballotId: string
  readonly ownerName: string
  readonly phone: string
  /** In m². */
  readonly area: number
}

const DAY = 24 * 60 * 60_000

/** The time of an activity that is open now, by the computer's own clock: `days` more to go. */
export function openNow(days = 20): { readonly startdate: string; readonly enddate: string } {
  return { startdate: formatTime(Date.now() - 3 * DAY), enddate: formatTime(Date.now() + days * DAY) }
}

/** The whole roster by its places, in reading order; one call a house, for rosters of tests. */
export async function httpRoster(client: Caller, activityId: string): Promise<Map<string, HttpRosterHouse>> {
  const { datas } = good(await client.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, pageNo: 1, pageSize: 500 }))
  const roster = new Map<string, HttpRosterHouse>()
  for (const { activitypropertyid } of datas as { activitypropertyid: string }[]) {
    const voter = good(await client.get('/votedef/getactivityproperty', { activitypropertyid }))
    const { votername: place, votercode: propertyId, ballotid: ballotId, v1: ownerName, v2: phone, areasize: area } = voter
    roster.set(place, { place, rosterPropertyId: activitypropertyid, propertyId, ballotId, ownerName, phone, area })
  }
  return roster
}

/** The house at that place; throws where the roster lacks it. */
export function houseAt(roster: ReadonlyMap<string, HttpRosterHouse>, place: string): HttpRosterHouse {
  const found = roster.get(place)
  if (!found) throw new Error(`${place} is not in the roster`)
  return found
}
