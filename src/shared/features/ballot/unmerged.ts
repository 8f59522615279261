import { z } from 'zod'
import { idNumbersShown, phonesShown } from '../../contract/personal.ts'
import { areaSum, code } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** A property of an owner who votes with several ballots. */
const UnmergedProperty = wire({
  rosterPropertyId: ['activitypropertyid', z.string()],
  propertyId: ['votercode', z.string()],
  place: ['votername', z.string()],
  ownerName: ['v1', z.string()],
  phone: ['v2', phonesShown],
  idNumber: ['v3', idNumbersShown],
  areaHundredths: ['areasize', areaSum],
})
export type UnmergedProperty = z.output<typeof UnmergedProperty>
const MERGE_REFUSALS = ['ballot.wholeFixed', 'ballot.frozen', 'ballot.entrusted'] as const
/** Why a ballot cannot be merged with any other. */
export type MergeRefusal = (typeof MERGE_REFUSALS)[number]

/** Whether a ballot can be merged, as answered: a message to show and a reason to branch on. */
export const mergeRefusalFields = {
  /** User-facing text; `''` if it can be merged. */
  refusal: ['refusal', z.string()],
  /** Absent if it can be merged. */
  refusalReason: ['refusalreason', z.enum(MERGE_REFUSALS).optional()],
} as const

const UnmergedBallot = wire({
  ballotId: ['ballotid', z.string()],
  ballotState: ['ballotstatus', code('票权状态', [-1, 0, 1])],
  ...mergeRefusalFields,
  properties: ['houses', z.array(UnmergedProperty)],
})
export type UnmergedBallot = z.output<typeof UnmergedBallot>

/** The properties of one owner, or of people with one name, that vote with several ballots. */
export const UnmergedOwner = wire({
  ownerName: ['personname', z.string()],
  propertyCount: ['housecount', z.int()],
  areaHundredths: ['areasize', areaSum],
  /** Whether the properties' phones, or their ID numbers, differ. */
  phoneDiffers: ['phonediffers', z.boolean()],
  idNumberDiffers: ['idnodiffers', z.boolean()],
  /** In reading order of their first properties. */
  ballots: ['ballots', z.array(UnmergedBallot)],
})
export type UnmergedOwner = z.output<typeof UnmergedOwner>
