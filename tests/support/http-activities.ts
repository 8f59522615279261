import type { Locator, Page } from '@playwright/test'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { good, makeActivity, placeOf, type Caller, type MadeActivity } from './activities.ts'

/** A roster property from the API, identified by its place. */
export interface HttpRosterProperty {
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

/** The time of an activity that is open now, by the computer's clock, for another `days`. */
export function openNow(days = 20): { readonly startdate: string; readonly enddate: string } {
  return { startdate: formatTime(Date.now() - 3 * DAY), enddate: formatTime(Date.now() + days * DAY) }
}

/** The whole roster by place, in natural order; one call per property, for small rosters. */
export async function httpRoster(client: Caller, activityId: string): Promise<Map<string, HttpRosterProperty>> {
  const { datas } = good(await client.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, pageNo: 1, pageSize: 500 }))
  const roster = new Map<string, HttpRosterProperty>()
  for (const { activitypropertyid } of datas as { activitypropertyid: string }[]) {
    const voter = good(await client.get('/votedef/getactivityproperty', { activitypropertyid }))
    const { votername: place, votercode: propertyId, ballotid: ballotId, v1: ownerName, v2: phone, areasize: area } = voter
    roster.set(place, { place, rosterPropertyId: activitypropertyid, propertyId, ballotId, ownerName, phone, area })
  }
  return roster
}

/** The property at that place; throws if the roster lacks it. */
export function propertyAt(roster: ReadonlyMap<string, HttpRosterProperty>, place: string): HttpRosterProperty {
  const found = roster.get(place)
  if (!found) throw new Error(`${place} is not in the roster`)
  return found
}

/** A roster property in wire format. */
export interface WireVoter {
  readonly activitypropertyid: string
  readonly votercode: string
  readonly votername: string
  readonly v1: string
  readonly v2: string
  readonly ballotid: string
  readonly ballotstatus: -1 | 0 | 1
  readonly relaPropertyInfos: readonly { readonly relapropertyname: string }[]
}

/** The place of `1-101` as on screen: `一期-1栋-1单元-101`. */
export function placeInWords(name: string): string {
  const { period, building, unit, room } = placeOf(name)
  return [period, building, unit, room].join('-')
}

/** The current roster property with that short name. */
export async function voterNamed(client: Caller, activityId: string, name: string): Promise<WireVoter> {
  const place = placeInWords(name)
  const found: WireVoter[] = good(await client.get('/vote/queryvotersbycondition', { voteactivityid: activityId, location: place, condition: '' }))
  const voter = found.find(({ votername }) => votername === place)
  if (!voter) throw new Error(`${place} is not in the roster`)
  return voter
}

/** Moves the second property of each pair to the first one's ballot. */
export async function mergeNamed(client: Caller, activityId: string, pairs: readonly (readonly [main: string, other: string])[]): Promise<void> {
  for (const [main, other] of pairs) {
    const { ballotid } = await voterNamed(client, activityId, main)
    const { votercode } = await voterNamed(client, activityId, other)
    good(await client.get('/votedef/mergeactivityproperty', { voteactivityid: activityId, mainrightballotid: ballotid, needmergepropertyid: votercode }))
  }
}

/** Creates an activity of status 0 whose voting time includes now. */
export const makeActivityNow = (client: Caller, estateId: string, more: Record<string, unknown> = {}): Promise<MadeActivity> =>
  makeActivity(client, estateId, { ...openNow(), ...more })

/** Expands the reasoning of all verdicts on the visible page. */
export async function unfoldVerdicts(page: Page): Promise<void> {
  await page.getByRole('button', { name: '全部展开', exact: true }).filter({ visible: true }).click()
}

/** A tab of the visible vote page. */
export const activityTab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: '本次投票' }).filter({ visible: true }).getByRole('button', { name, exact: true })

/** Opens a screen by its address, like a link. */
export async function goTo(page: Page, path: string, query: Readonly<Record<string, string>> = {}): Promise<void> {
  const search = new URLSearchParams(query).toString()
  await page.evaluate(
    (hash) => {
      window.location.hash = hash
    },
    `#${path}${search === '' ? '' : `?${search}`}`,
  )
}
