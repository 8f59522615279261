import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { page, pageFields } from '../../contract/page.ts'
import { ballotId, ofActivity } from '../../contract/ids.ts'
import { areaSum, code, moment, searchText, text, time } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { branchPath, pathText } from '../../place/pathText.ts'
import { typedCode } from './code.ts'
import { MAX_PAPERS, PAPER_STATES, paperLimits as limits, REGISTERED_STATES } from './rules.ts'
import { paperRefusals } from './refusals.ts'

const oneCode = text(limits.code.label, { ...limits.code, normalise: typedCode })

/** Codes as an array or comma-separated on the wire; without duplicates. */
export const codes = z.codec(
  z.union([z.array(z.string('选票编号格式不正确')), z.string()], {
    error: (issue) => (issue.input === undefined ? paperRefusals['paper.noCodes'].sentence : '选票编号格式不正确'),
  }),
  z.array(oneCode).max(MAX_PAPERS, `选票编号一次最多${MAX_PAPERS}个`),
  {
    decode: (list) => [...new Set((typeof list === 'string' ? list.split(',') : list).map(typedCode).filter((each) => each !== ''))],
    encode: (list) => list,
  },
)

/** An issued paper, as needed for printing. */
const IssuedPaper = wire({
  code: ['code', z.string()],
  ballotId: ['ballotid', z.string()],
  /** The place as text, of the ballot's first property in reading order. */
  place: ['place', z.string()],
  ownerName: ['ownername', z.string()],
})

/** A paper: its ballot, its state, and when, by whom and why it got that state. */
export const ListedPaper = wire({
  ...IssuedPaper.fields,
  ballotNumber: ['ballotno', z.int()],
  /** The ballot's area, properties and status: -1 no record, 0 marked, 1 voted. */
  areaHundredths: ['areasize', areaSum],
  propertyCount: ['housenum', z.int()],
  ballotState: ['ballotstatus', code('票权状态', [-1, 0, 1])],
  state: ['status', code('选票状态', PAPER_STATES)],
  issuedBy: ['issuer', z.string()],
  issuedAt: ['issuedate', moment],
  outBy: ['outby', z.string()],
  outAt: ['outdate', moment],
  receivedBy: ['receiver', z.string()],
  receivedAt: ['receivedat', moment],
  /** Received after the end of voting: kept, but cannot be voted. */
  isLate: ['late', z.boolean()],
  spoiledBy: ['spoiler', z.string()],
  spoiledAt: ['spoildate', moment],
  /** `''` unless spoiled. */
  reason: ['reason', z.string()],
  /** The code of the paper that replaced it; `''` if none. */
  newCode: ['newcode', z.string()],
})
export type ListedPaper = z.output<typeof ListedPaper>

/**
 * Papers by current state; `printed` is the sum of the four.
 *
 * `voted`: received papers whose ballot has a vote. Not in the specification: `late` (received after the end, without a vote),
 * `votedOtherwise` (not received, but their ballot has a vote), `handMarked` (marked ballots without a paper), `unissued`
 * (ballots without paper and vote, including those).
 */
export const PaperBalance = wire({
  printed: ['printed', z.int()],
  inOffice: ['inoffice', z.int()],
  out: ['out', z.int()],
  received: ['received', z.int()],
  spoiled: ['spoiled', z.int()],
  voted: ['voted', z.int()],
  late: ['late', z.int()],
  votedOtherwise: ['votedotherwise', z.int()],
  handMarked: ['handmarked', z.int()],
  unissued: ['unissued', z.int()],
})
export type PaperBalance = z.output<typeof PaperBalance>

/** Filter of a list of papers; `state` null: all. */
const listFilter = {
  ...ofActivity,
  state: [
    'status',
    z.codec(z.union([z.number(), z.string()]).nullish(), z.union([z.enum(['all']), code('选票状态', PAPER_STATES)]), {
      decode: (value) => (value === undefined || value === null || value === '' || value === 'all' ? 'all' : (value as number)),
      encode: (value) => value,
    }),
  ],
  path: ['xpath', pathText],
  condition: ['condition', searchText],
} as const

const reason = text(limits.reason.label, limits.reason)

export const IssueRequest = wire({
  ...ofActivity,
  /** Paths of any depth; an empty one is the whole roster. */
  paths: [
    'xpath',
    z.codec(z.union([branchPath, z.array(branchPath).max(MAX_PAPERS, `楼栋路径一次最多${MAX_PAPERS}个`)]).nullish(), z.custom<readonly string[]>(), {
      decode: (value) => (typeof value === 'string' ? [value] : (value ?? [])),
      encode: (value) => [...value],
    }),
  ],
  ballotIds: [
    'ballotids',
    z.codec(z.union([z.array(z.string('票权编号格式不正确')), z.string()]).nullish(), z.array(ballotId).max(MAX_PAPERS, `票权编号一次最多${MAX_PAPERS}个`), {
      decode: (list) => [...new Set((typeof list === 'string' ? list.split(',') : (list ?? [])).map((each) => each.trim()).filter((each) => each !== ''))],
      encode: (list) => list,
    }),
  ],
})
export type IssueRequest = z.output<typeof IssueRequest>

/** The registered papers, in the given order; `late` means received after the end, so it cannot be voted. */
const registered = wire({ papers: ['papers', z.array(wire({ ...IssuedPaper.fields, isLate: ['late', z.boolean()] }))] })

export const paperEndpoints = {
  /** Issues a paper for each ballot of a scope, or of those given, without a vote or a paper. */
  'paper.issue': post('/paper/issue', 'manager', {
    takesMany: true,
    isLong: true,
    body: IssueRequest,
    response: wire({ papers: ['papers', z.array(IssuedPaper)], issued: ['issued', z.int()], skipped: ['skipped', z.int()] }),
  }),
  /** What `paper.issue` would do now: papers to issue, and ballots skipped because of their paper or vote. */
  'paper.issuable': post('/paper/issuable', 'viewer', {
    takesMany: true,
    changesData: false,
    body: IssueRequest,
    response: wire({ toIssue: ['toissue', z.int()], withPaper: ['withpaper', z.int()], withVote: ['withvote', z.int()] }),
  }),
  'paper.out': post('/paper/out', 'clerk', { takesMany: true, body: wire({ ...ofActivity, codes: ['codes', codes] }), response: registered }),
  'paper.receive': post('/paper/receive', 'clerk', {
    takesMany: true,
    body: wire({
      ...ofActivity,
      codes: ['codes', codes],
      /** When they were received; default now. */
      receivedAt: ['receivedat', time('收回时间').nullish()],
    }),
    response: registered,
  }),
  /** Undoes a registration of papers as handed out (`state` 1) or received (2), by the person who made it. */
  'paper.takeBack': post('/paper/takeback', 'clerk', {
    takesMany: true,
    body: wire({ ...ofActivity, codes: ['codes', codes], state: ['status', code('选票状态', REGISTERED_STATES)] }),
    response: registered,
  }),
  'paper.spoil': post('/paper/spoil', 'clerk', {
    takesMany: true,
    body: wire({ ...ofActivity, codes: ['codes', codes], reason: ['reason', reason] }),
    response: registered,
  }),
  /** Spoils all papers before the start: the activity becomes editable again. */
  'paper.spoilAll': post('/paper/spoilall', 'manager', {
    isLong: true,
    body: wire({ ...ofActivity, reason: ['reason', reason] }),
    response: wire({ spoiled: ['spoiled', z.int()] }),
  }),
  'paper.replace': post('/paper/replace', 'clerk', {
    body: wire({ ...ofActivity, code: ['code', oneCode], reason: ['reason', reason] }),
    response: wire({ code: ['code', z.string()] }),
  }),
  'paper.list': get('/paper/list', 'viewer', { query: wire({ ...listFilter, ...pageFields }), response: page(ListedPaper) }),
  'paper.balance': get('/paper/balance', 'viewer', { query: wire(ofActivity), response: PaperBalance }),
} as const satisfies Endpoints
