import { isThreeQuarters, type Share } from './counting.ts'
import { termsOf, type Recount } from './recount.ts'
import type { Assertion, Kind, List, SampledList } from './samples.ts'

// Compares a sample's frozen list with the page's own count; written from `reading.md` section 5 alone.

interface Compared {
  readonly faults: readonly string[]
  readonly notes: readonly string[]
}

/**
 * Compares a frozen list's votes and margins with the records and the page's own count, as far as these are still those of the
 * list.
 */
export function compareList(name: string, list: SampledList, isStale: boolean, recount: Recount): Compared {
  if (isStale) return { faults: [], notes: [`${name}：锁定清单以后投票、送达或清册有变化，程序也这样标出，清单没有与最终的计票比较。`] }
  const { faults, corrected } = votesAgainstRecords(name, list, recount)
  if (faults.length > 0) return { faults, notes: [] }
  if (corrected > 0) return { faults: [], notes: [`${name}：清单上有 ${corrected} 票的记录后来改正，清单上的差额没有与最终的计票比较。`] }
  return { faults: marginFaults(name, list, recount), notes: [`${name}：清单与最终的投票记录相同，差额已与复算比较。`] }
}

/** Every vote of the list is on record as listed, and every counting record is on the list, except replacements of listed ones. */
function votesAgainstRecords(
  name: string,
  { isOfPapers, votes }: SampledList,
  { ballots }: Recount,
): { readonly faults: string[]; readonly corrected: number } {
  const faults: string[] = []
  const listed = new Set(votes.map(({ recordid }) => recordid))
  const recordOf = new Map(ballots.flatMap((ballot) => ballot.records.map((record) => [record.recordid, { record, ballot }] as const)))
  let corrected = 0
  for (const { recordid, answers, area, code } of votes) {
    const found = recordOf.get(recordid)
    const codeOnRecord = isOfPapers ? found?.record.ballotcode : ''
    if (!found || found.record.answers !== answers || found.ballot.area !== area || codeOnRecord !== code) {
      faults.push(`${name}：清单上的投票记录 ${recordid} 与投票记录不同`)
    } else if (found.record.recordstatus !== 1) {
      if (found.ballot.status === 1) corrected++
      else faults.push(`${name}：清单上的投票记录 ${recordid} 已作废，程序没有说清单已变化`)
    }
  }
  for (const { status, records } of ballots) {
    const last = records[records.length - 1]
    if (status !== 1 || !last || listed.has(last.recordid) || (isOfPapers && last.ballotcode === '')) continue
    if (!records.some(({ recordid }) => listed.has(recordid))) faults.push(`${name}：投票记录 ${last.recordid} 不在清单上`)
  }
  return { faults, corrected }
}

const told = (assertions: readonly Pick<Assertion, 'kind' | 'list' | 'margin' | 'cap' | 'total'>[]): string =>
  assertions.map(({ kind, list, margin, cap, total }) => [kind, list, margin, cap, total].join(' ')).join('；')

function marginFaults(name: string, list: SampledList, recount: Recount): string[] {
  const faults: string[] = []
  const whole = recount.slots[0]?.count.classes.whole
  if (whole && (whole.count !== list.whole[0] || whole.area !== list.whole[1])) faults.push(`${name}：清单上的应参与人数或面积与复算不同`)
  for (const item of list.items) {
    const slot = recount.slots.filter((each) => each.slot.votetopicid === item.votetopicid && each.slot.voteoptionid === item.voteoptionid)[0]
    if (!slot) {
      faults.push(`${name}：清单上的议题不在本次表决中`)
      continue
    }
    const { outcome } = slot.count.verdict
    if (outcome !== item.outcome) faults.push(`${name}：议题 ${slot.slot.number} 的结论，清单“${item.outcome}”，复算“${outcome}”`)
    else if (told(item.assertions) !== told(assertionsOf(slot, list, recount))) faults.push(`${name}：议题 ${slot.slot.number} 的差额与复算不同`)
  }
  return faults
}

/** The last answer offered by each kind of topic. */
const lastOffered = { 13: 1, 14: 2, 15: 3 } as const

type Own = Pick<Assertion, 'kind' | 'list' | 'cap' | 'margin' | 'total'>

/** The table of section 5, by the page's own count. */
function assertionsOf({ slot, count: { classes, verdict } }: Recount['slots'][number], { votes }: SampledList, { rules }: Recount): Own[] {
  const isPassed = verdict.hasPassed
  const rule = rules.votetype
  const three = isThreeQuarters(termsOf(rules, slot))
  const follows = rule === 3 || rule === 4
  const counts = follows || rule === 5
  const totals = { H: votes.length, A: votes.reduce((sum, { area }) => sum + area, 0) }
  const all = (['H', 'A'] as const).flatMap((list: List) => {
    const of = (share: Share): number => (list === 'H' ? share.count : share.area)
    const silent = counts ? of(classes.delivered) : 0
    const taking = of(classes.voted) + silent
    const x = of(classes.approve) + (follows ? silent : 0)
    const own = (kind: Kind, cap: number, margin: number): Own => ({ kind, list, cap, margin: BigInt(margin), total: BigInt(totals[list]) })
    const over = three ? 4 * x - 3 * taking : 2 * x - taking
    const cap = three ? 4 : 2
    const leading = ([2, 3] as const).map((answer) => ({ answer, lead: of(classes.approve) - of(answer === 2 ? classes.disapprove : classes.abstention) }))
    const isLed = follows && classes.delivered.count > 0
    if (isPassed) {
      const leads = isLed ? leading.map(({ answer, lead }) => own(answer === 2 ? 'lead2' : 'lead3', 2, lead)) : []
      return [own('quorum', 3, 3 * taking - 2 * of(classes.whole)), own('pass', cap, over), ...leads]
    }
    const offered = leading.filter(({ answer }) => answer <= lastOffered[slot.model])
    return [own('fail', cap, -over), ...(isLed ? offered.map(({ answer, lead }) => own(answer === 2 ? 'notlead2' : 'notlead3', 2, -lead)) : [])]
  })
  if (isPassed) return all
  // The first of the largest, relative to what they are measured by.
  return all.reduce<Own[]>(([best], each) => {
    const isLarger = best === undefined || each.margin * BigInt(best.cap) * best.total > best.margin * BigInt(each.cap) * each.total
    return [isLarger ? each : best]
  }, [])
}
