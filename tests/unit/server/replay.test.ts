import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createComparison, createReplay } from '../../../src/server/features/journal/replay/replay.ts'
import { laterFields, type StateRow, type StateValue } from '../../../src/server/features/journal/replay/state.ts'

const value = fc.oneof(fc.constantFrom<StateValue>(null, '', 'null', '1', 1, 0, 1.5, '张三'), fc.string(), fc.integer())
const LATER = laterFields.topic ?? []
const fields = fc.dictionary(fc.constantFrom('title', 'sortNo', ...LATER, '__proto__', 'toString'), value)
/** As in the journal's JSON: every name is an own field of the row. */
const rowOf = (id: string, row: Record<string, StateValue>): StateRow => JSON.parse(JSON.stringify({ ...row, id })) as StateRow

/** The layout's definition: every recorded field is equal, and later unrecorded ones are empty. */
function isSameFieldByField(told: StateRow, row: StateRow): boolean {
  const held = new Map(Object.entries(row))
  const isAlike = Object.entries(told).every(([name, expected]) => (held.get(name) ?? null) === expected)
  return isAlike && LATER.every((name) => Object.hasOwn(told, name) || (held.get(name) ?? '') === '')
}

it('a row is found if its entry matches field by field, whatever was written and removed before', () => {
  const steps = fc.array(fc.record({ id: fc.constantFrom('r1', 'r2', 'r3'), row: fc.option(fields) }), { maxLength: 20 })
  fc.assert(
    fc.property(steps, fields, (all, other) => {
      const replay = createReplay()
      const told = new Map<string, StateRow>()
      replay.apply({ begins: true })
      for (const { id, row } of all) {
        expect(replay.apply(row === null ? { gone: { topic: [id] } } : { topic: [rowOf(id, row)] })).toBe(true)
        if (row === null) told.delete(id)
        else told.set(id, rowOf(id, row))
      }
      expect(replay.rowCount()).toBe(told.size)
      for (const id of ['r1', 'r2', 'r3']) {
        const expected = told.get(id)
        for (const found of [rowOf(id, other), ...(expected ? [expected] : [])]) {
          const comparison = createComparison('activity', replay.rows())
          expect(comparison.found('topic', found)).toBe(expected !== undefined && isSameFieldByField(expected, found))
          const missing = comparison.end().differences.filter((each) => each.found === null && each.field === '')
          expect(missing.map((each) => each.id).toSorted()).toEqual([...told.keys()].filter((each) => each !== id).toSorted())
        }
      }
    }),
  )
})
