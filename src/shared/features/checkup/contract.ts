import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { idNumbersShown, phonesShown } from '../../contract/personal.ts'
import { areaSum, code, moment, optionalText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { mergeRefusalFields } from '../ballot/unmerged.ts'
import { mapping } from '../../import/contract.ts'
import { MAX_WORKBOOK_BYTES } from '../../import/workbook.ts'
import { MAX_BATCH } from '../../contract/batch.ts'
import { CHECK_RULES, CHECK_TIERS, checkupLimits as limits } from './rules.ts'

/** The subject of the check: an estate or an activity's roster; exactly one is given. */
const subject = {
  estateId: ['estateid', optionalText('小区编号', { max: 64 })],
  activityId: ['voteactivityid', optionalText('投票活动编号', { max: 64 })],
} as const
const findingId = text('体检项编号', { max: 64 })
const tier = code('级别', CHECK_TIERS)

/** A property of a finding, as it is. */
export const FindingRow = wire({
  propertyId: ['propertyid', z.string()],
  /** `''` in an estate, as the ballot's. */
  rosterPropertyId: ['activitypropertyid', z.string()],
  ballotId: ['ballotid', z.string()],
  place: ['place', z.string()],
  ownerName: ['ownername', z.string()],
  phone: ['mobileno', phonesShown],
  idNumber: ['idno', idNumbersShown],
  areaHundredths: ['areasize', areaSum],
  /** The ballot's data, for findings about ballots to merge. */
  ...mergeRefusalFields,
})
export type FindingRow = z.output<typeof FindingRow>

const Dismissal = wire({
  by: ['by', z.string()],
  at: ['at', moment],
  reason: ['reason', z.string()],
  /** On a roster: the mark was made in the registry. */
  ofEstate: ['ofestate', z.literal(true).optional()],
})

export const Finding = wire({
  /** Derived from the rule, the rows and the values read from them: changes when any of these do. */
  id: ['findingid', z.string()],
  rule: ['rule', z.enum(CHECK_RULES)],
  tier: ['tier', tier],
  why: ['why', z.string()],
  /** Effect on the count; `''` if none. */
  effect: ['effect', z.string()],
  rowCount: ['rowcount', z.int()],
  rows: ['rows', z.array(FindingRow)],
  /** Places missing in all rows. */
  missing: ['missing', z.array(z.string())],
  dismissed: ['dismissed', Dismissal.nullable()],
})
export type Finding = z.output<typeof Finding>

const TierCount = wire({ tier: ['tier', tier], open: ['open', z.int()], dismissed: ['dismissed', z.int()] })

export const Checkup = wire({
  checkedAt: ['checkedat', moment],
  /** The number of properties checked. */
  rowCount: ['rows', z.int()],
  /** For all findings, including those beyond the answer's limit. */
  counts: ['counts', z.array(TierCount)],
  findings: ['findings', z.array(Finding)],
})
export type Checkup = z.output<typeof Checkup>

/** 名册体检 (`insight.md` section 1). */
export const checkupEndpoints = {
  'checkup.get': get('/roster/checkup', 'manager', { query: wire(subject), response: Checkup, isLong: true }),
  'checkup.dismiss': post('/roster/dismiss', 'manager', {
    body: wire({ ...subject, findingId: ['findingid', findingId], reason: ['reason', text(limits.dismissReason.label, limits.dismissReason)] }),
    response: z.null(),
    isLong: true,
  }),
  /** Several findings of one subject with one reason, all or nothing. */
  'checkup.dismissMany': post('/roster/dismissmany', 'manager', {
    body: wire({
      ...subject,
      findingIds: ['findingids', z.array(findingId).min(1, '请选择要标记的项').max(MAX_BATCH, `一次最多${MAX_BATCH}条`)],
      reason: ['reason', text(limits.dismissReason.label, limits.dismissReason)],
    }),
    response: z.null(),
    isLong: true,
  }),
  'checkup.undismiss': post('/roster/undismiss', 'manager', { body: wire({ ...subject, findingId: ['findingid', findingId] }), response: z.null() }),
  /** Compares an external list with the estate or the roster. `mapping` is JSON: the file's headers to fields. */
  'checkup.compare': post('/roster/compare', 'manager', {
    body: wire({ ...subject, mapping: ['mapping', mapping] }),
    file: { field: 'uploadfile', maxBytes: MAX_WORKBOOK_BYTES, tooLarge: 'workbook.tooLarge' },
    response: wire({ findings: ['findings', z.array(Finding)] }),
    isLong: true,
    changesData: false,
  }),
  'checkup.sheet': get('/roster/checkupsheet', 'manager', {
    query: wire({ ...subject, ...exportFields }),
    response: 'binary',
    isConfirmed: 'forPurpose',
    isLong: true,
  }),
} as const satisfies Endpoints
