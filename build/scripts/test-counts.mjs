import { existsSync, readFileSync } from 'node:fs'

/** Numbers of passed, failed and skipped tests. */
export const nothing = { passed: 0, failed: 0, skipped: 0 }

export const add = (left, right) => ({ passed: left.passed + right.passed, failed: left.failed + right.failed, skipped: left.skipped + right.skipped })

/** A tool that only passes or fails counts as one test. */
export const countOfTool = (exitCode) => (exitCode === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 })

/**
 * The counts in a runner's report, checked against its exit code.
 *
 * A runner that failed without a failed test (a file that could not be loaded, an error outside of a test), that wrote no report, or
 * that ran no test at all (unless `mayRunNothing`), counts as one failure, so that it is never taken for a success.
 */
export function countOfRunner(reportPath, exitCode, read, { mayRunNothing = false } = {}) {
  const counts = existsSync(reportPath) ? read(JSON.parse(readFileSync(reportPath, 'utf8'))) : nothing
  const ranNothing = !mayRunNothing && counts.passed + counts.failed + counts.skipped === 0
  return counts.failed === 0 && (exitCode !== 0 || ranNothing) ? { ...counts, failed: 1 } : counts
}

/** Reads vitest's JSON. A file that could not be loaded has no tests of its own and counts as one failure. */
export function readVitest({ testResults }) {
  return testResults.reduce((sum, { status, assertionResults }) => {
    const counts = assertionResults.reduce((file, { status: outcome }) => add(file, countOfOutcome(outcome)), nothing)
    return add(sum, status === 'failed' && counts.failed === 0 ? { ...counts, failed: 1 } : counts)
  }, nothing)
}

function countOfOutcome(outcome) {
  if (outcome === 'passed') return { ...nothing, passed: 1 }
  if (outcome === 'failed') return { ...nothing, failed: 1 }
  return { ...nothing, skipped: 1 } // pending, skipped, todo, disabled
}

/** Reads Playwright's JSON. A test that passed only at a repeated try is not a success. */
export function readPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + (errors ?? []).length, skipped: stats.skipped }
}

/** How many tests Playwright lists, from the JSON of `--list`. */
export function countListed({ suites }) {
  const inSuite = ({ specs = [], suites: inner = [] }) => specs.length + inner.reduce((sum, each) => sum + inSuite(each), 0)
  return suites.reduce((sum, each) => sum + inSuite(each), 0)
}
