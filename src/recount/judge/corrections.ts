import type { Bundle, ResultRow } from './bundle.ts'
import { CLASSES } from './bundle.ts'
import { countSlot, type CountedBallot } from './counting.ts'
import { classPairs } from './digests.ts'
import { countElections, type CountedElection, type CountedSlot } from './election.ts'
import { type Fields, fieldsOf, listOf, oneOf, textOf, textOrNone, Unreadable, wholeOf } from './fields.ts'
import { nameOf, resultsOf, squareMetres, termsOf, type Recount } from './recount.ts'

// Corrections of justified objections, applied to the ballots and recounted: written from `after.md` section 4 alone.

const KINDS = ['void', 'answers', 'vote', 'undelivered', 'area'] as const
type Kind = (typeof KINDS)[number]

/** A correction in force. */
interface Correction {
  readonly objection: number
  readonly ballotid: string
  readonly kind: Kind
  /** For `answers` and `vote`; one digit per slot. */
  readonly answers: string
  /** For `area`. */
  readonly area: number
}

const kindNames: Readonly<Record<Kind, string>> = {
  void: '作废投票',
  answers: '更正投票内容',
  vote: '补录投票',
  undelivered: '更正为未送达',
  area: '更正面积',
}

/** The corrections of an objection's last decision if it found the objection justified; otherwise none. */
export function readCorrections(fields: Fields): Correction[] {
  const objection = wholeOf(fields, 'number')
  if (oneOf(fields, 'status', [0, 1, 2, 3]) !== 1) return []
  const decisions = listOf(fields, 'decisions')
  const last = fieldsOf(decisions[decisions.length - 1], 'decisions')
  return listOf(last, 'corrections').map((each) => {
    const correction = fieldsOf(each, 'corrections')
    const kind = KINDS.find((known) => known === correction['kind'])
    if (kind === undefined) throw new Unreadable('更正的 kind 格式不正确')
    return {
      objection,
      ballotid: textOf(correction, 'ballotid'),
      kind,
      answers: kind === 'answers' || kind === 'vote' ? textOf(correction, 'answers') : (textOrNone(correction, 'answers') ?? ''),
      area: kind === 'area' ? wholeOf(correction, 'area') : 0,
    }
  })
}

/** A vote counted with its corrections. */
export interface CorrectedCount {
  readonly slots: readonly CountedSlot[]
  readonly elections: readonly CountedElection[]
  /** One message each. */
  readonly words: readonly string[]
  /** Corrections that do not fit the records. */
  readonly faults: readonly string[]
}

function apply<B extends CountedBallot>(ballot: B, { kind, answers, area }: Correction): B {
  if (kind === 'void') return { ...ballot, status: 2, answers: '' }
  if (kind === 'undelivered') return { ...ballot, delivered: false }
  if (kind === 'area') return { ...ballot, area }
  return { ...ballot, status: 1, answers }
}

/** Why a correction does not fit its ballot; `''` if it does. */
function misfit({ kind, answers, area }: Correction, ballot: CountedBallot, slotCount: number): string {
  if ((kind === 'void' || kind === 'answers') && ballot.status !== 1) return '该票没有计票的投票记录'
  if (kind === 'vote' && ballot.status === 1) return '该票已有计票的投票记录'
  if (kind === 'undelivered' && !ballot.delivered) return '该票没有送达记录'
  if (kind === 'area' && area === 0) return '面积应大于 0'
  if ((kind === 'answers' || kind === 'vote') && !(answers.length === slotCount && /^[0-3]*$/.test(answers))) return '答案与议题不符'
  return ''
}

/** Counts a vote with the corrections in force; null if none. */
export function countCorrected({ ballots, rules }: Recount, corrections: readonly Correction[]): CorrectedCount | null {
  if (corrections.length === 0) return null
  const faults: string[] = []
  const words: string[] = []
  const taken = new Set<string>()
  const laid = new Map<string, CountedBallot>(ballots.map((ballot) => [ballot.ballotid, ballot]))
  for (const correction of corrections) {
    const { objection, ballotid, kind } = correction
    const onRecord = ballots.find((each) => each.ballotid === ballotid)
    const now = laid.get(ballotid)
    if (!onRecord || !now) {
      faults.push(`异议 ${objection} 更正的票权 ${ballotid} 不在票权清册中`)
      continue
    }
    const part = `${kind === 'undelivered' || kind === 'area' ? kind : 'vote'} ${ballotid}`
    const reason = taken.has(part) ? '该票已由另一项更正' : misfit(correction, onRecord, rules.slots.length)
    if (reason !== '') faults.push(`异议 ${objection} 对 ${nameOf(onRecord.ballot)} 的${kindNames[kind]}不符合记录：${reason}`)
    taken.add(part)
    laid.set(ballotid, apply(now, correction))
    words.push(`异议 ${objection}：${nameOf(onRecord.ballot)}　${kindNames[kind]}`)
  }
  const all = Array.from(laid.values())
  const slots = rules.slots.map((slot, index) => ({ slot, count: countSlot(all, index, termsOf(rules, slot)) }))
  return { slots, elections: countElections(all, slots), words, faults }
}

/** The page's own figures in the form of `results.json`, including the corrected ones. */
export const allResultsOf = (recount: Recount, corrected: CorrectedCount | null) =>
  resultsOf(recount).map((row, index) => {
    const own = corrected?.slots[index]
    return own ? { ...row, corrected: correctedRow(own) } : row
  })

const correctedRow = ({ count }: CountedSlot) => ({
  ...classPairs(count),
  participants: [count.verdict.participants.count, count.verdict.participants.area],
  outcome: count.verdict.outcome,
})

const classNames = { approve: '同意', disapprove: '反对', abstention: '弃权', invalid: '无效', optionnochoose: '未表决' } as const

/** Differences between the program's corrected figures and the page's own. */
export function correctedFaults(corrected: CorrectedCount | null, { results }: Bundle): string[] {
  if ('fault' in results) return []
  const given = results.value
  if (corrected === null) return given.some((row) => row.corrected !== null) ? ['程序给出更正后的结果，但没有成立的更正'] : []
  return corrected.slots.flatMap(({ slot, count: { classes, verdict } }, index) => {
    const row: ResultRow['corrected'] | undefined = given[index]?.corrected
    if (row === null || row === undefined) return [`议题 ${slot.number}：程序没有给出更正后的结果`]
    const pairs = [
      ...CLASSES.map((name) => [classNames[name], row[name], classes[name]] as const),
      ['参与表决', row.participants, verdict.participants] as const,
    ]
    return [
      ...pairs
        .filter(([, program, own]) => program.count !== own.count || program.area !== own.area)
        .map(
          ([name, program, own]) =>
            `议题 ${slot.number} 更正后${name}：程序 ${program.count} 人 ${squareMetres(program.area)} ㎡，复算 ${own.count} 人 ${squareMetres(own.area)} ㎡`,
        ),
      ...(row.outcome === verdict.outcome ? [] : [`议题 ${slot.number} 更正后结果：程序“${row.outcome}”，复算“${verdict.outcome}”`]),
    ]
  })
}
