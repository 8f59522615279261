import { expect, it } from 'vitest'
import type { Rules } from '../../../src/recount/judge/bundle.ts'
import { compareContents } from '../../../src/recount/judge/contents.ts'

const written = {
  id: 'r1',
  rulesVersion: 2,
  title: '议事规则',
  effectiveFrom: '2026-01-01',
  countingRule: 3,
  ruleBasis: '第九条',
  proxyLimit: null,
  deliveryPolicy: '[{"method":1,"clause":"","evidence":[],"days":0}]',
  seatOrder: 2,
  noticeDays: 15,
  clauses: '{"votetype":"第九条","noticedays":""}',
}
const told = {
  rulesid: 'r1',
  version: 2,
  title: '议事规则',
  effectivefrom: '2026-01-01',
  votetype: 3,
  rulebasis: '第九条',
  proxylimit: null,
  deliverypolicy: [{ days: 0, evidence: [], clause: '', method: 1 }],
  seatorder: 2,
  noticedays: 15,
  clauses: { noticedays: '', votetype: '第九条' },
}
const FAULT = '所依据的议事规则与操作日志第 7 条不符'

/** The page's faults for a bundle with these rules in `rules.json`, and that state in the journal's start entry. */
function faults(estaterules: Exclude<Rules['estaterules'], undefined>, state: object): readonly string[] {
  const chain = {
    hashes: [],
    withheld: 0,
    faults: [],
    contents: [{ number: 7, at: 0, action: 'activity.start', subject: 'v1', voteactivityid: 'v1', after: { state } }],
  }
  const rules: Rules = { voteactivityid: 'v1', title: '', votetype: 1, rulebasis: '', estaterules, startdate: '', enddate: '', slots: [] }
  return compareContents(chain, { manifest: { fault: '' }, deliveries: { value: [] } }, rules, [], '').faults
}
const left = (rulesId: string | null, rows: readonly object[]) => ({ activity: [{ id: 'v1', rulesId }], rules: rows })

it('an estate’s rules are those recorded at the start of voting', () => {
  expect(faults(told, left('r1', [written]))).toEqual([])
  expect(faults(null, left(null, []))).toEqual([])
  // Entries from before rules existed.
  expect(faults(null, { activity: [{ id: 'v1' }] })).toEqual([])
})

it.each([
  ['others are named', { ...told, rulesid: 'r2' }],
  ['none are named', null],
  ['a number was changed', { ...told, noticedays: 1 }],
  ['a clause was changed', { ...told, clauses: { ...told.clauses, votetype: '第十条' } }],
  ['a way of delivering was left out', { ...told, deliverypolicy: [] }],
  ['a field is missing', { ...told, title: undefined }],
])('a difference is reported if %s', (_what, estaterules) => {
  expect(faults(estaterules, left('r1', [written]))).toEqual([FAULT])
})

it('estate rules are a fault if the start recorded none, or the entry’s row is no JSON', () => {
  expect(faults(told, left(null, []))).toEqual([FAULT])
  expect(faults(told, left('r1', [{ ...written, clauses: '{' }]))).toEqual([FAULT])
})
