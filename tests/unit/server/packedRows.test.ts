import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPackedRows } from '../../../src/server/features/audit/replay/packedRows.ts'
import type { StateRow, StateValue } from '../../../src/server/features/audit/replay/state.ts'

const value = fc.oneof(
  fc.constantFrom<StateValue>(null, '', 'null', '1', 1, 0, -0, 1.5, Infinity, -Infinity, '\ud800', '\udbff\udfff', '张三', '["Infinity"]', 'Infinity'),
  fc.string(),
  fc.integer(),
)
const fields = fc.dictionary(fc.constantFrom('a', 'b', 'later', '__proto__', 'toString', '7'), value)
const rowOf = (id: string, row: Record<string, StateValue>): StateRow => ({ ...row, id })
const LATER = ['later']

/** As the layout has it: every field that is told, and a later one that is not told must be empty. */
function isSameFieldByField(told: StateRow, row: StateRow): boolean {
  const held = new Map(Object.entries(row))
  const isAlike = Object.entries(told).every(([name, expected]) => (held.get(name) ?? null) === expected)
  return isAlike && LATER.every((name) => Object.hasOwn(told, name) || (held.get(name) ?? '') === '')
}

it('rows come back as they were taken in, whatever was changed and removed before', () => {
  const steps = fc.array(fc.record({ id: fc.constantFrom('r1', 'r2', 'r3'), row: fc.option(fields) }), { maxLength: 30 })
  fc.assert(
    fc.property(steps, (all) => {
      const [packed, plain] = [createPackedRows(LATER), new Map<string, StateRow>()]
      for (const { id, row } of all) {
        if (row === null) {
          packed.delete(id)
          plain.delete(id)
        } else {
          packed.set(rowOf(id, row))
          plain.set(id, rowOf(id, row))
        }
      }
      expect(packed.size).toBe(plain.size)
      expect(new Set([...packed.ids()].map(([id]) => id))).toEqual(new Set(plain.keys()))
      for (const id of ['r1', 'r2', 'r3']) {
        // JSON has no zero below zero, and to compare rows it is none.
        const told = plain.get(id)
        const expected = told && Object.fromEntries(Object.entries(told).map(([name, each]) => [name, Object.is(each, -0) ? 0 : each]))
        expect(packed.get(id)).toEqual(expected)
      }
    }),
  )
})

it('a row is the same where comparing field by field finds no difference, and only there', () => {
  fc.assert(
    fc.property(fields, fc.option(fields), (told, other) => {
      const packed = createPackedRows(LATER)
      packed.set(rowOf('r', told))
      const row = rowOf('r', other ?? told)
      expect(packed.isSame(packed.placeOf('r') ?? -1, row)).toBe(isSameFieldByField(rowOf('r', told), row))
    }),
    // A row without a field is not one with that field's inherited value.
    { numRuns: 1_000, examples: [[{ toString: null }, {}]] },
  )
})

it('thousands of rows that grow and shrink stay whole when their blocks are packed anew', () => {
  const packed = createPackedRows()
  const text = (index: number, round: number): string => '字'.repeat((index * 7 + round * 131) % 900)
  for (let round = 0; round < 6; round++) {
    for (let index = 0; index < 3_000; index++) {
      if ((index + round) % 11 === 0) packed.delete(`r${index}`)
      else packed.set({ id: `r${index}`, text: text(index, round), round })
    }
  }
  // Larger than a block.
  packed.set({ id: 'large', text: '字'.repeat(600_000) })
  packed.set({ id: 'behind', text: 'x' })
  expect(packed.get('large')?.['text']).toHaveLength(600_000)
  expect(packed.get('behind')).toEqual({ id: 'behind', text: 'x' })
  for (let index = 0; index < 3_000; index++) {
    const isGone = (index + 5) % 11 === 0
    expect(packed.get(`r${index}`)).toEqual(isGone ? undefined : { id: `r${index}`, text: text(index, 5), round: 5 })
  }
})
