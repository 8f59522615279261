import { expect, it } from 'vitest'
import { readFile, rememberedFor, withRemembered } from '../../../src/renderer/features/job/parts/ImportPanel/useRememberedColumns.ts'

const about = { endpoint: 'property.import', headers: ['期', '哪座'], mapping: { 哪座: 'building' } }

it('mapped columns are remembered per import and complete header row', () => {
  const remembered = withRemembered([], about) ?? []
  expect(rememberedFor(remembered, 'property.import', ['期', '哪座'])).toEqual({ 哪座: 'building' })
  expect(rememberedFor(remembered, 'notification.import', ['期', '哪座'])).toBeUndefined()
  expect(rememberedFor(remembered, 'property.import', ['哪座', '期'])).toBeUndefined()
  expect(rememberedFor(remembered, 'property.import', ['期', '哪座', '备注'])).toBeUndefined()
})

it('known mappings are not stored again; a new one replaces an old one, and the oldest is dropped', () => {
  const remembered = withRemembered([], about) ?? []
  expect(withRemembered(remembered, about)).toBeNull()
  expect(withRemembered(remembered, { ...about, mapping: { 哪座: 'unit' } })).toEqual([{ ...about, mapping: { 哪座: 'unit' } }])
  let many = remembered
  for (let index = 0; index < 12; index++) many = withRemembered(many, { ...about, headers: [`列${index}`] }) ?? []
  expect(many.length).toBe(10)
  expect(rememberedFor(many, 'property.import', about.headers)).toBeUndefined()
})

it('headers are known for a file that was read or whose columns are asked for, and no other', () => {
  const file = { name: 'a.xlsx', bytes: new Uint8Array([1]) }
  const unknown = { columns: ['期', '哪座'], needed: ['building'], headerrow: 1, headers: [] }
  expect(readFile({ step: 'columns', file, sentence: '', unknown })).toEqual({ file, headers: ['期', '哪座'] })
  expect(readFile({ step: 'check', file, progress: null })).toBeNull()
  expect(readFile({ step: 'checked', file, check: { total: 1, inserted: 1, updated: 0 }, lost: null })).toBeNull()
})
