import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, pageFields } from '../../contract/page.ts'
import { identityPictures, idNumbersShown, phonesShown } from '../../contract/personal.ts'
import { sorting } from '../../contract/sort.ts'
import { areaSum, code, id, moment, optionalText, searchText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { personName } from '../../owner/owners.ts'
import { Picture, picturePaths } from '../file/pictures.ts'
import { idsOrMaskField, ownersField, phonesOrMaskField, propertySent } from '../property/fields.ts'
import { changeFields, changeLimits as limits, MAX_CHANGE_PICTURES } from './rules.ts'

/** A property's data as they were, or as the owner wants them. */
export const PropertyState = wire({
  period: ['period', z.string()],
  zone: ['zone', z.string()],
  building: ['building', z.string()],
  unit: ['unit', z.string()],
  room: ['room', z.string()],
  areaHundredths: ['areasize', areaSum],
  ownerName: ['personname', z.string()],
  phone: ['mobileno', phonesShown],
  idNumber: ['idno', idNumbersShown],
  estateName: ['estate', z.string()],
  activityTitle: ['voteactivity', z.string()],
})
export type PropertyState = z.output<typeof PropertyState>

/** The effect of an approved change on an unfinished activity's roster. */
export const RosterOutcome = wire({
  activityId: ['voteactivityid', z.string()],
  activityTitle: ['voteactivity', z.string()],
  isUpdated: ['updated', z.boolean()],
  /** Why it was left unchanged; `''` if it was changed. */
  reason: ['reason', z.string()],
})
export type RosterOutcome = z.output<typeof RosterOutcome>

export const PropertyChangeRequest = wire({
  id: ['id', z.string()],
  before: ['beforedata', PropertyState],
  after: ['afterdata', PropertyState],
  /** Where it differs, by the full numbers: two different numbers may have the same mask. */
  changedFields: ['changedfields', z.array(z.enum(changeFields))],
  createdAt: ['createdate', moment],
  /** The applicant's name. */
  applicant: ['creater', z.string()],
  /** 0 pending, 1 approved, 2 rejected. */
  status: ['status', code('审批状态', [0, 1, 2])],
  comment: ['approvalcomment', z.string()],
  decidedBy: ['approver', z.string()],
  decidedAt: ['approvaldate', moment],
  personPictures: ['personidpics', identityPictures(Picture)],
  propertyPictures: ['propertyidpics', identityPictures(Picture)],
  /** Empty until it is approved. */
  rosters: ['rosters', z.array(RosterOutcome)],
  /** Whether the caller submitted it. */
  isOwn: ['own', z.boolean()],
  /** It is pending, and the caller, who submitted it, must leave its approval to another user (`trust.md` section 4). */
  needsOther: ['needsother', z.boolean()],
  /** Whether a request was rejected by its submitter. */
  isWithdrawn: ['withdrawn', z.boolean()],
})
export type PropertyChangeRequest = z.output<typeof PropertyChangeRequest>

/** A field changed in the registry since a request was submitted: its current value, an area in 0.01 m². */
const StaleChangeField = z.object({ field: z.enum(changeFields), now: z.string() })
export type StaleChangeField = z.infer<typeof StaleChangeField>
/** The `data` of the refusal to approve such a request. */
export const StaleChange = z.object({ stale: z.array(StaleChangeField) })

/** What is to change; the place stays. */
const WantedState = wire({
  areaHundredths: propertySent.areaHundredths,
  ownerName: ['personname', ownersField],
  phone: ['mobileno', phonesOrMaskField],
  idNumber: ['idno', idsOrMaskField],
})

export const PropertyChangeDraft = wire({
  propertyId: ['propertyid', id('房产编号')],
  /** The activity that it was submitted for; `''` for none. */
  activityId: ['voteactivityid', optionalText('投票活动编号', { max: 64 })],
  applicant: ['creater', text(limits.applicant.label, { ...limits.applicant, normalise: personName })],
  after: ['afterdata', WantedState],
  personPictures: ['personidpics', picturePaths(MAX_CHANGE_PICTURES)],
  propertyPictures: ['propertyidpics', picturePaths(MAX_CHANGE_PICTURES)],
})
export type PropertyChangeDraft = z.output<typeof PropertyChangeDraft>

const statusFilter = z.codec(
  z.union([z.literal(['', 'all', '-1', '0', '1', '2']), z.literal([-1, 0, 1, 2])], { error: '审批状态不正确' }).nullish(),
  z.custom<'all' | 0 | 1 | 2>(),
  {
    decode: (value) => (value === null || value === undefined || ['', 'all', '-1', -1].includes(value) ? 'all' : (Number(value) as 0 | 1 | 2)),
    encode: (value) => (value === 'all' ? 'all' : value),
  },
)

export const Decision = wire({ id: ['id', id('申请编号')], comment: ['approvalcomment', optionalText(limits.comment.label, limits.comment)] })
export type Decision = z.output<typeof Decision>

const changeSort = sorting('time')
export type ChangeSort = z.output<typeof changeSort>

export const propertyChangeEndpoints = {
  'propertyChange.handIn': post('/votedef/savepropertychange', 'clerk', { body: PropertyChangeDraft, response: wire({ id: ['id', z.string()] }) }),
  'propertyChange.list': get('/votedef/getpropertychangelist', 'viewer', {
    scope: 'listed',
    query: wire({ ...pageFields, status: ['status', statusFilter], condition: ['condition', searchText], sort: ['sort', changeSort] }),
    response: page(PropertyChangeRequest),
  }),
  'propertyChange.export': get('/votedef/exportpropertychanges', 'viewer', {
    scope: 'listed',
    query: wire({ status: ['status', statusFilter], condition: ['condition', searchText], sort: ['sort', changeSort], ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  }),
  'propertyChange.approve': post('/votedef/approvechangeproperty', 'manager', {
    scope: 'propertyChange',
    body: Decision,
    response: wire({ rosters: ['rosters', z.array(RosterOutcome)] }),
  }),
  'propertyChange.reject': post('/votedef/rejectchangeproperty', 'manager', { scope: 'propertyChange', body: Decision, response: z.null() }),
} as const satisfies Endpoints
