import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, pageFields } from '../../contract/page.ts'
import { idNumbersShown, phonesShown } from '../../contract/personal.ts'
import { expectedVersion } from '../../contract/stale.ts'
import { ballotId, ofActivity, rosterPropertyId } from '../../contract/ids.ts'
import { areaSum, code, id, idList, moment, optionalText } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { nameInitials, Property } from '../property/contract.ts'
import { idsOrMaskField, ownersField, phonesOrMaskField, rosterPropertyChanged, rosterPropertySent, rosterPropertyShown } from '../property/fields.ts'
import { UnmergedOwner } from './unmerged.ts'
import { propertyMessages as say } from '../property/rules.ts'
import { adjustLimits, ballotMessages } from './rules.ts'

/** Maximum owners merged by one call, and ballots of one owner. */
export const MAX_MERGED_OWNERS = 5_000
const MAX_MERGED_BALLOTS = 5_000

/** A roster property: by its id in the registry (`votercode`) or in the roster (`activitypropertyid`). */
const eitherId = id('房产编号')
/** Why heads or area change during the vote (`wire.md` section 5); ignored before. */
const reasonField = { reason: ['reason', optionalText(adjustLimits.reason.label, adjustLimits.reason)] } as const
/** How a record got its current status; `''` without a record. Not in the specification. */
export const recordSource = z.enum(['', 'mark', 'desk', 'tally', 'import'])
export type RecordSource = z.infer<typeof recordSource>

/** Another property that shares a ballot. */
const SharedProperty = wire({
  rosterPropertyId: ['activitypropertyid', z.string()],
  propertyId: ['votercode', z.string()],
  place: ['relapropertyname', z.string()],
  areaHundredths: ['relaareasize', areaSum],
})

/** A roster property with its ballot: the desk's search result (`wire.md` section 5). */
export const Voter = wire({
  rosterPropertyId: ['activitypropertyid', z.string()],
  propertyId: ['votercode', z.string()],
  /** The place as text. */
  place: ['votername', z.string()],
  /** Including its own area. */
  ...rosterPropertyShown,
  ownerName: ['v1', z.string()],
  phone: ['v2', phonesShown],
  idNumber: ['v3', idNumbersShown],
  /** Of the live record, else of its printed paper; during tallying also the code for re-reading a voided paper. `''` if none. */
  markedCode: ['markedcode', z.string()],
  ballotId: ['ballotid', z.string()],
  ballotState: ['ballotstatus', code('票权状态', [-1, 0, 1])],
  /** Whether its last record is void. Not in the specification. */
  isVoided: ['voided', z.boolean()],
  /** State of its printed paper: 0 printed, 1 handed out, 2 received; -1 if none. */
  paperState: ['paperstatus', code('选票状态', [-1, 0, 1, 2])],
  /** When that paper was received; null if it has not been. */
  paperReceivedAt: ['paperreceivedat', moment],
  /** Whether a proxy is in force, or was when its paper was received: the desk must ask who votes. */
  isEntrusted: ['entrusted', z.boolean()],
  /** The ballot's live record, and its source; `''` if none. */
  recordId: ['recordid', z.string()],
  source: ['recordsource', recordSource],
  activityId: ['voteactivityid', z.string()],
  /** When this roster property was last written, compared as text on changes; see checkVersion(). */
  version: ['modifytime', z.string()],
  /** The ballot's other properties. */
  sharedProperties: ['relaPropertyInfos', z.array(SharedProperty)],
})
export type Voter = z.output<typeof Voter>

/** Maximum number of a ballot's other properties in a search result. */
export const MAX_FOUND_PROPERTIES = 20
/** A voter in a search result: at most {@link MAX_FOUND_PROPERTIES} of the ballot's other properties, and their total. */
export const FoundVoter = wire({
  ...Voter.fields,
  sharedPropertyCount: ['relacount', z.int()],
  /** An exact match: by room with its place words, or by a whole name, phone or ID number. */
  isExact: ['exact', z.literal(true).optional()],
  initials: nameInitials,
})
export type FoundVoter = z.output<typeof FoundVoter>

/** The result of updating a roster; `skipped` names each property that could not be changed, and why. */
export const SyncResult = z.object({
  added: z.int(),
  updated: z.int(),
  skipped: z.array(wire({ propertyId: ['propertyid', z.string()], reason: ['reason', z.string()] })),
})
export type SyncResult = z.output<typeof SyncResult>

/** A property missing in the registry's copy: its place must not be in the roster yet. */
export const RosterAddition = wire({
  ...ofActivity,
  ...rosterPropertySent,
  ...reasonField,
})
export type RosterAddition = z.output<typeof RosterAddition>

/** Owner data, area and category; missing or null fields keep their value. The place is read-only. */
export const RosterChange = wire({
  rosterPropertyId: ['activitypropertyid', rosterPropertyId],
  version: ['modifytime', expectedVersion],
  ...rosterPropertyChanged,
  ...reasonField,
})
export type RosterChange = z.output<typeof RosterChange>

/** Moves one property to a ballot of its own, with new owner details. */
export const SplitOut = wire({
  ...ofActivity,
  propertyId: ['propertyid', eitherId],
  ownerName: ['personname', ownersField],
  phone: ['mobileno', phonesOrMaskField],
  idNumber: ['idno', idsOrMaskField],
  ...reasonField,
})
export type SplitOut = z.output<typeof SplitOut>

export const OwnerWithProperties = wire({
  ownerName: ['personname', z.string()],
  phone: ['mobileno', phonesShown],
  idNumber: ['idno', idNumbersShown],
  properties: ['properties', z.array(Property)],
})
export type OwnerWithProperties = z.output<typeof OwnerWithProperties>

/** The ballots to be merged; the others join the main one entirely. */
export const OwnerMerge = wire({
  ballotId: ['mainrightballotid', ballotId],
  mergedIds: [
    'ballotids',
    z.array(ballotId, { error: '票权编号格式不正确' }).min(1, ballotMessages.nothingToMerge).max(MAX_MERGED_BALLOTS, ballotMessages.tooMany),
  ],
})
export type OwnerMerge = z.output<typeof OwnerMerge>

/** A merge to undo: the target ballot, and the properties merged into it. */
export const MergeUndo = wire({
  ballotId: ['mainrightballotid', ballotId],
  rosterPropertyIds: [
    'activitypropertyids',
    z.array(rosterPropertyId, { error: '房产编号格式不正确' }).min(1, ballotMessages.nothingToUndo).max(MAX_MERGED_BALLOTS, ballotMessages.tooMany),
  ],
})
export type MergeUndo = z.output<typeof MergeUndo>

const ownersAsked = { ...ofActivity, kind: ['kind', z.enum(['same', 'alike'], { error: '查询条件格式不正确' }).default('same')] } as const

export const ballotEndpoints = {
  'ballot.sync': get('/vtpropertyinfo/synproperties', 'manager', {
    changesData: true,
    query: wire({ propertyIds: ['ids', idList(say.nothingToSync)], ...ofActivity, ...reasonField }),
    response: SyncResult,
  }),
  'ballot.merge': get('/votedef/mergeactivityproperty', 'manager', {
    changesData: true,
    query: wire({ ...ofActivity, ballotId: ['mainrightballotid', ballotId], propertyId: ['needmergepropertyid', eitherId], ...reasonField }),
    response: z.null(),
  }),
  'ballot.split': get('/votedef/splitactivityproperty', 'manager', {
    changesData: true,
    query: wire({ ...ofActivity, ballotId: ['mainrightballotid', ballotId], propertyId: ['needsplipropertyid', eitherId], ...reasonField }),
    response: wire({ ballotId: ['ballotid', z.string()] }),
  }),
  'ballot.splitOut': post('/votedef/ballotseparateout', 'manager', { body: SplitOut, response: wire({ ballotId: ['ballotid', z.string()] }) }),
  'ballot.addProperty': post('/votedef/addactivityproperty', 'manager', {
    body: RosterAddition,
    response: wire({ rosterPropertyId: ['activitypropertyid', z.string()] }),
  }),
  'ballot.modifyProperty': post('/votedef/modifyactivityproperty', 'manager', { body: RosterChange, response: z.null() }),
  'ballot.removeProperty': get('/votedef/delactivityproperty', 'manager', {
    changesData: true,
    query: wire({ rosterPropertyId: ['activitypropertyid', rosterPropertyId], ...reasonField }),
    response: z.null(),
  }),
  'ballot.property': get('/votedef/getactivityproperty', 'viewer', {
    query: wire({ rosterPropertyId: ['activitypropertyid', rosterPropertyId] }),
    response: Voter,
  }),
  /**
   * A roster's owners who vote with several ballots, in reading order: `same` match in name and ID number, `alike` in name only.
   * Both counts are always returned.
   */
  'ballot.unmergedOwners': get('/votedef/getunmergedowners', 'viewer', {
    query: wire({ ...ownersAsked, ...pageFields }),
    response: wire({ ...page(UnmergedOwner).fields, sameCount: ['samecount', z.int()], alikeCount: ['alikecount', z.int()] }),
  }),
  /** The same list as a workbook, one row per property. */
  'ballot.exportUnmerged': get('/votedef/exportunmergedowners', 'viewer', {
    query: wire({ ...ownersAsked, ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  }),
  /** The whole roster (票权清册) as a workbook. */
  'ballot.exportRoster': get('/votedef/exportroster', 'viewer', {
    query: wire({ ...ofActivity, ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  }),
  /** Merges the ballots of several owners: all or none. */
  'ballot.mergeOwners': post('/votedef/mergeowners', 'manager', {
    takesMany: true,
    body: wire({
      ...ofActivity,
      owners: [
        'owners',
        z.array(OwnerMerge, { error: ballotMessages.nothingToMerge }).min(1, ballotMessages.nothingToMerge).max(MAX_MERGED_OWNERS, ballotMessages.tooMany),
      ],
      ...reasonField,
    }),
    response: wire({
      ownerCount: ['ownercount', z.int()],
      ballotCount: ['ballotcount', z.int()],
      /** For undoing it. */
      merges: ['merges', z.array(MergeUndo)],
    }),
    isLong: true,
  }),
  /** Undoes the last merge of each ballot if nothing has moved since: all or none. */
  'ballot.undoMerge': post('/votedef/undomerge', 'manager', {
    takesMany: true,
    body: wire({
      ...ofActivity,
      merges: [
        'merges',
        z.array(MergeUndo, { error: ballotMessages.nothingToUndo }).min(1, ballotMessages.nothingToUndo).max(MAX_MERGED_OWNERS, ballotMessages.tooMany),
      ],
    }),
    response: wire({ propertyCount: ['housecount', z.int()] }),
    isLong: true,
  }),
  /** The owner of a registry property, and all of that owner's properties in the estate. */
  'ballot.ownerWithProperties': get('/voteperson/getpersonwithproperty', 'viewer', {
    scope: 'property',
    query: z.object({ id: id('房产编号') }),
    response: OwnerWithProperties,
  }),
} as const satisfies Endpoints
