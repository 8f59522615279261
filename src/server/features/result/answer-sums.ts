import type { ElectionSlots } from '#shared/features/activity/elections.ts'
import type { Share } from '#shared/features/result/rules.ts'
import type { AnswerSums } from './counting.ts'

const [COMMA, COLON, ZERO, APPROVED] = [0x2c, 0x3a, 0x30, 0x31]
/** 0 left open, 1 approve, 2 oppose, 3 abstain. */
const ANSWERS = 4

/**
 * Sums voted ballots by their answers to each slot, from text packed by the database.
 *
 * A ballot is `12050:0132,`: its area in integer 0.01 m², a colon, its answers with one character per slot, a comma. One
 * long text costs the database and this process a third of a row per ballot (`design/storage.md`, Data).
 *
 * A ballot that approves more options of an election than there are seats counts as open in all of them, and is summed separately.
 */
export function createAnswerSums(slotCount: number, elections: readonly ElectionSlots[] = []) {
  const width = slotCount * ANSWERS
  const counts = new Int32Array(width)
  // Sums of areas exceed 32 bits; a double is exact up to 2^53.
  const areas = new Float64Array(width)
  const overvotes = elections.map(() => ({ count: 0, areaHundredths: 0 }))

  /** Reverts a ballot's answers to an election in which it approves too many options. */
  function leaveOut(bytes: Buffer, start: number, area: number): void {
    for (const [index, { first, count, seats }] of elections.entries()) {
      let approved = 0
      for (let at = start + first; at < start + first + count; at++) if (bytes[at] === APPROVED) approved++
      const overvoted = overvotes[index]
      if (approved <= seats || overvoted === undefined) continue
      overvoted.count++
      overvoted.areaHundredths += area
      for (let slot = first; slot < first + count; slot++) {
        const place = slot * ANSWERS
        const answered = place + bytes[start + slot]! - ZERO
        counts[answered]!--
        areas[answered]! -= area
        counts[place]!++
        areas[place]! += area
      }
    }
  }

  return {
    /**
     * The `!` below are used where an index is within its array; a fallback there costs a third of the time, and a read
     * past the end gives NaN, which equals no character.
     *
     * @throws Error if a ballot has not one answer of 0 to 3 for each slot: the caller's sums would be wrong
     */
    add(packed: string): void {
      const bytes = Buffer.from(packed, 'latin1') // read twice as fast as the text itself
      const broken = (at: number) => new Error(`a packed ballot does not fit ${slotCount} slots at ${at}`)
      let at = 0
      while (at < bytes.length) {
        let area = 0
        for (let code = bytes[at++]!; code !== COLON; code = bytes[at++]!) {
          if (!(code >= ZERO && code <= ZERO + 9)) throw broken(at)
          area = area * 10 + code - ZERO
        }
        const [start, end] = [at, at + slotCount]
        if (bytes[end] !== COMMA) throw broken(at)
        let unknown = 0
        for (let index = 0; at < end; index += ANSWERS) {
          const answer = bytes[at++]! - ZERO
          unknown |= answer & ~3
          const place = index + (answer & 3)
          counts[place]!++
          areas[place]! += area
        }
        if (unknown !== 0) throw broken(at)
        if (elections.length > 0) leaveOut(bytes, start, area)
        at++
      }
    },
    /** Sums of the answers to a slot, from 0: left open, approved, opposed, abstained. */
    slot(position: number): AnswerSums {
      const share = (answer: number): Share => ({ count: counts[position * ANSWERS + answer] ?? 0, areaHundredths: areas[position * ANSWERS + answer] ?? 0 })
      return [share(0), share(1), share(2), share(3)]
    },
    /** Ballots that approve too many options of an election, by the election's index. */
    overvoted: (election: number): Share => ({ ...(overvotes[election] ?? { count: 0, areaHundredths: 0 }) }),
  }
}
/** The accumulated sums. */
export type AnswerSumsBySlot = Pick<ReturnType<typeof createAnswerSums>, 'slot' | 'overvoted'>
