import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { phonesShown } from '../../contract/personal.ts'
import { ballotId, rosterPropertyId, ofActivity } from '../../contract/ids.ts'
import { areaSum, flag, integer, moment, nullableCode } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { atTheDoor } from '../contact/contract.ts'
import { CONTACT_FILTERS } from '../contact/rules.ts'
import { DEFAULT_MARGIN, MAX_MARGIN, routePlans, routeWays } from './rules.ts'

const shortageFields = {
  /** The shortfall to the quorum. */
  headsShort: ['headsshort', z.int()],
  areaShortHundredths: ['areashort', areaSum],
  /** Ballots whose paper is received but not entered yet: counted as if voted. */
  inHand: ['inhand', wire({ count: ['count', z.int()], areaHundredths: ['area', areaSum] })],
  /** Minimum number of ballots for the quorum. */
  fewest: ['fewest', z.int()],
  /** Why fewer do not suffice, as a message; `''` if nothing is missing. */
  proof: ['proof', z.string()],
} as const
export const RouteShortage = wire(shortageFields)
export type RouteShortage = z.output<typeof RouteShortage>

/** A delivery, or the handing out of the paper. */
const LastContact = wire({ at: ['at', moment], way: ['way', z.string()], by: ['by', z.string()] })

const doorFields = {
  ballotId: ['ballotid', z.string()],
  /** The property to visit, and its id in the registry. */
  rosterPropertyId: ['activitypropertyid', z.string()],
  propertyId: ['propertyid', z.string()],
  place: ['place', z.string()],
  /** The ballot's area. */
  areaHundredths: ['areasize', areaSum],
  lastContact: ['lastcontact', LastContact.nullable()],
  ...atTheDoor,
} as const
export const RouteDoor = wire({
  ...doorFields,
  /** All properties of a ballot with several: one of them is its door. */
  properties: ['houses', z.array(wire({ rosterPropertyId: ['activitypropertyid', z.string()], place: ['place', z.string()] }))],
})
export type RouteDoor = z.output<typeof RouteDoor>

const planFields = {
  ...shortageFields,
  /** Whether no other selection has fewer units. */
  isExact: ['isexact', z.boolean()],
  /** Open ballots excluded from the plan: owners who refused or asked for a later visit. */
  leftOut: ['leftout', wire({ refused: ['refused', z.int()], later: ['later', z.int()] })],
  /** Whether the remaining doors cannot make the quorum. */
  isShort: ['short', z.boolean()],
  /** In walking order: by building and unit, from the top floor down. */
  units: ['units', z.array(wire({ path: ['xpath', z.string()], doors: ['doors', z.array(RouteDoor)] }))],
} as const
export const RoutePlan = wire(planFields)
export type RoutePlan = z.output<typeof RoutePlan>

/** Where to deliver, under the rules that count delivered but unreturned ballots. */
export const DeliveryPlan = wire({
  ...planFields,
  /** The topics and options whose delivered ballots would currently not count; `''` if none. */
  condition: ['condition', z.string()],
})
export type DeliveryPlan = z.output<typeof DeliveryPlan>

const asked = {
  ...ofActivity,
  margin: ['margin', integer('余量', { min: 0, max: MAX_MARGIN }).default(DEFAULT_MARGIN)],
  by: ['by', z.enum(routeWays, { error: '路线方式不正确' }).default('units')],
  /** Whether to include owners who refused, and those who asked for a later visit. */
  withRefused: ['withrefused', flag],
  withLater: ['withlater', flag],
  /** Only doors with this latest visit; null for all. */
  contactResult: ['contactresult', nullableCode('走访结果', CONTACT_FILTERS)],
} as const
const askedPlan = { ...asked, plan: ['plan', z.enum(routePlans, { error: '路线种类不正确' }).default('votes')] } as const

/** A door as printed: the phone is masked unless a purpose was given. */
export const PrintedDoor = wire({ ...doorFields, ownerName: ['personname', z.string()], phone: ['mobileno', phonesShown] })
export type PrintedDoor = z.output<typeof PrintedDoor>
export const PrintedRoute = wire({
  ...shortageFields,
  units: ['units', z.array(wire({ path: ['xpath', z.string()], doors: ['doors', z.array(PrintedDoor)] }))],
})
export type PrintedRoute = z.output<typeof PrintedRoute>

export const routeEndpoints = {
  /** Only the number, for everyone who sees the progress. */
  'route.shortage': get('/vote/routeshortage', 'viewer', { query: wire(ofActivity), response: RouteShortage }),
  /** The doors to visit; the journal records that it was made. */
  'route.get': get('/vote/route', 'manager', { query: wire(asked), response: wire({ ...planFields, delivery: ['delivery', DeliveryPlan.nullable()] }) }),
  /** The printed version: with owners, and with whole phones if a purpose is given. */
  'route.print': get('/vote/routeprint', 'manager', {
    query: wire({ ...askedPlan, purpose: exportFields.purpose }),
    response: PrintedRoute,
    isConfirmed: 'forPurpose',
  }),
  /** The same as a workbook. */
  'route.sheet': get('/vote/routesheet', 'manager', {
    query: wire({ ...askedPlan, ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  }),
  /** The property at which to visit the owner of a ballot. */
  'route.chooseDoor': post('/vote/routedoor', 'manager', {
    body: wire({ ballotId: ['ballotid', ballotId], rosterPropertyId: ['activitypropertyid', rosterPropertyId] }),
    response: z.null(),
  }),
} as const satisfies Endpoints
