import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { page, pageFields } from '../../contract/page.ts'
import { estateId } from '../../contract/ids.ts'
import { code, day, flag, integer, moment, nullableCode, optionalText, text } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { attachments, named } from '../activity/attachments.ts'
import { DeliveryRuleAnswer, votingRuleFields } from '../activity/votingRules.ts'
import { SEAT_ORDERS } from '../activity/elections.ts'
import { COUNTING_RULES } from '../activity/rules.ts'
import { estateRulesLimits as limits, noticeDaysRange, type Clauses } from './rules.ts'

const clause = optionalText(limits.clause.label, limits.clause)
/** By subject; other names are refused. */
const clauses = z.codec(
  z
    .strictObject(
      { votetype: clause, deliverypolicy: clause, proxylimit: clause, seatorder: clause, noticedays: clause } satisfies Record<keyof Clauses, unknown>,
      { error: '条款格式不正确' },
    )
    .nullish(),
  z.custom<Clauses>(),
  { decode: (given) => ({ votetype: '', deliverypolicy: '', proxylimit: '', seatorder: '', noticedays: '', ...given }), encode: (given) => given },
)

/** What an estate's owners have decided about voting. Validated like an activity's rules. */
export const EstateRulesDraft = wire({
  estateId: ['estateid', estateId],
  title: ['title', text(limits.title.label, limits.title)],
  effectiveFrom: ['effectivefrom', day('生效日期')],
  ...votingRuleFields,
  /** Null: not specified. */
  seatOrder: ['seatorder', nullableCode('当选排序', SEAT_ORDERS)],
  noticeDays: ['noticedays', integer(noticeDaysRange.label, noticeDaysRange)],
  clauses: ['clauses', clauses],
  files: ['files', attachments],
})
export type EstateRulesDraft = z.output<typeof EstateRulesDraft>

export const EstateRules = wire({
  id: ['rulesid', z.string()],
  estateId: ['estateid', z.string()],
  /** Counts from 1 in each estate. */
  version: ['version', z.int()],
  title: ['title', z.string()],
  effectiveFrom: ['effectivefrom', z.string()],
  countingRule: ['votetype', code('计票方式', COUNTING_RULES)],
  ruleBasis: ['rulebasis', z.string()],
  proxyLimit: ['proxylimit', z.int().nullable()],
  deliveryPolicy: ['deliverypolicy', z.array(DeliveryRuleAnswer)],
  seatOrder: ['seatorder', nullableCode('当选排序', SEAT_ORDERS)],
  noticeDays: ['noticedays', z.int()],
  clauses: ['clauses', clauses],
  files: ['files', named],
  /** Who entered it. */
  creator: ['creater', z.string()],
  createdAt: ['createdate', moment],
  /** Whether it is in force today. */
  isInForce: ['inforce', z.boolean()],
})
export type EstateRules = z.output<typeof EstateRules>

export const estateRulesEndpoints = {
  /** Creates a new version; existing ones are never changed. */
  'estateRules.save': post('/estaterules/save', 'manager', {
    takesMany: true,
    body: EstateRulesDraft,
    response: wire({ id: ['rulesid', z.string()], version: ['version', z.int()] }),
  }),
  /** Newest first; `inforce=1`: only the one in force, or none. */
  'estateRules.list': get('/estaterules/list', 'viewer', {
    query: wire({ estateId: ['estateid', estateId], inForce: ['inforce', flag], ...pageFields }),
    response: page(EstateRules),
  }),
} as const satisfies Endpoints
