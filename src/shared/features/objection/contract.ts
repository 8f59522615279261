import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { page, pageFields } from '../../contract/page.ts'
import { phonesShown } from '../../contract/personal.ts'
import { ballotId, ofActivity } from '../../contract/ids.ts'
import {
  area,
  areaSum,
  code,
  freeText,
  id,
  moment,
  nullableCode,
  optionalList,
  optionalText,
  optionalTime,
  orEmpty,
  searchText,
  text,
} from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { withdrawalShown } from '../../contract/withdrawal.ts'
import { holdsMask } from '../../owner/masking.ts'
import { isOwnerPhone } from '../../owner/numbers.ts'
import { personName, phoneNumbers } from '../../owner/owners.ts'
import { MAX_TOPICS } from '../activity/rules.ts'
import { Picture, picturePaths } from '../file/pictures.ts'
import { Choice } from '../voting/contract.ts'
import { textList } from '../voting/fields.ts'
import {
  CORRECTION_KINDS,
  MAX_CORRECTIONS,
  MAX_OBJECTION_PICTURES,
  OBJECTION_DECISIONS,
  OBJECTION_KINDS,
  OBJECTION_STATUSES,
  objectionLimits as limits,
  objectionMessages as say,
} from './rules.ts'

const objectionId = id('异议编号')
const kind = ['kind', code('异议种类', OBJECTION_KINDS)] as const
const number = ['number', z.int()] as const

/** An objection as received. */
const ObjectionDraft = wire({
  ...ofActivity,
  /** The publication it responds to; `''` if none. */
  publicationId: ['publicationid', optionalText('公示编号', { max: 64 })],
  kind,
  /** `''` if it is not about a particular ballot. */
  ballotId: ['ballotid', optionalText('票权编号', { max: 64 })],
  /** Empty: no particular topic. */
  topicIds: ['votetopicids', textList('议题编号', MAX_TOPICS)],
  name: ['name', text(limits.name.label, { ...limits.name, normalise: personName })],
  phone: [
    'phone',
    orEmpty(
      freeText(limits.phone.label, { ...limits.phone, normalise: phoneNumbers })
        .refine((phone) => !holdsMask(phone), say.phoneMasked)
        .refine((phone) => phone === '' || holdsMask(phone) || isOwnerPhone(phone), say.phoneShape),
    ),
  ],
  /** Null: now. */
  receivedAt: ['receivedat', optionalTime('收到异议的时间')],
  text: ['text', text(limits.text.label, limits.text)],
  pictures: ['pics', picturePaths(MAX_OBJECTION_PICTURES)],
})
export type ObjectionDraft = z.output<typeof ObjectionDraft>

/** One correction of a ballot's record; `merge` is refused: merging after the end is no correction. */
const CorrectionDraft = wire({
  ballotId: ['ballotid', ballotId],
  kind: ['kind', z.enum([...CORRECTION_KINDS, 'merge'], { error: '更正种类不正确' })],
  /** All answers, as in a vote; for `answers` and `vote`. */
  choices: ['records', optionalList(z.array(Choice, { error: '投票内容格式不正确' }).max(5_000, '投票内容过多'))],
  /** When the paper was received; for `vote`. */
  receivedAt: ['receivedat', optionalTime('收到选票的时间')],
  /** The ballot's area; for `area`. */
  areaHundredths: ['areasize', area('更正后的面积').nullish()],
})
export type CorrectionDraft = z.output<typeof CorrectionDraft>

const again = z.codec(z.boolean({ error: '重新裁定格式不正确' }).nullish(), z.boolean(), { decode: (value) => value === true, encode: (value) => value })
const DecisionDraft = wire({
  id: ['objectionid', objectionId],
  decision: ['decision', code('裁定结果', OBJECTION_DECISIONS)],
  reason: ['reason', text(limits.reason.label, limits.reason)],
  corrections: [
    'corrections',
    optionalList(z.array(CorrectionDraft, { error: '更正内容格式不正确' }).max(MAX_CORRECTIONS, `一次最多更正${MAX_CORRECTIONS}项`)),
  ],
  /** Whether it replaces an existing decision. */
  isAgain: ['again', again],
})
export type DecisionDraft = z.output<typeof DecisionDraft>

/** A ballot before or after a correction; `status` of its last record, −1 for none. */
const BallotSaid = wire({
  status: ['status', z.literal([-1, 0, 1, 2])],
  choices: ['records', z.array(Choice)],
  isDelivered: ['delivered', z.boolean()],
  areaHundredths: ['areasize', areaSum],
})
/** A correction with the ballot's recorded and corrected answers. */
export const Correction = wire({
  objectionId: ['objectionid', z.string()],
  number,
  ballotId: ['ballotid', z.string()],
  /** The ballot's properties as text joined by 、. */
  place: ['place', z.string()],
  kind: ['kind', z.enum(CORRECTION_KINDS)],
  from: ['from', BallotSaid],
  to: ['to', BallotSaid],
})
export type Correction = z.output<typeof Correction>

/** A correction as stored in its decision. */
const DecidedCorrection = wire({
  ...Correction.fields,
  /** When the paper of a `vote` was received; null for other kinds. */
  receivedAt: ['receivedat', moment],
})
const Decision = wire({
  decision: ['decision', code('裁定结果', OBJECTION_DECISIONS)],
  reason: ['reason', z.string()],
  /** Its corrections, whether in force or replaced. */
  corrections: ['corrections', z.array(DecidedCorrection)],
  decider: ['decider', z.string()],
  decidedAt: ['decidedate', moment],
  /** Whether the decision was made by the person who entered the vote, as no one else was available. */
  isSelfDecided: ['selfdecided', z.boolean()],
})

export const Objection = wire({
  id: ['objectionid', z.string()],
  number,
  activityId: ['voteactivityid', z.string()],
  publicationId: ['publicationid', z.string()],
  kind,
  ballotId: ['ballotid', z.string()],
  place: ['place', z.string()],
  topicIds: ['votetopicids', z.array(z.string())],
  name: ['name', z.string()],
  phone: ['phone', phonesShown],
  receivedAt: ['receivedat', moment],
  text: ['text', z.string()],
  pictures: ['pics', z.array(Picture)],
  status: ['status', code('异议状态', OBJECTION_STATUSES)],
  ...withdrawalShown,
  /** All, with the one in force last. */
  decisions: ['decisions', z.array(Decision)],
})
export type Objection = z.output<typeof Objection>
export type Decision = Objection['decisions'][number]

export const objectionEndpoints = {
  'objection.save': post('/objection/save', 'clerk', { body: ObjectionDraft, response: wire({ id: ['objectionid', z.string()], number }) }),
  /** Newest first, including withdrawn ones; searched by number, name, place or text, and by whole phone if the caller sees them. */
  'objection.list': get('/objection/list', 'clerk', {
    query: wire({
      ...ofActivity,
      /** Null: all. */
      status: ['status', nullableCode('异议状态', OBJECTION_STATUSES)],
      condition: ['condition', searchText],
      ...pageFields,
    }),
    response: page(Objection),
  }),
  'objection.withdraw': post('/objection/withdraw', 'clerk', {
    scope: 'objection',
    body: wire({ id: ['objectionid', objectionId], reason: ['reason', text(limits.withdrawReason.label, limits.withdrawReason)] }),
    response: z.null(),
  }),
  'objection.decide': post('/objection/decide', 'manager', { scope: 'objection', body: DecisionDraft, response: z.null() }),
} as const satisfies Endpoints
