import type { RosterChange } from '#shared/features/ballot/contract.ts'
import { ballotMessages, mergeOwnerFault, splitOutOwnerFault, type BallotState } from '#shared/features/ballot/rules.ts'
import { placeInWords, placeKey, searchHay, type Place } from '#shared/features/property/rules.ts'
import type { RosterPropertyTable } from './tables.ts'

/** What a roster keeps of a house: a copy of the registry's. */
export interface HouseFields extends Place {
  readonly floor: string
  readonly areaHundredths: number
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}

type FieldColumns = Omit<RosterPropertyTable, 'id' | 'public_id' | 'activity_id' | 'ballot_id' | 'property_public_id'>

/** The roster's columns that follow from a house's fields. */
export function toColumns(fields: HouseFields): FieldColumns {
  const { period, zone, building, unit, floor, room, areaHundredths, ownerName, phone, idNumber } = fields
  return {
    period,
    zone,
    building,
    unit,
    floor,
    room,
    place_key: placeKey(fields),
    area_hundredths: areaHundredths,
    owner_name: ownerName,
    phone,
    id_number: idNumber,
  }
}

export function fromColumns(row: FieldColumns): HouseFields {
  return {
    period: row.period,
    zone: row.zone,
    building: row.building,
    unit: row.unit,
    floor: row.floor,
    room: row.room,
    areaHundredths: row.area_hundredths,
    ownerName: row.owner_name,
    phone: row.phone,
    idNumber: row.id_number,
  }
}

/** A place's identity in its roster. */
export const placeIdentity = ({ period, zone, building, unit, room }: Place): string => [period, zone, building, unit, room].join('\u0001')

/** What a voter is searched in, lower-cased: the place alone, and name, phone, ID number and place. */
export function searchColumns(fields: HouseFields): { place: string; hay: string } {
  const place = placeInWords(fields)
  return { place: place.toLowerCase(), hay: searchHay([fields.ownerName, fields.phone, fields.idNumber, place]) }
}

/** The state of a ballot with that live record; none is open. */
export function ballotState(recordStatus: 0 | 1 | 2 | null): BallotState {
  return recordStatus === 0 || recordStatus === 1 ? recordStatus : -1
}

/** A house and the ballot it is on, as a rule looks at them. */
export interface HouseOnBallot {
  readonly key: number
  readonly ownerName: string
  readonly phone: string
}

/** A no, and whether it conflicts with the present state (409) or a business rule says it (402). */
export interface No {
  readonly kind: 'conflict' | 'rule'
  readonly sentence: string
}
const conflicts = (sentence: string): No => ({ kind: 'conflict', sentence })
const ruleSays = (sentence: string): No => ({ kind: 'rule', sentence })

const isFrozen = (state: BallotState): boolean => state !== -1

/** Whether a house may be put on a ballot (`wire.md` section 5). `from` is the state of the ballot that it comes from. */
export function mergeRefusal(
  main: { readonly state: BallotState; readonly houses: readonly HouseOnBallot[] },
  house: HouseOnBallot,
  from: BallotState,
): No | null {
  if (main.houses.some((each) => each.key === house.key)) return conflicts(main.houses.length === 1 ? ballotMessages.itself : ballotMessages.alreadyMerged)
  if (isFrozen(main.state) || isFrozen(from)) return conflicts(ballotMessages.frozen)
  if (main.houses.some((each) => mergeOwnerFault(each, house) !== null)) return ruleSays(ballotMessages.otherOwner)
  return null
}

/** Whether a house may leave its ballot for one of its own. `others` is the ballot's other houses. */
export function splitRefusal(state: BallotState, others: readonly HouseOnBallot[]): No | null {
  if (isFrozen(state)) return conflicts(ballotMessages.frozen)
  return others.length === 0 ? conflicts(ballotMessages.lastOne) : null
}

/** The same with new owner details, which must not be those of a house that stays. */
export function splitOutRefusal(state: BallotState, others: readonly HouseOnBallot[], owner: Pick<HouseOnBallot, 'ownerName' | 'phone'>): No | null {
  const isSame = others.some((each) => splitOutOwnerFault(each, owner) !== null)
  return splitRefusal(state, others) ?? (isSame ? ruleSays(ballotMessages.sameOwner) : null)
}

/** Whether a house's owner may become another. `others` is its ballot's other houses: one ballot has one owner. */
export function modifyRefusal(state: BallotState, others: readonly HouseOnBallot[], { ownerName }: Pick<RosterChange, 'ownerName'>): No | null {
  if (isFrozen(state)) return conflicts(ballotMessages.frozen)
  return others.some((each) => mergeOwnerFault(each, { ownerName }) !== null) ? ruleSays(ballotMessages.otherOwner) : null
}

/** Whether a house may leave the roster. */
export function removeRefusal(state: BallotState): No | null {
  return isFrozen(state) ? conflicts(ballotMessages.frozen) : null
}
