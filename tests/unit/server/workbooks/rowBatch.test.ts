import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packRows, unpackRows } from '../../../../src/server/workbooks/rowBatch.ts'

const value = fc.oneof(fc.constant(null), fc.string({ unit: 'binary' }), fc.integer(), fc.array(fc.string()))

it('rows come out as they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ row: fc.integer(), name: value, owners: value, category: value }, { noNullPrototype: true })), (rows) => {
      const batch = packRows(rows)
      expect(batch.count).toBe(rows.length)
      expect(unpackRows(batch)).toEqual(rows)
    }),
  )
})

it('a row with another number of fields is not packed by halves', () => {
  expect(() => packRows([{ row: 1, name: '张三' }, { row: 2 }])).toThrow('other fields')
})
