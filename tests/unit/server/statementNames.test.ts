import { expect, test } from 'vitest'
import { statementNames } from '../../../src/server/database/statement-names.ts'

test('a statement gets a stable, unique name from its second execution on', () => {
  const nameOf = statementNames()
  expect(nameOf('select 1')).toBeUndefined()
  expect(nameOf('select 2')).toBeUndefined()
  const name = nameOf('select 1')
  expect(name).toBeDefined()
  expect(nameOf('select 1')).toBe(name)
  expect([undefined, name]).not.toContain(nameOf('select 2'))
})

test('at most two hundred statements get names', () => {
  const nameOf = statementNames()
  const texts = Array.from({ length: 201 }, (_, index) => `select ${index}`)
  for (const text of texts) nameOf(text)
  const names = texts.map(nameOf)
  expect(new Set(names.slice(0, 200)).size).toBe(200)
  expect(names.slice(0, 200)).not.toContain(undefined)
  expect(names[200]).toBeUndefined()
  expect(nameOf('select 0')).toBe(names[0])
})

test('statements executed once do not accumulate', () => {
  const nameOf = statementNames()
  nameOf('select once')
  for (let index = 0; index < 1_000; index++) nameOf(`select ${index}`)
  expect(nameOf('select once')).toBeUndefined()
})
