import type { Adjustments } from './adjustments.ts'
import { type Ballot, type Bundle, type Delivery, type Property, type Read, type ResultRow, type Rules, type Slot, type VoteRecord, CLASSES } from './bundle.ts'
import { countSlot, type CountingTerms, type CountedBallot } from './counting.ts'
import { classPairs } from './digests.ts'
import { countElections, standingOf, type CountedElection, type CountedSlot } from './election.ts'

/** A counting ballot, with everything on record for it. */
export interface BallotOnRecord extends CountedBallot {
  readonly ballotid: string
  readonly ballot: Ballot
  /** In order of creation; the last one has the ballot's state. */
  readonly records: readonly VoteRecord[]
  /** Including void ones. */
  readonly deliveries: readonly Delivery[]
}

export interface Recount {
  readonly rules: Rules
  readonly ballots: readonly BallotOnRecord[]
  readonly slots: readonly CountedSlot[]
  readonly elections: readonly CountedElection[]
  /** Mentioned in the notes, but part of no figure; null if the bundle lacks them. */
  readonly adjustments: Adjustments | null
  /** Contradictions within roster, records and deliveries. */
  readonly faults: readonly string[]
}

/**
 * Recounts every topic and option from roster, records, deliveries and rules; null with the reasons if one of them is
 * unreadable.
 */
export function recount(bundle: Bundle, adjustments: Adjustments | null = null): { readonly recount: Recount | null; readonly faults: readonly string[] } {
  const { roster, records, deliveries, rules } = bundle
  const unreadable = [roster, records, deliveries, rules].flatMap((read: Read<unknown>) => ('fault' in read ? [read.fault] : []))
  if ('fault' in roster || 'fault' in records || 'fault' in deliveries || 'fault' in rules) return { recount: null, faults: unreadable }
  const faults: string[] = []
  const ballots = onRecord(roster.value, records.value, deliveries.value, rules.value, faults)
  faults.push(...voidFaults(bundle, records.value))
  const slots = rules.value.slots.map((slot, index) => ({ slot, count: countSlot(ballots, index, termsOf(rules.value, slot)) }))
  return { recount: { rules: rules.value, ballots, slots, elections: countElections(ballots, slots), adjustments, faults }, faults }
}

/** The terms for counting a topic or option. */
export const termsOf = ({ votetype: rule }: Rules, { lawitem, election }: Slot): CountingTerms => ({ rule, lawitem, election })

function onRecord(
  roster: readonly Ballot[],
  records: readonly VoteRecord[],
  deliveries: readonly Delivery[],
  { slots }: Rules,
  faults: string[],
): BallotOnRecord[] {
  rosterFaults(roster, faults)
  const recordsOf = grouped(records, ({ ballotid }) => ballotid)
  const deliveriesOf = grouped(deliveries, ({ activitypropertyid }) => activitypropertyid)
  const known = new Set(roster.map(({ ballotid }) => ballotid))
  for (const { ballotid, recordid } of records) if (!known.has(ballotid)) faults.push(`投票记录 ${recordid} 的票权 ${ballotid} 不在票权清册中`)
  if (new Set(records.map(({ recordid }) => recordid)).size !== records.length) faults.push('有两条投票记录编号相同')
  for (const { ballotid } of roster.filter(({ ended }) => ended)) {
    if (recordsOf.get(ballotid)?.some(({ recordstatus }) => recordstatus !== 2)) faults.push(`票权 ${ballotid} 已并入其他票权，却有未作废的投票记录`)
  }
  return roster
    .filter(({ ended }) => !ended)
    .map((ballot) => {
      const own = recordsOf.get(ballot.ballotid) ?? []
      const last = own[own.length - 1]
      if (own.slice(0, -1).some(({ recordstatus }) => recordstatus !== 2)) faults.push(`${nameOf(ballot)} 有不止一条未作废的投票记录`)
      if (last?.recordstatus === 1) voteFaults(ballot, last, slots, faults)
      const delivered = ballot.houses.flatMap(({ activitypropertyid }) => deliveriesOf.get(activitypropertyid) ?? [])
      return {
        ballotid: ballot.ballotid,
        area: ballot.area,
        status: last?.recordstatus ?? -1,
        answers: last?.recordstatus === 1 ? last.answers : '',
        delivered: delivered.some(({ voiddate }) => voiddate === ''),
        ballot,
        records: own,
        deliveries: delivered,
      }
    })
}

function rosterFaults(roster: readonly Ballot[], faults: string[]): void {
  const [ballots, properties] = [new Set<string>(), new Set<string>()]
  for (const ballot of roster) {
    if (ballots.has(ballot.ballotid)) faults.push(`票权 ${ballot.ballotid} 在票权清册中出现两次`)
    ballots.add(ballot.ballotid)
    if (ballot.ended) continue
    if (ballot.houses.length === 0) faults.push(`${nameOf(ballot)} 没有房产`)
    for (const { activitypropertyid, place } of ballot.houses) {
      if (properties.has(activitypropertyid)) faults.push(`${placeInWords(place)} 同时属于两票`)
      properties.add(activitypropertyid)
    }
    if (ballot.houses.reduce((sum, { area }) => sum + area, 0) !== ballot.area) faults.push(`${nameOf(ballot)} 的面积不等于其房产面积之和`)
  }
}

/** The last digit offered by each kind of topic. */
const lastAnswer: Readonly<Record<Slot['model'], string>> = { 13: '1', 14: '2', 15: '3' }

function voteFaults(ballot: Ballot, { area, answers }: VoteRecord, slots: readonly Slot[], faults: string[]): void {
  if (area !== null && area !== ballot.area) faults.push(`${nameOf(ballot)} 的投票记录与票权清册的面积不同`)
  if (answers.length !== slots.length) {
    faults.push(`${nameOf(ballot)} 的投票记录有 ${answers.length} 个答案，应为 ${slots.length} 个`)
    return
  }
  for (const [index, { model, number }] of slots.entries()) {
    const digit = answers[index] ?? ''
    if (digit < '0' || digit > lastAnswer[model]) faults.push(`${nameOf(ballot)} 对议题 ${number} 的答案“${digit}”不是该议题的选项`)
  }
}

/** The list of voids must contain exactly the void records. */
function voidFaults({ voids }: Bundle, records: readonly VoteRecord[]): string[] {
  if ('fault' in voids) return [voids.fault]
  const [named, found] = [new Set(voids.value), new Set(records.filter(({ recordstatus }) => recordstatus === 2).map(({ recordid }) => recordid))]
  return [
    ...[...named].filter((id) => !found.has(id)).map((id) => `作废清单中的 ${id} 不是已作废的投票记录`),
    ...[...found].filter((id) => !named.has(id)).map((id) => `投票记录 ${id} 已作废，但不在作废清单中`),
  ]
}

function grouped<T>(list: readonly T[], key: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const each of list) {
    const group = groups.get(key(each))
    if (group) group.push(each)
    else groups.set(key(each), [each])
  }
  return groups
}

/** `一期▶▶3栋▶1单元▶1201` as display text. */
export const placeInWords = (place: string): string =>
  place
    .split('▶')
    .filter((part) => part !== '')
    .join('-')

const placesOf = (properties: readonly Property[]): string => properties.map(({ place }) => placeInWords(place)).join('、')
export const nameOf = ({ ballotid, houses: properties }: Ballot): string => placesOf(properties) || `票权 ${ballotid}`

/** The page's own figures in the form of `results.json`. */
export function resultsOf(recount: Recount) {
  return recount.slots.map(({ slot, count }) => ({
    votetopicid: slot.votetopicid,
    voteoptionid: slot.voteoptionid,
    ...classPairs(count),
    participants: [count.verdict.participants.count, count.verdict.participants.area],
    outcome: count.verdict.outcome,
    ...electionOf(recount, slot),
  }))
}

const ownElection = ({ elections }: Recount, slot: Slot) => elections.find(({ candidates }) => candidates.some((each) => each.slot === slot))

function electionOf(recount: Recount, slot: Slot) {
  const election = ownElection(recount, slot)
  if (!election) return {}
  const { place, tied, overvoted } = standingOf(election, slot)
  return { election: { ...(place === 0 ? {} : { place }), tied, overvoted: [overvoted.count, overvoted.area] } }
}

/** Result of a candidate in words; `''` if the topic fills no seats. */
function standingInWords(standing: ReturnType<typeof standingOf> | null): string {
  if (standing === null) return ''
  const { place, tied, overvoted } = standing
  const seat = place > 0 ? `当选第 ${place} 名` : tied ? '并列' : '未当选'
  return `${seat}，超选 ${overvoted.count} 票 ${squareMetres(overvoted.area)} ㎡`
}

const classNames = { approve: '同意', disapprove: '反对', abstention: '弃权', invalid: '无效', optionnochoose: '未表决' } as const

/** The differences between the program's figures and the page's. */
export function resultFaults(recount: Recount, { results }: Bundle): string[] {
  const { slots } = recount
  if ('fault' in results) return [results.fault]
  if (results.value.length !== slots.length) return [`程序给出 ${results.value.length} 项结果，应为 ${slots.length} 项`]
  return slots.flatMap(({ slot, count: { classes, verdict } }, index) => {
    const row = results.value[index]
    if (row?.votetopicid !== slot.votetopicid || row.voteoptionid !== slot.voteoptionid) return [`程序给出的第 ${index + 1} 项不是议题 ${slot.number}`]
    const pairs = [
      ...CLASSES.map((name) => [classNames[name], row[name], classes[name]] as const),
      ['参与表决', row.participants, verdict.participants] as const,
    ]
    return [
      ...pairs
        .filter(([, given, own]) => given.count !== own.count || given.area !== own.area)
        .map(
          ([name, given, own]) =>
            `议题 ${slot.number} ${name}：程序 ${given.count} 人 ${squareMetres(given.area)} ㎡，复算 ${own.count} 人 ${squareMetres(own.area)} ㎡`,
        ),
      ...electionFaults(recount, slot, row),
      ...(row.outcome === verdict.outcome ? [] : [`议题 ${slot.number} 结果：程序“${row.outcome}”，复算“${verdict.outcome}”`]),
    ]
  })
}

function electionFaults(recount: Recount, slot: Slot, { election: given }: ResultRow): string[] {
  const election = ownElection(recount, slot)
  const [program, own] = [standingInWords(given), standingInWords(election ? standingOf(election, slot) : null)]
  return program === own ? [] : [`议题 ${slot.number} 选举：程序“${program}”，复算“${own}”`]
}

/** Integer 0.01 m² as m²: `1,234.50`. */
export function squareMetres(area: number): string {
  const digits = String(area).padStart(3, '0')
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}
