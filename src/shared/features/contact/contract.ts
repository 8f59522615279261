import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { purposeLimit } from '../../contract/export.ts'
import { page, pageFields } from '../../contract/page.ts'
import { ballotId, ofActivity } from '../../contract/ids.ts'
import { code, id, jobId, moment, optionalText, optionalTime, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { withdrawalShown } from '../../contract/withdrawal.ts'
import { VOTE_SOURCES } from '../delivery/contract.ts'
import { branchPath, pathText } from '../../place/pathText.ts'
import { doorFactsShown } from '../property/fields.ts'
import { CONTACT_RESULTS, contactLimits as limits, contactMessages as say, MAX_CONTACTS } from './rules.ts'

const ballotIds = z.array(ballotId, { error: say.noBallots }).min(1, say.noBallots).max(MAX_CONTACTS, `一次最多登记${MAX_CONTACTS}票`)

const way = ['way', code('走访方式', VOTE_SOURCES)] as const
const result = ['result', code('走访结果', CONTACT_RESULTS)] as const

/** One visit, for each of its ballots. */
const ContactDraft = wire({
  ...ofActivity,
  ballotIds: ['ballotids', ballotIds],
  way,
  result,
  /** The next visit; only for 约定再访. */
  nextAt: ['nextat', optionalTime('约定再访的时间')],
  remark: ['remark', optionalText(limits.remark.label, limits.remark)],
  /** Null: now. */
  at: ['at', optionalTime('走访时间')],
})
export type ContactDraft = z.output<typeof ContactDraft>

/** The last visitor and the result. */
export const NewestContact = wire({ at: ['at', moment], way, result, nextAt: ['nextat', moment], by: ['by', z.string()] })
export type NewestContact = z.output<typeof NewestContact>
/** Facts for a visit: the newest contact of the ballot (null if none) and the registry's notes. */
export const atTheDoor = { contact: ['contact', NewestContact.nullable()], ...doorFactsShown } as const

export const Contact = wire({
  id: ['contactid', z.string()],
  activityId: ['voteactivityid', z.string()],
  /** The properties concerned, as text joined by 、. */
  place: ['place', z.string()],
  way,
  /** null for a text message, which is no visit. */
  result: ['result', z.literal(CONTACT_RESULTS).nullable()],
  nextAt: ['nextat', moment],
  remark: ['remark', z.string()],
  at: ['at', moment],
  ...withdrawalShown,
  /** Whether the caller may withdraw it now. */
  mayWithdraw: ['maywithdraw', z.boolean()],
})
export type Contact = z.output<typeof Contact>

/** Ballots without a vote, by their latest contact. */
export const ContactProgress = wire({
  none: ['none', z.int()],
  reached: ['reached', z.int()],
  later: ['later', z.int()],
  nobody: ['nobody', z.int()],
  unreachable: ['unreachable', z.int()],
  refused: ['refused', z.int()],
})
export type ContactProgress = z.output<typeof ContactProgress>

const orNull = { decode: <T>(value: T | null | undefined): T | null => value ?? null, encode: <T>(value: T): T => value }
/** Recipients of a reminder: those in a branch (`''` is the whole roster), or the given ballots; null if unspecified. */
const reminded = {
  ...ofActivity,
  path: ['xpath', z.codec(branchPath.nullish(), z.string().nullable(), orNull)],
  ballotIds: ['ballotids', z.codec(ballotIds.nullish(), z.custom<string[] | null>(), orNull)],
} as const

/** A ballot that got no text message, and the reason as text. */
const NotReminded = wire({ ballotId: ['ballotid', z.string()], place: ['place', z.string()], reason: ['reason', z.string()] })
export type NotReminded = z.output<typeof NotReminded>

const Reminded = wire({
  sent: ['sent', z.int()],
  skipped: ['skipped', z.array(NotReminded)],
  /** Messages rejected by the gateway; they may be sent again. */
  failed: ['failed', z.int()],
  failures: ['failures', z.array(NotReminded)],
})
export type Reminded = z.output<typeof Reminded>

/** What a reminder sent now would do. */
const ReminderPlan = wire({ count: ['count', z.int()], text: ['text', z.string()], skipped: ['skipped', z.array(NotReminded)] })
export type ReminderPlan = z.output<typeof ReminderPlan>

export const contactEndpoints = {
  /** One contact per ballot, in the given order. */
  'contact.save': post('/contact/save', 'clerk', { body: ContactDraft, response: wire({ ids: ['contactids', z.array(z.string())] }) }),
  /** Newest first, including withdrawn ones. */
  'contact.list': get('/contact/list', 'clerk', {
    query: wire({
      ...ofActivity,
      /** `''`: of all ballots. */
      ballotId: ['ballotid', optionalText('票权编号', { max: 64 })],
      ...pageFields,
    }),
    response: page(Contact),
  }),
  'contact.withdraw': post('/contact/withdraw', 'clerk', {
    scope: 'contact',
    body: wire({ id: ['contactid', id('走访编号')], reason: ['reason', text(limits.reason.label, limits.reason)] }),
    response: z.null(),
  }),
  'contact.progress': get('/contact/progress', 'viewer', { query: wire({ ...ofActivity, path: ['xpath', pathText] }), response: ContactProgress }),
  /** Sends text messages to owners who have not voted; cancelling does not recall sent ones. */
  'contact.remind': post('/vote/remind', 'manager', {
    isConfirmed: true,
    isLong: true,
    takesMany: true,
    body: wire({ ...reminded, purpose: ['purpose', text(purposeLimit.label, purposeLimit)], jobId: ['jobid', jobId] }),
    response: Reminded,
  }),
  /** The text and the number of recipients; nothing is sent. */
  'contact.previewReminder': post('/vote/previewremind', 'manager', { changesData: false, takesMany: true, body: wire(reminded), response: ReminderPlan }),
} as const satisfies Endpoints
