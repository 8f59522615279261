import { expect, it } from 'vitest'
import { Refusal } from '../../../../src/shared/contract/refusals.ts'
import { badWorkbooks } from '../../../support/workbooks/badWorkbooks.ts'
import { readWorkbook } from './support.ts'

/** Each within 5 s (`bad-input.md`, Workbooks) of CPU time of all threads, independent of the machine's load. */
const MOST_MICROSECONDS = 5_000_000
/** Allowed memory growth meanwhile, in bytes. */
const MOST_BYTES = 100 * 1024 * 1024

it('covers forty kinds of bad and odd workbooks', () => {
  expect(badWorkbooks.filter(({ answer }) => answer !== 'imports').length).toBeGreaterThanOrEqual(40)
  expect(new Set(badWorkbooks.map(({ name }) => name)).size).toBe(badWorkbooks.length)
})

it.each(badWorkbooks)('answers a workbook with $name', { timeout: 60_000 }, async ({ make, fileName, answer }) => {
  const bytes = await make()
  const before = { processor: process.cpuUsage(), memory: process.memoryUsage.rss() }
  let mostMemory = before.memory
  const sampling = setInterval(() => (mostMemory = Math.max(mostMemory, process.memoryUsage.rss())), 10)
  const result = await readWorkbook(bytes, { fileName }).catch((error: unknown) => error)
  clearInterval(sampling)
  const processor = process.cpuUsage(before.processor)

  if (answer === 'imports') expect(result).toMatchObject({ errorCount: 0 })
  else {
    expect(result).toBeInstanceOf(Refusal)
    expect((result as Refusal).message).toMatch(answer)
  }
  expect(processor.user + processor.system).toBeLessThan(MOST_MICROSECONDS)
  expect(mostMemory - before.memory).toBeLessThan(MOST_BYTES)
})
