import { expect, it } from 'vitest'
import { Refusal } from '../../../../src/shared/contract/envelope.ts'
import { badWorkbooks } from '../../../support/workbooks/badWorkbooks.ts'
import { readWorkbook } from './support.ts'

/** Each within 5 s (`bad-input.md`, Workbooks), counted in processor time of all threads, so that a busy machine is no failure. */
const LIMIT_MICROSECONDS = 5_000_000

it('knows forty kinds of bad and odd workbooks', () => {
  expect(badWorkbooks.filter(({ answer }) => answer !== 'imports').length).toBeGreaterThanOrEqual(40)
  expect(new Set(badWorkbooks.map(({ name }) => name)).size).toBe(badWorkbooks.length)
})

it.each(badWorkbooks)('answers a workbook with $name', { timeout: 60_000 }, async ({ make, fileName, answer }) => {
  const bytes = await make()
  const before = process.cpuUsage()
  const result = await readWorkbook(bytes, { fileName }).catch((error: unknown) => error)
  const took = process.cpuUsage(before)
  if (answer === 'imports') expect(result).toMatchObject({ errorCount: 0 })
  else {
    expect(result).toBeInstanceOf(Refusal)
    expect((result as Refusal).message).toMatch(answer)
  }
  expect(took.user + took.system).toBeLessThan(LIMIT_MICROSECONDS)
})
