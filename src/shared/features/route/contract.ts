import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { phonesShown } from '../../contract/personal.ts'
import { ballotId, rosterPropertyId, ofActivity } from '../../contract/ids.ts'
import { areaSum, flag, integer, moment, nullableCode } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { atTheDoor } from '../contact/contract.ts'
import { CONTACT_FILTERS } from '../contact/rules.ts'
import { DEFAULT_MARGIN, MAX_MARGIN, routePlans, routeWays } from './rules.ts'

const shortageFields = {
  /** What is missing to the quorum. */
  headsShort: ['headsshort', z.int()],
  areaShortHundredths: ['areashort', areaSum],
  /** Ballots whose paper is back in the office and not entered yet: they are counted as if they had voted. */
  inHand: ['inhand', wire({ count: ['count', z.int()], areaHundredths: ['area', areaSum] })],
  /** The fewest ballots with which the quorum can stand. */
  fewest: ['fewest', z.int()],
  /** Why fewer cannot do, in one sentence; `''` if nothing is missing. */
  proof: ['proof', z.string()],
} as const
export const RouteShortage = wire(shortageFields)
export type RouteShortage = z.output<typeof RouteShortage>

/** A delivery, or the paper that was handed out. */
const LastContact = wire({ at: ['at', moment], way: ['way', z.string()], by: ['by', z.string()] })

const doorFields = {
  ballotId: ['ballotid', z.string()],
  /** The property that is gone to, and its id in the registry. */
  rosterPropertyId: ['activitypropertyid', z.string()],
  propertyId: ['propertyid', z.string()],
  place: ['place', z.string()],
  /** The ballot's. */
  areaHundredths: ['areasize', areaSum],
  lastContact: ['lastcontact', LastContact.nullable()],
  ...atTheDoor,
} as const
export const RouteDoor = wire({
  ...doorFields,
  /** All properties of a ballot that has several: one of them is its door. */
  properties: ['houses', z.array(wire({ rosterPropertyId: ['activitypropertyid', z.string()], place: ['place', z.string()] }))],
})
export type RouteDoor = z.output<typeof RouteDoor>

const planFields = {
  ...shortageFields,
  /** Whether no other choice has fewer units. */
  isExact: ['isexact', z.boolean()],
  /** Open ballots that the plan leaves out, because their owners refused, or are to be visited later. */
  leftOut: ['leftout', wire({ refused: ['refused', z.int()], later: ['later', z.int()] })],
  /** Whether the doors that are left cannot make the quorum. */
  isShort: ['short', z.boolean()],
  /** In the order in which they are walked: by building and unit, from the top floor down. */
  units: ['units', z.array(wire({ path: ['xpath', z.string()], doors: ['doors', z.array(RouteDoor)] }))],
} as const
export const RoutePlan = wire(planFields)
export type RoutePlan = z.output<typeof RoutePlan>

/** Where to deliver, under the rules that count ballots which were delivered and not returned. */
export const DeliveryPlan = wire({
  ...planFields,
  /** The topics and options whose delivered ballots would not count as things stand; `''` if none. */
  condition: ['condition', z.string()],
})
export type DeliveryPlan = z.output<typeof DeliveryPlan>

const asked = {
  ...ofActivity,
  margin: ['margin', integer('余量', { min: 0, max: MAX_MARGIN }).default(DEFAULT_MARGIN)],
  by: ['by', z.enum(routeWays, { error: '路线方式不正确' }).default('units')],
  /** Whether the plan of votes goes to those as well who refused, and to those who are to be visited later. */
  withRefused: ['withrefused', flag],
  withLater: ['withlater', flag],
  /** Only doors with this newest visit; null for all. */
  contactResult: ['contactresult', nullableCode('走访结果', CONTACT_FILTERS)],
} as const
const askedPlan = { ...asked, plan: ['plan', z.enum(routePlans, { error: '路线种类不正确' }).default('votes')] } as const

/** A door as it is printed: the phone is masked where no purpose was given. */
export const PrintedDoor = wire({ ...doorFields, ownerName: ['personname', z.string()], phone: ['mobileno', phonesShown] })
export type PrintedDoor = z.output<typeof PrintedDoor>
export const PrintedRoute = wire({
  ...shortageFields,
  units: ['units', z.array(wire({ path: ['xpath', z.string()], doors: ['doors', z.array(PrintedDoor)] }))],
})
export type PrintedRoute = z.output<typeof PrintedRoute>

export const routeEndpoints = {
  /** The number alone, for everybody who sees the progress. */
  'route.shortage': { method: 'GET', path: '/vote/routeshortage', access: 'viewer', query: wire(ofActivity), response: RouteShortage },
  /** Which doors to go to; that it was made is in the journal. */
  'route.get': {
    method: 'GET',
    path: '/vote/route',
    access: 'manager',
    query: wire(asked),
    response: wire({ ...planFields, delivery: ['delivery', DeliveryPlan.nullable()] }),
  },
  /** What is printed of it: with owners, and with their whole phones for a purpose. */
  'route.print': {
    method: 'GET',
    path: '/vote/routeprint',
    access: 'manager',
    query: wire({ ...askedPlan, purpose: exportFields.purpose }),
    response: PrintedRoute,
    isConfirmed: 'forPurpose',
  },
  /** The same as a workbook. */
  'route.sheet': {
    method: 'GET',
    path: '/vote/routesheet',
    access: 'manager',
    query: wire({ ...askedPlan, ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  },
  /** At which of its properties the owner of a ballot is to be found. */
  'route.chooseDoor': {
    method: 'POST',
    path: '/vote/routedoor',
    access: 'manager',
    body: wire({ ballotId: ['ballotid', ballotId], rosterPropertyId: ['activitypropertyid', rosterPropertyId] }),
    response: z.null(),
  },
} as const satisfies Endpoints
