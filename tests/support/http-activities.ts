import type { Locator, Page } from '@playwright/test'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { good, makeActivity, placeOf, type Caller, type MadeActivity } from './activities.ts'

/** A property of a roster as the API tells it, found by its place in words. */
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

/** The time of an activity that is open now, by the computer's own clock: `days` more to go. */
export function openNow(days = 20): { readonly startdate: string; readonly enddate: string } {
  return { startdate: formatTime(Date.now() - 3 * DAY), enddate: formatTime(Date.now() + days * DAY) }
}

/** The whole roster by its places, in reading order; one call a property, for rosters of tests. */
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

/** The property at that place; throws where the roster lacks it. */
export function propertyAt(roster: ReadonlyMap<string, HttpRosterProperty>, place: string): HttpRosterProperty {
  const found = roster.get(place)
  if (!found) throw new Error(`${place} is not in the roster`)
  return found
}

/** A property of a roster as the wire names it. */
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

/** `1-101` as the screens say it: `一期-1栋-1单元-101`. */
export function placeInWords(name: string): string {
  const { period, building, unit, room } = placeOf(name)
  return [period, building, unit, room].join('-')
}

/** The property of that short name in an activity's roster, as it is now. */
export async function voterNamed(client: Caller, activityId: string, name: string): Promise<WireVoter> {
  const place = placeInWords(name)
  const found: WireVoter[] = good(await client.get('/vote/queryvotersbycondition', { voteactivityid: activityId, location: place, condition: '' }))
  const voter = found.find(({ votername }) => votername === place)
  if (!voter) throw new Error(`${place} is not in the roster`)
  return voter
}

/** Puts the second property of each pair on the ballot of the first. */
export async function mergeNamed(client: Caller, activityId: string, pairs: readonly (readonly [main: string, other: string])[]): Promise<void> {
  for (const [main, other] of pairs) {
    const { ballotid } = await voterNamed(client, activityId, main)
    const { votercode } = await voterNamed(client, activityId, other)
    good(await client.get('/votedef/mergeactivityproperty', { voteactivityid: activityId, mainrightballotid: ballotid, needmergepropertyid: votercode }))
  }
}

/** An activity of status 0 that is on by the computer's own clock once it is started. */
export const makeActivityNow = (client: Caller, estateId: string, more: Record<string, unknown> = {}): Promise<MadeActivity> =>
  makeActivity(client, estateId, { ...openNow(), ...more })

/** Folds out what all verdicts of the page that is shown rest on. */
export async function unfoldVerdicts(page: Page): Promise<void> {
  await page.getByRole('button', { name: '全部展开', exact: true }).filter({ visible: true }).click()
}

/** A tab on the page of a vote, of the page that is shown. */
export const activityTab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: '本次投票' }).filter({ visible: true }).getByRole('button', { name, exact: true })

/** Shows a screen of the program by its address, as a link does. */
export async function goTo(page: Page, path: string, query: Readonly<Record<string, string>> = {}): Promise<void> {
  const search = new URLSearchParams(query).toString()
  await page.evaluate(
    (hash) => {
      window.location.hash = hash
    },
    `#${path}${search === '' ? '' : `?${search}`}`,
  )
}
