import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
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
const NotifiedProperty = z.object({ period: z.string(), zone: z.string(), building: z.string(), unit: z.string(), room: z.string() })

/** A delivery as it is shown; null and `''` if nothing was delivered. */
const shown = {
  /** 1 phone, 2 home visit, 3 fixed point, 4 online, 5 other. */
  voteSource: z.number().nullable(),
  /** 2 the office's PC, otherwise the mini-programme. */
  notifyWay: z.number().nullable(),
  deliveredAt: moment,
  deliveredBy: z.string(),
  remark: z.string(),
  pictures: z.array(Picture),
  /** The way of delivering by the activity's policy; null if nobody has said. */
  method: z.literal(DELIVERY_METHODS).nullable(),
  receiver: z.string(),
  relation: z.literal(RELATIONS).nullable(),
  secondDeliverer: z.string(),
  trackingNo: z.string(),
  noticeFrom: moment,
  noticeTo: moment,
  /** Who voided it, when and why. A void one counts nowhere and is not judged. */
  voidedBy: z.string(),
  voidedAt: moment,
  voidReason: z.string(),
} satisfies Readonly<Record<keyof typeof record, z.ZodType>>

/** A roster row with its newest delivery, or one delivery of it. */
export const Notification = wire({
  /** The delivery's id; `''` if nothing was delivered. */
  notifyId: ['notifyid', z.string()],
  rosterPropertyId: ['activitypropertyid', z.string()],
  /** The property's id in the registry. */
  propertyId: ['votercode', z.string()],
  /** The place in words. */
  place: ['xpathname', z.string()],
  ownerName: ['personname', z.string()],
  phone: ['mobileno', phonesShown],
  notifyStatus: ['notifystatus', status],
  /** The operator's name; the person who delivered is in `deliveredBy`. */
  creator: ['creater', z.string()],
  modifier: ['modifier', z.string()],
  createdAt: ['createtime', moment],
  modifiedAt: ['modifytime', moment],
  /** 0 notified and not voted, 1 notified and voted; null if nothing was delivered. */
  status: ['status', status],
  ...wired(record, shown),
  /**
   * How the activity's policy judges it: of a record that delivery, of a roster row the best of its ballot's deliveries.
   * null if there is no policy or no delivery.
   */
  accepted: ['accepted', z.boolean().nullable()],
  missing: ['missing', z.array(z.enum(MISSING_PARTS))],
  /** The same, exactly. */
  lacks: ['lacks', z.array(z.enum(LACKS))],
  /** The properties of the ballot in reading order, the first 20 of them (rules.ts). */
  properties: ['vtpropertyscope', z.array(NotifiedProperty)],
  /** How many properties the ballot has. */
  propertyCount: ['vtpropertyscopecount', z.int()],
})
export type Notification = z.output<typeof Notification>

/** A record of a delivery. */
export const DeliveryRecord = wire({ ...Notification.fields, /** Whether the caller may void it now. */ mayVoid: ['mayvoid', z.boolean()] })
export type DeliveryRecord = z.output<typeof DeliveryRecord>

/** What a list shows of a delivery that was voided. */
const { deliveredAt, deliveredBy, voidedBy, voidedAt, voidReason } = shown
const VoidedDelivery = wire(wired(record, { voteSource: z.number(), deliveredAt, deliveredBy, voidedBy, voidedAt, voidReason }))
export type VoidedDelivery = z.output<typeof VoidedDelivery>

/** A roster row as a list finds it, with its newest delivery that is not void. */
export const FoundNotification = wire({
  ...Notification.fields,
  initials: nameInitials,
  /** The newest void delivery of a row that has no other; null of all other rows. */
  lastVoided: ['lastvoided', VoidedDelivery.nullable()],
})
export type FoundNotification = z.output<typeof FoundNotification>

/** `all`, or the status as a filter says it: -1 not delivered, 0 delivered, 1 voted. */
const statusFilter = codeOrAll('送达状态', [-1, 0, 1])

export const VOTE_SOURCES = [1, 2, 3, 4, 5] as const
export const voteSourceNames = { 1: '电话', 2: '上门', 3: '定点', 4: '线上', 5: '其他' } as const satisfies Readonly<
  Record<(typeof VOTE_SOURCES)[number], string>
>

/** How an owner was told, or a ballot came back: 电话, 上门 …; `''` if it did not. */
export function voteSourceName(voteSource: number | null): string {
  const names: Readonly<Record<number, string>> = voteSourceNames
  return voteSource === null ? '' : (names[voteSource] ?? '')
}

/** How and by whom an owner was told. */
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
/** How, when and by whom an owner was told. */
const deliveryFields = { ...evidenceFields, ...wired(record, { deliveredAt: time(record.deliveredAt.label) }) } as const
export const Delivery = wire({ rosterPropertyId: ['activitypropertyid', rosterPropertyId], ...deliveryFields })
export type Delivery = z.output<typeof Delivery>

/** Which rows of a roster a list shows, besides its page. */
const rosterFilter = {
  ...ofActivity,
  condition: ['name', searchText],
  status: ['notifystatus', statusFilter],
  /** A path of depth under 2 does not filter. */
  path: ['xpath', pathText],
} as const

/** One delivery to each of many properties. */
export const DeliveryBatch = wire({
  ...rosterFilter,
  /** Roster rows by their ids; none: all that the filter shows. */
  rosterPropertyIds: [
    'activitypropertyids',
    optionalList(z.array(rosterPropertyId, { error: '编号格式不正确' }).max(MAX_DELIVERIES, deliveryMessages.tooMany)),
  ],
  /** How many properties the user was told: another number now means that somebody changed the roster meanwhile. */
  expectedCount: ['expectedcount', integer('房屋数', { min: 1, max: 1_000_000 })],
  ...deliveryFields,
  jobId: ['jobid', jobId],
})
export type DeliveryBatch = z.output<typeof DeliveryBatch>

/** Which papers prove that their ballots were delivered: those that came back, those that were handed out, or both. */
const paperStates = z.array(code('选票状态', DELIVERED_PAPER_STATES), { error: deliveryMessages.noPaperState }).min(1, deliveryMessages.noPaperState)

/** One delivery to each property of the ballots with such papers, at the time at which the paper was handed out or came back. */
export const PaperDelivery = wire({
  ...ofActivity,
  paperStates: ['paperstates', paperStates],
  /** How many properties the user was told: another number now means that papers or votes came in meanwhile. */
  expectedCount: ['expectedcount', integer('房屋数', { min: 1, max: 1_000_000 })],
  ...evidenceFields,
  jobId: ['jobid', jobId],
})
export type PaperDelivery = z.output<typeof PaperDelivery>

/** Roster rows and what their properties add up to. */
const RosterShare = wire({ count: ['count', z.int()], areaHundredths: ['areasize', areaSum] })

/** How many roster rows a condition and a path show, all of them and by status. */
export const NotificationCounts = wire({
  all: ['all', RosterShare],
  undelivered: ['undelivered', RosterShare],
  delivered: ['delivered', RosterShare],
  voted: ['voted', RosterShare],
})
export type NotificationCounts = z.output<typeof NotificationCounts>

/** `time` is that of the newest delivery; a property without one comes last. */
const notificationSort = sorting('place', 'time')
export type NotificationSort = z.output<typeof notificationSort>

export const notificationEndpoints = {
  ...undoingEndpoints,
  'notification.list': {
    method: 'POST',
    path: '/vote/getnofitypropertieslist',
    access: 'viewer',
    changesData: false,
    body: wire({ ...rosterFilter, sort: ['sort', notificationSort], ...pageFields }),
    response: page(FoundNotification),
  },
  /** What the list's filters would show. A status in the question is not looked at: each has its own number. */
  'notification.counts': {
    method: 'POST',
    path: '/vote/getnofitycounts',
    access: 'viewer',
    changesData: false,
    body: wire(rosterFilter),
    response: NotificationCounts,
  },
  /** All that the filters show, as a workbook. */
  'notification.export': {
    method: 'GET',
    path: '/vote/exportnotify',
    access: 'viewer',
    query: wire({ ...rosterFilter, sort: ['sort', notificationSort], ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  },
  /** The deliveries of a roster row's ballot, newest first. */
  'notification.records': {
    method: 'GET',
    path: '/vote/getnofityrecords',
    access: 'viewer',
    query: wire({ rosterPropertyId: ['activitypropertyid', rosterPropertyId] }),
    response: z.array(DeliveryRecord),
  },
  'notification.save': { method: 'POST', path: '/vote/savenotify', access: 'clerk', body: Delivery, response: wire({ notifyId: ['notifyid', z.string()] }) },
  /**
   * Registers one delivery to each of many properties: all of them or none. What is on record already, of the same property, way and time, is
   * not registered twice.
   */
  'notification.saveMany': {
    method: 'POST',
    takesMany: true,
    path: '/vote/savenotifies',
    access: 'clerk',
    body: DeliveryBatch,
    response: wire({ total: ['total', z.int()], inserted: ['inserted', z.int()], updated: ['updated', z.int()], ...batchId }),
    isLong: true,
  },
  /** What registering by papers would do, by the papers' states. */
  'notification.byPapers': {
    method: 'GET',
    path: '/vote/papernotifycounts',
    access: 'viewer',
    query: wire(ofActivity),
    response: wire({ out: ['out', PaperShare], received: ['received', PaperShare] }),
  },
  /** Registers a delivery for the ballots of some papers: all of them or none. Those that were delivered to, or have voted, are passed over. */
  'notification.saveByPapers': {
    method: 'POST',
    path: '/vote/savenotifybypapers',
    access: 'clerk',
    body: PaperDelivery,
    response: wire({ ...PaperShare.fields, ...batchId }),
    isLong: true,
  },
  /** Takes a delivery back: it is kept, and counts nowhere. A clerk voids what they registered today. */
  'notification.void': {
    method: 'POST',
    path: '/vote/voidnotify',
    access: 'clerk',
    body: wire({ notifyId: ['notifyid', id('送达记录编号')], reason: ['reason', recordText(record.voidReason)] }),
    response: z.null(),
  },
  'notification.import': {
    method: 'POST',
    path: '/vote/importnotifyinfo',
    access: 'clerk',
    file: importFile,
    body: wire({ activityId: ['activityid', activityId], ...importFields }),
    response: ImportResult,
    isLong: true,
  },
} as const satisfies Endpoints
