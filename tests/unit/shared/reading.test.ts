import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differingSlots, isOpenDifference, secondEntryState, standingReadings, type SecondEntryReading } from '../../../src/shared/features/reading/rules.ts'

const answers = fc.array(fc.constantFrom('0', '1', '2', '3'), { minLength: 3, maxLength: 3 }).map((digits) => digits.join(''))
const reading = fc.record({ by: fc.integer({ min: 1, max: 3 }), answers, decision: fc.constantFrom(null, 1 as const) })
const readings = fc.array(reading, { maxLength: 8 })

describe('second entries', () => {
  it('differ in exactly the slots with different answers', () => {
    fc.assert(
      fc.property(answers, answers, (record, read) => {
        const places = differingSlots(record, read)
        expect(places).toEqual([0, 1, 2].filter((place) => record[place] !== read[place]))
        expect(places.length === 0).toBe(record === read)
      }),
    )
  })

  it('count once per person, the newest', () => {
    fc.assert(
      fc.property(readings, (all) => {
        const standing = standingReadings(all)
        expect(new Set(standing.map(({ by }) => by))).toEqual(new Set(all.map(({ by }) => by)))
        for (const one of standing) expect(all.findLast(({ by }) => by === one.by)).toBe(one)
      }),
    )
  })

  it('are due without a reading; an open difference outweighs any other reading', () => {
    fc.assert(
      fc.property(answers, readings, (record, all) => {
        const state = secondEntryState(record, all)
        const standing = standingReadings(all)
        expect(state === 'due').toBe(all.length === 0)
        expect(state === 'different').toBe(standing.some((one) => isOpenDifference(record, one)))
        if (state === 'same') expect(standing.some((one) => one.answers === record)).toBe(true)
        if (state === 'settled') expect(standing.every((one) => one.answers !== record && one.decision !== null)).toBe(true)
      }),
    )
  })

  it('a slip corrected by the same person leaves no difference', () => {
    fc.assert(
      fc.property(answers, answers, fc.integer({ min: 1, max: 3 }), (record, slip, by) => {
        const entered = (given: string): SecondEntryReading => ({ by, answers: given, decision: null })
        expect(secondEntryState(record, [entered(slip), entered(record)])).toBe('same')
      }),
    )
  })

  it('detect every paper of 10,000 that one side typed wrongly', () => {
    let seed = 20_260_501
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const digit = () => String(Math.floor(random() * 4))
    let wrong = 0
    let found = 0
    for (let paper = 0; paper < 10_000; paper++) {
      const record = digit() + digit() + digit()
      const place = Math.floor(random() * 3)
      const isSlip = random() < 0.005
      const read = isSlip ? record.slice(0, place) + String((Number(record[place]) + 1) % 4) + record.slice(place + 1) : record
      if (isSlip) wrong++
      if (secondEntryState(record, [{ by: 2, answers: read, decision: null }]) === 'different') found++
    }
    expect(wrong).toBeGreaterThan(20)
    expect(found).toBe(wrong)
  })
})
