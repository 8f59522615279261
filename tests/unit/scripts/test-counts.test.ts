import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countListed, countOfRunner, nothing, readPlaywright, readVitest } from '../../../build/scripts/test-counts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'counts-'))

function report(content: object): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

const file = (status: string, ...outcomes: string[]) => ({ status, assertionResults: outcomes.map((each) => ({ status: each })) })
const vitest = (...testResults: ReturnType<typeof file>[]) => report({ testResults })
const playwright = (stats: object, errors: object[] = []) => report({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

describe('test counts of a run', () => {
  it('are those of the runner', () => {
    expect(countOfRunner(vitest(file('failed', 'passed', 'failed', 'skipped', 'todo'), file('passed', 'passed')), 1, readVitest)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 2,
    })
    expect(countOfRunner(playwright({ expected: 3, unexpected: 1, skipped: 2 }), 1, readPlaywright)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

  it('include a failure for a file that could not be loaded', () => {
    expect(countOfRunner(vitest(file('failed'), file('passed', 'passed')), 1, readVitest)).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(countOfRunner(playwright({ expected: 1 }, [{}]), 1, readPlaywright)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('include a failure for an error outside of the tests', () => {
    expect(countOfRunner(vitest(file('passed', 'passed')), 1, readVitest)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('include a failure for a run without any tests, whatever its exit code', () => {
    expect(countOfRunner(vitest(), 0, readVitest).failed).toBe(1)
    expect(countOfRunner(join(folder, 'no-report.json'), 0, readVitest).failed).toBe(1)
    expect(countOfRunner(vitest(), 0, readVitest, { mayRunNothing: true })).toEqual(nothing)
    expect(countOfRunner(vitest(), 1, readVitest, { mayRunNothing: true }).failed).toBe(1)
  })

  it('count a test that passed only on retry as a failure', () => {
    expect(countOfRunner(playwright({ expected: 1, flaky: 1 }), 0, readPlaywright)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('include the number of listed tests', () => {
    expect(countListed({ suites: [{ specs: [{}], suites: [{ specs: [{}, {}] }] }, { specs: [] }] })).toBe(3)
  })
})
