import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, pageFields } from '../../contract/page.ts'
import { phonesShown } from '../../contract/personal.ts'
import { sorting } from '../../contract/sort.ts'
import { activityId, rosterPropertyId, ofActivity } from '../../contract/ids.ts'
import {
  areaSum,
  code,
  codeOrAll,
  id,
  integer,
  jobId,
  moment,
  nullableCode,
  optionalList,
  optionalTime,
  recordText,
  searchText,
  time,
} from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { deliveryRecord as record } from '../../records/delivery.ts'
import { wired } from '../../records/record.ts'
import { pathText } from '../../place/pathText.ts'
import { importFields, importFile, ImportResult } from '../../import/contract.ts'
import { DELIVERY_METHODS } from '../activity/deliveryPolicy.ts'
import { Picture, picturePaths } from '../file/pictures.ts'
import { nameInitials } from '../property/contract.ts'
import { LACKS, MISSING_PARTS, RELATIONS } from './judging.ts'
import { PaperShare } from './paperShare.ts'
import { batchId, undoingEndpoints } from './undoing.ts'
import { DELIVERED_PAPER_STATES, deliveryMessages, MAX_DELIVERIES, MAX_DELIVERY_PICTURES } from './rules.ts'

/** A roster row: null not delivered, 0 delivered, 1 voted. */
const status = z.union([z.literal(0), z.literal(1), z.null()])
const DeliveredProperty = z.object({ period: z.string(), zone: z.string(), building: z.string(), unit: z.string(), room: z.string() })

/** A delivery in answers; null and `''` if nothing was delivered. */
const shown = {
  /** 1 phone, 2 home visit, 3 fixed point, 4 online, 5 other. */
  voteSource: z.number().nullable(),
  /** 2 the office's PC, otherwise the mini-programme. */
  notifyWay: z.number().nullable(),
  deliveredAt: moment,
  deliveredBy: z.string(),
  remark: z.string(),
  pictures: z.array(Picture),
  /** Way of delivery under the activity's policy; null if not recorded. */
  method: z.literal(DELIVERY_METHODS).nullable(),
  receiver: z.string(),
  relation: z.literal(RELATIONS).nullable(),
  secondDeliverer: z.string(),
  trackingNo: z.string(),
  noticeFrom: moment,
  noticeTo: moment,
  /** Who voided it, when and why. A void delivery counts nowhere and is not judged. */
  voidedBy: z.string(),
  voidedAt: moment,
  voidReason: z.string(),
} satisfies Readonly<Record<keyof typeof record, z.ZodType>>

/** A roster row with its latest delivery, or one of its deliveries. */
export const Delivery = wire({
  /** The delivery's id; `''` if nothing was delivered. */
  deliveryId: ['notifyid', z.string()],
  rosterPropertyId: ['activitypropertyid', z.string()],
  /** The property's id in the registry. */
  propertyId: ['votercode', z.string()],
  /** The place as text. */
  place: ['xpathname', z.string()],
  ownerName: ['personname', z.string()],
  phone: ['mobileno', phonesShown],
  deliveryStatus: ['notifystatus', status],
  /** The operator's name; the deliverer is in `deliveredBy`. */
  creator: ['creater', z.string()],
  modifier: ['modifier', z.string()],
  createdAt: ['createtime', moment],
  modifiedAt: ['modifytime', moment],
  /** 0 delivered but not voted, 1 delivered and voted; null if nothing was delivered. */
  status: ['status', status],
  ...wired(record, shown),
  /**
   * The judgement by the activity's policy: of that delivery for a record, of the best of the ballot's deliveries for a roster
   * row. Null without a policy or a delivery.
   */
  accepted: ['accepted', z.boolean().nullable()],
  missing: ['missing', z.array(z.enum(MISSING_PARTS))],
  /** The same in detail. */
  lacks: ['lacks', z.array(z.enum(LACKS))],
  /** The ballot's first 20 properties in reading order (rules.ts). */
  properties: ['vtpropertyscope', z.array(DeliveredProperty)],
  /** The ballot's number of properties. */
  propertyCount: ['vtpropertyscopecount', z.int()],
})
export type Delivery = z.output<typeof Delivery>

/** A record of a delivery. */
export const RecordedDelivery = wire({ ...Delivery.fields, /** Whether the caller may void it now. */ mayVoid: ['mayvoid', z.boolean()] })
export type RecordedDelivery = z.output<typeof RecordedDelivery>

/** The data of a voided delivery in lists. */
const { deliveredAt, deliveredBy, voidedBy, voidedAt, voidReason } = shown
const VoidedDelivery = wire(wired(record, { voteSource: z.number(), deliveredAt, deliveredBy, voidedBy, voidedAt, voidReason }))
export type VoidedDelivery = z.output<typeof VoidedDelivery>

/** A roster row in a list, with its latest delivery that is not void. */
export const FoundDelivery = wire({
  ...Delivery.fields,
  initials: nameInitials,
  /** The latest void delivery of a row that has no other; null otherwise. */
  lastVoided: ['lastvoided', VoidedDelivery.nullable()],
})
export type FoundDelivery = z.output<typeof FoundDelivery>

/** `all`, or a status: -1 not delivered, 0 delivered, 1 voted. */
const statusFilter = codeOrAll('送达状态', [-1, 0, 1])

export const VOTE_SOURCES = [1, 2, 3, 4, 5] as const
export const voteSourceNames = { 1: '电话', 2: '上门', 3: '定点', 4: '线上', 5: '其他' } as const satisfies Readonly<
  Record<(typeof VOTE_SOURCES)[number], string>
>

/** How something was delivered to an owner, or a ballot returned: 电话, 上门 …; `''` if not. */
export function voteSourceName(voteSource: number | null): string {
  const names: Readonly<Record<number, string>> = voteSourceNames
  return voteSource === null ? '' : (names[voteSource] ?? '')
}

/** How and by whom it was delivered. */
const evidenceFields = wired(record, {
  voteSource: code(record.voteSource.label, VOTE_SOURCES),
  deliveredBy: recordText(record.deliveredBy),
  remark: recordText(record.remark),
  pictures: picturePaths(MAX_DELIVERY_PICTURES),
  method: nullableCode(record.method.label, DELIVERY_METHODS),
  receiver: recordText(record.receiver),
  relation: nullableCode('签收人与业主的关系', RELATIONS),
  secondDeliverer: recordText(record.secondDeliverer),
  trackingNo: recordText(record.trackingNo),
  noticeFrom: optionalTime(record.noticeFrom.label),
  noticeTo: optionalTime(record.noticeTo.label),
})
/** How, when and by whom it was delivered. */
const deliveryFields = { ...evidenceFields, ...wired(record, { deliveredAt: time(record.deliveredAt.label) }) } as const
export const DeliveryDraft = wire({ rosterPropertyId: ['activitypropertyid', rosterPropertyId], ...deliveryFields })
export type DeliveryDraft = z.output<typeof DeliveryDraft>

/** A list's filter of roster rows, besides paging. */
const rosterFilter = {
  ...ofActivity,
  condition: ['name', searchText],
  status: ['notifystatus', statusFilter],
  /** A path of depth under 2 does not filter. */
  path: ['xpath', pathText],
} as const

/** One delivery for each of several properties. */
export const DeliveryBatch = wire({
  ...rosterFilter,
  /** Roster row ids; none: all that match the filter. */
  rosterPropertyIds: [
    'activitypropertyids',
    optionalList(z.array(rosterPropertyId, { error: '编号格式不正确' }).max(MAX_DELIVERIES, deliveryMessages.tooMany)),
  ],
  /** The number of properties shown to the user; a different one now means that the roster has changed. */
  expectedCount: ['expectedcount', integer('房屋数', { min: 1, max: 1_000_000 })],
  ...deliveryFields,
  jobId: ['jobid', jobId],
})
export type DeliveryBatch = z.output<typeof DeliveryBatch>

/** The papers that prove delivery of their ballots: received, handed out, or both. */
const paperStates = z.array(code('选票状态', DELIVERED_PAPER_STATES), { error: deliveryMessages.noPaperState }).min(1, deliveryMessages.noPaperState)

/** One delivery for each property of ballots with such papers, at the time the paper was handed out or received. */
export const PaperDelivery = wire({
  ...ofActivity,
  paperStates: ['paperstates', paperStates],
  /** The number of properties shown to the user; a different one now means that papers or votes have come in. */
  expectedCount: ['expectedcount', integer('房屋数', { min: 1, max: 1_000_000 })],
  ...evidenceFields,
  jobId: ['jobid', jobId],
})
export type PaperDelivery = z.output<typeof PaperDelivery>

/** Roster rows and the totals of their properties. */
const RosterShare = wire({ count: ['count', z.int()], areaHundredths: ['areasize', areaSum] })

/** Number of roster rows that match a condition and a path, in total and by status. */
export const DeliveryCounts = wire({
  all: ['all', RosterShare],
  undelivered: ['undelivered', RosterShare],
  delivered: ['delivered', RosterShare],
  voted: ['voted', RosterShare],
})
export type DeliveryCounts = z.output<typeof DeliveryCounts>

/** `time`: the latest delivery; properties without one come last. */
const deliverySort = sorting('place', 'time')
export type DeliverySort = z.output<typeof deliverySort>

export const deliveryEndpoints = {
  ...undoingEndpoints,
  'notification.list': post('/vote/getnofitypropertieslist', 'viewer', {
    changesData: false,
    body: wire({ ...rosterFilter, sort: ['sort', deliverySort], ...pageFields }),
    response: page(FoundDelivery),
  }),
  /** Counts for the list's filters. A status in the query is ignored: each status has its own count. */
  'notification.counts': post('/vote/getnofitycounts', 'viewer', { changesData: false, body: wire(rosterFilter), response: DeliveryCounts }),
  /** All rows that match the filters, as a workbook. */
  'notification.export': get('/vote/exportnotify', 'viewer', {
    query: wire({ ...rosterFilter, sort: ['sort', deliverySort], ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  }),
  /** The deliveries of a roster row's ballot, newest first. */
  'notification.records': get('/vote/getnofityrecords', 'viewer', {
    query: wire({ rosterPropertyId: ['activitypropertyid', rosterPropertyId] }),
    response: z.array(RecordedDelivery),
  }),
  'notification.save': post('/vote/savenotify', 'clerk', { body: DeliveryDraft, response: wire({ deliveryId: ['notifyid', z.string()] }) }),
  /**
   * Registers one delivery for each of several properties: all or none. A delivery already on record with the same property, way
   * and time is not registered again.
   */
  'notification.saveMany': post('/vote/savenotifies', 'clerk', {
    takesMany: true,
    body: DeliveryBatch,
    response: wire({ total: ['total', z.int()], inserted: ['inserted', z.int()], updated: ['updated', z.int()], ...batchId }),
    isLong: true,
  }),
  /** What registering by papers would do, by paper state. */
  'notification.byPapers': get('/vote/papernotifycounts', 'viewer', {
    query: wire(ofActivity),
    response: wire({ out: ['out', PaperShare], received: ['received', PaperShare] }),
  }),
  /** Registers a delivery for the ballots of some papers: all or none. Skips ballots already delivered to or voted. */
  'notification.saveByPapers': post('/vote/savenotifybypapers', 'clerk', {
    body: PaperDelivery,
    response: wire({ ...PaperShare.fields, ...batchId }),
    isLong: true,
  }),
  /** Voids a delivery: it is kept, but counts nowhere. A clerk may void only what they registered today. */
  'notification.void': post('/vote/voidnotify', 'clerk', {
    body: wire({ deliveryId: ['notifyid', id('送达记录编号')], reason: ['reason', recordText(record.voidReason)] }),
    response: z.null(),
  }),
  'notification.import': post('/vote/importnotifyinfo', 'clerk', {
    file: importFile,
    body: wire({ activityId: ['activityid', activityId], ...importFields }),
    response: ImportResult,
    isLong: true,
  }),
} as const satisfies Endpoints
