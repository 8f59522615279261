import { canonical } from './canonical.ts'
import { fieldsOf, hashOf, listOf, oneOf, parsed, textOf, textOrNone, Unreadable, wholeOf, type Fields } from './fields.ts'
import { sha256Of } from './hashing.ts'
import { RULES, type Rule } from './counting.ts'

// Samples of papers, redrawn and remultiplied: written from `reading.md` section 5 alone.

const LISTS = ['H', 'A'] as const
export type List = (typeof LISTS)[number]
const KINDS = ['quorum', 'pass', 'lead2', 'lead3', 'fail', 'notlead2', 'notlead3'] as const
export type Kind = (typeof KINDS)[number]

export interface Assertion {
  readonly votetopicid: string
  readonly voteoptionid: string
  readonly kind: Kind
  readonly list: List
  readonly margin: bigint
  readonly cap: number
  readonly total: bigint
}
interface Vote {
  readonly recordid: string
  readonly answers: string
  readonly area: number
  readonly code: string
}
/** Header of a frozen list. */
export interface SampledList {
  /** False: a sample of owners. */
  readonly isOfPapers: boolean
  /** Heads and area of everyone entitled. */
  readonly whole: readonly [number, number]
  readonly items: readonly {
    readonly votetopicid: string
    readonly voteoptionid: string
    readonly outcome: string
    readonly assertions: readonly Assertion[]
  }[]
  readonly votes: readonly Vote[]
}
/** A sample as contained in the bundle. */
export interface Sample {
  readonly sampleid: string
  readonly list: string
  readonly digest: string
  /** `''` before the seed is drawn. */
  readonly seed: string
  readonly draws: Readonly<Record<List, readonly number[]>>
  /** Answers read, by record; null: no paper. */
  readonly readings: ReadonlyMap<string, string | null>
  readonly t: readonly { readonly t: string; readonly reached: boolean }[]
  readonly state: 0 | 1 | 2 | 3
  /** Whether the program marked it as stale. */
  readonly isStale: boolean
}

/** An assertion as shown on the page. */
export interface CheckedAssertion extends Assertion {
  readonly draws: number
  readonly t: string
  readonly reached: boolean
}
export interface CheckedSample {
  readonly sample: Sample
  readonly name: string
  readonly list: SampledList
  readonly count: number
  readonly risk: number
  readonly assertions: readonly CheckedAssertion[]
  readonly faults: readonly string[]
}

/** Parses a line of `data/samples.jsonl`. */
export function readSample(fields: Fields): Sample {
  const draws = fieldsOf(fields['draws'], 'draws')
  const whole = (name: string): number[] => listOf(draws, name).map((each) => wholeOf({ each }, 'each'))
  return {
    sampleid: textOf(fields, 'sampleid'),
    list: textOf(fields, 'list'),
    digest: hashOf(fields, 'digest'),
    seed: textOf(fields, 'seed'),
    draws: { H: whole('H'), A: whole('A') },
    readings: new Map(
      listOf(fields, 'readings').map((each): [string, string | null] => {
        const reading = fieldsOf(each, 'readings')
        return [textOf(reading, 'recordid'), textOrNone(reading, 'answers')]
      }),
    ),
    t: listOf(fields, 't').map((each) => {
      const line = fieldsOf(each, 't')
      return { t: textOf(line, 't'), reached: line['reached'] === true }
    }),
    state: oneOf(fields, 'state', [0, 1, 2, 3]),
    isStale: fields['stale'] === true,
  }
}

/** Redraws a sample, recomputes T, and compares both with the bundle. */
export function checkSample(sample: Sample, slotOf: (votetopicid: string, voteoptionid: string) => number): CheckedSample {
  const name = `抽样 ${sample.digest.slice(0, 8)}`
  const faults: string[] = []
  if (sha256Of(sample.list) !== sample.digest) faults.push(`${name}：清单与其校验值不符`)
  const { rule, risk, list: frozen, listFaults } = readList(sample.list)
  const { votes } = frozen
  const assertions = frozen.items.reduce<readonly Assertion[]>((all, item) => [...all, ...item.assertions], [])
  faults.push(...listFaults.map((fault) => `${name}：${fault}`))
  const drawn: Record<List, number[]> = { H: [], A: [] }
  for (const list of LISTS) {
    drawn[list] = sample.seed === '' ? [] : drawAll(sample, list, votes, sample.draws[list].length)
    if (drawn[list].join() !== sample.draws[list].join()) faults.push(`${name}：按随机数字重新抽取的${list === 'H' ? '票' : '面积'}与所记的不同`)
  }
  const checked = assertions.map((assertion) => {
    const slot = slotOf(assertion.votetopicid, assertion.voteoptionid)
    const taints: number[] = []
    for (const index of drawn[assertion.list]) {
      const vote = votes[index]
      if (!vote || !sample.readings.has(vote.recordid)) break
      const read = sample.readings.get(vote.recordid)
      taints.push(taint(assertion, rule, vote.answers.charAt(slot), read === null || read === undefined ? null : read.charAt(slot)))
    }
    return { ...assertion, draws: taints.length, ...multiply(assertion, risk, taints) }
  })
  checked.forEach((assertion, index) => {
    const told = sample.t[index]
    if (told?.t !== assertion.t || told.reached !== assertion.reached)
      faults.push(`${name}：第 ${index + 1} 条断言重新计算的 T 是 ${assertion.t}，与所记的不同`)
  })
  if (sample.t.length !== checked.length) faults.push(`${name}：断言的条数与清单不同`)
  const isUnread = LISTS.some((list) => drawn[list].some((index) => !sample.readings.has(votes[index]?.recordid ?? '')))
  const isConfirmed = sample.seed !== '' && !isUnread && checked.every(({ reached }) => reached)
  if (sample.state !== 3 && (sample.state === 2) !== isConfirmed) faults.push(`${name}：是否可以停止与重新计算的不同`)
  return { sample, name, list: frozen, count: votes.length, risk, assertions: checked, faults }
}

function readList(text: string): { rule: Rule; risk: number; list: SampledList; listFaults: string[] } {
  const [first = '', ...rows] = text.split('\n').slice(0, -1)
  const head = fieldsOf(parsed(first), '清单')
  const votes = rows.map((row): Vote => {
    const fields = fieldsOf(parsed(row), '清单')
    return { recordid: textOf(fields, 'recordid'), answers: textOf(fields, 'answers'), area: wholeOf(fields, 'area'), code: textOf(fields, 'code') }
  })
  const items = listOf(head, 'items').map((each) => {
    const item = fieldsOf(each, 'items')
    const ids = { votetopicid: textOf(item, 'votetopicid'), voteoptionid: textOf(item, 'voteoptionid') }
    return { ...ids, outcome: textOf(item, 'outcome'), assertions: listOf(item, 'assertions').map((one) => readAssertion(fieldsOf(one, 'assertions'), ids)) }
  })
  const [heads, wholeArea] = listOf(head, 'whole').map((each) => wholeOf({ each }, 'each'))
  if (heads === undefined || wholeArea === undefined) throw new Unreadable('whole 格式不正确')
  const listFaults: string[] = []
  const area = votes.reduce((sum, vote) => sum + vote.area, 0)
  if (wholeOf(head, 'count') !== votes.length || wholeOf(head, 'area') !== area) listFaults.push('清单的票数或面积与各行之和不符')
  if (votes.some((vote, index) => index > 0 && (votes[index - 1]?.recordid ?? '') >= vote.recordid)) listFaults.push('清单的各行没有按记录编号排列')
  if (canonical(head) !== first) listFaults.push('清单不是规范的写法')
  return {
    rule: oneOf(head, 'votetype', RULES),
    risk: wholeOf(head, 'risk'),
    list: { isOfPapers: wholeOf(head, 'mode') === 1, whole: [heads, wholeArea], items, votes },
    listFaults,
  }
}

const readAssertion = (fields: Fields, ids: Pick<Assertion, 'votetopicid' | 'voteoptionid'>): Assertion => ({
  ...ids,
  kind: kindOf(fields['kind']),
  list: fields['list'] === 'H' ? 'H' : 'A',
  margin: BigInt(textOf(fields, 'margin')),
  cap: wholeOf(fields, 'cap'),
  total: BigInt(textOf(fields, 'total')),
})

function kindOf(value: unknown): Kind {
  const kind = KINDS.find((each) => each === value)
  if (kind === undefined) throw new Unreadable('kind 格式不正确')
  return kind
}

/** Draw j of a list: SHA-256 of `digits,digest,list,j` as a 256-bit number, scaled to the votes or to their area. */
function drawAll({ seed, digest }: Sample, list: List, votes: readonly Vote[], count: number): number[] {
  const total = list === 'H' ? votes.length : votes.reduce((sum, { area }) => sum + area, 0)
  const drawn: number[] = []
  for (let j = 1; j <= count; j++) {
    const point = Number((BigInt(`0x${sha256Of(`${seed},${digest},${list},${j}`)}`) * BigInt(total)) >> BigInt(256))
    let [index, before] = [0, 0]
    while (list === 'A' && before + (votes[index]?.area ?? Infinity) <= point) before += votes[index++]?.area ?? 0
    drawn.push(list === 'H' ? point : index)
  }
  return drawn
}

const ANY = ['0', '1', '2', '3', null] as const

/** A vote's value for an assertion, by its answer; null: no paper. */
function worth({ kind, cap }: Assertion, rule: Rule, answer: string | null): number {
  if (kind === 'quorum') return answer === null ? 0 : 3
  if (kind === 'pass') return answer === null ? (rule === 5 ? -1 : 0) : answer === '1' ? 1 : 1 - cap
  if (kind === 'fail') return answer === null ? (rule === 3 || rule === 4 ? -1 : 0) : answer === '1' ? -1 : cap - 1
  const sign = kind.indexOf('not') === 0 ? -1 : 1
  return answer === '1' ? sign : answer === kind.charAt(kind.length - 1) ? -sign : 0
}

function taint(assertion: Assertion, rule: Rule, recorded: string, read: string | null): number {
  const fallen = (to: string | null): number => Math.max(0, worth(assertion, rule, recorded) - worth(assertion, rule, to))
  return read === '-' ? Math.max(...ANY.map(fallen)) : fallen(read)
}

/** T after the draws, to six decimals, and whether it ever reached 100/risk. */
function multiply({ margin, cap, total }: Assertion, risk: number, taints: readonly number[]): { t: string; reached: boolean } {
  const ten = BigInt(10)
  const whole = BigInt(cap) * total
  let [top, bottom] = [BigInt(1), BigInt(1)]
  let reached = margin >= whole
  if (!reached) {
    for (const each of taints) {
      top *= ten * whole - margin - BigInt(9 * each) * total
      bottom *= ten * (whole - margin)
      if (margin > BigInt(0) && top * BigInt(risk) >= BigInt(100) * bottom) reached = true
    }
  }
  const millionths = (top * BigInt(2_000_000) + bottom) / (BigInt(2) * bottom)
  const digits = String(millionths).padStart(7, '0')
  return { t: `${digits.slice(0, -6)}.${digits.slice(-6)}`, reached }
}
