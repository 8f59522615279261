import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { ensureBuild } from './build.mjs'
import { run, runQuietly } from './child.mjs'
import { ensureChromium } from './chromium.mjs'
import { electronVariables } from './electron-binary.mjs'
import { removeFile } from './folders.mjs'
import { continueOnNode24, environment } from './node24.mjs'
import { inProject } from './project.mjs'
import { inMemory } from './memory-folder.mjs'
import { ensureServerCode } from './server-code.mjs'
import { endWithSentence, ensureSetup } from './setup.mjs'
import { add, countListed, countOfRunner, countOfTool, nothing, readPlaywright, readVitest } from './test-counts.mjs'

// npm run check, npm run check:quick, npm test, npm run soak, npm run bench, npm run documents, npm run screens, npm run test:packed, npm run test:busy: the steps one after another, and one line of counts over all of them.

const check = [
  { heading: 'Types (tsc -b), lint (oxlint), format (oxfmt)', count: staticChecks },
  { heading: 'Unit tests', count: () => vitest('unit') },
  { heading: 'API tests (SQLite; PostgreSQL where it may differ, or all with CI=true)', count: () => vitest('api') },
  { heading: 'Architecture tests', count: () => vitest('architecture') },
]

const suites = {
  check,
  quick: [
    { heading: 'Types, and lint and format of what changed since the last commit', count: async () => staticChecks(await changedSources()) },
    { heading: 'Unit tests of what changed since the last commit', count: () => vitest('unit', {}, ['--changed', '--passWithNoTests']) },
  ],
  all: [
    ...check,
    { heading: 'End-to-end tests (Playwright; a vote’s way, or all with CI=true)', count: endToEnd },
    { heading: 'Soak, short form', count: () => vitest('soak', { SOAK: 'short' }) },
  ],
  soak: [{ heading: 'Soak, long form', count: () => vitest('soak', { SOAK: 'long' }) }],
  busy: [{ heading: 'End-to-end tests on a busy computer', count: busy }],
  packed: [{ heading: 'End-to-end tests against the packed program', count: packed }],
  documents: [{ heading: 'Documents through LibreOffice', count: () => vitest('documents') }],
  bench: [{ heading: 'Bench', count: () => withProgram('tests/bench/index.ts') }],
  screens: [{ heading: 'Screens', count: () => withProgram('tests/screen/gallery.ts') }],
}

/**
 * The static checks, at the same time.
 *
 * `files`: those alone are linted and formatted; types are always checked as a whole, where `tsc -b` knows what is new.
 * On few cores each has one thread: two of them mostly wait for each other (tsc 74 s of processor time instead of 29, oxlint 51 instead of 28).
 */
async function staticChecks(files = null) {
  const isNarrow = availableParallelism() <= 4
  const types = ['node_modules/typescript/bin/tsc', '-b', ...(isNarrow ? ['--singleThreaded'] : [])]
  const ofFiles = [
    ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...(files ?? [])],
    ['node_modules/oxfmt/bin/oxfmt', '--check', ...(files ?? [])],
  ]
  const tools = files?.length === 0 ? [types] : [types, ...ofFiles]
  const env = environment(isNarrow ? { GOMAXPROCS: '1' } : {})
  const ends = await Promise.all(tools.map(([script, ...args]) => runQuietly(process.execPath, [inProject(script), ...args], { env })))
  for (const { output } of ends) console.log(output.trimEnd())
  return ends.map(({ code }) => countOfTool(code)).reduce(add)
}

/** Sources changed since the last commit; null for all if git is unavailable. */
async function changedSources() {
  const [changed, added] = await Promise.all(
    [
      ['diff', '--name-only', '--diff-filter=d', '--relative', 'HEAD'],
      ['ls-files', '--others', '--exclude-standard'],
    ].map((args) => runQuietly('git', args)),
  )
  if (changed.code !== 0 || added.code !== 0) return null
  return `${changed.output}\n${added.output}`.split('\n').filter((path) => /\.(?:tsx?|m?js)$/.test(path))
}

/** Runs a script to its end. */
async function tool(script, ...args) {
  return countOfTool(await run(process.execPath, [inProject(script), ...args], { env: environment() }))
}

async function vitest(project, variables = {}, more = []) {
  const report = freshReport(project)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...more]
  const code = await run(process.execPath, [inProject('node_modules/vitest/vitest.mjs'), ...args], { env: environment(variables) })
  return countOfRunner(report, code, readVitest, { mayRunNothing: more.includes('--passWithNoTests') })
}

const playwright = inProject('node_modules/@playwright/test/cli.js')

async function endToEnd() {
  const problem = Object.keys(electronVariables()).length === 0 ? null : await ensureChromium()
  if (problem !== null) return skipEndToEnd(problem)
  await ensureBuild()
  const report = freshReport('e2e')
  const code = await run(process.execPath, [playwright, 'test'], { env: environment(process.env.CI === 'true' ? {} : { E2E: 'sample' }) })
  return countOfRunner(report, code, readPlaywright)
}

const GREEN_IN_A_ROW = 3

/**
 * The end-to-end tests while as many other processes as there are cores keep them busy, until they were green three times in a
 * row; the first run that is red ends it. `npm run test:busy -- tests/e2e/session.spec.ts` runs some of them.
 */
async function busy() {
  await ensureBuild()
  const others = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }))
  let total = nothing
  try {
    for (let round = 1; round <= GREEN_IN_A_ROW && total.failed === 0; round++) {
      console.log(`--- busy, round ${round} of ${GREEN_IN_A_ROW} ---`)
      const report = freshReport('e2e')
      const code = await run(process.execPath, [playwright, 'test', '--project=e2e', ...process.argv.slice(3)], { env: environment() })
      total = add(total, countOfRunner(report, code, readPlaywright))
    }
  } finally {
    for (const other of others) other.kill('SIGKILL')
  }
  return total
}

/** The same specs against a packed program: `npm run test:packed -- dist/win-unpacked/community-vote-console.exe`. */
async function packed() {
  const program = resolve(process.argv[3] ?? '')
  if (!existsSync(program) || !statSync(program).isFile()) throw new Error('Which program? npm run test:packed -- dist/win-unpacked/community-vote-console.exe')
  const report = freshReport('packed')
  const code = await run(process.execPath, [playwright, 'test', '--project', 'e2e'], { env: environment({ VOTE_PACKED_PROGRAM: program }) })
  return countOfRunner(report, code, readPlaywright)
}

/** On a developer's computer impossible tests are skipped with a message; in CI that is a failure. */
async function skipEndToEnd(problem) {
  const { output } = await runQuietly(process.execPath, [playwright, 'test', '--list', '--reporter=json'], { env: environment() })
  const skipped = countListed(JSON.parse(output.slice(output.indexOf('{'))))
  console.error(`!!! ${skipped} end-to-end tests NOT RUN: there is neither Electron nor a browser for its stand-in.\n!!! ${problem}`)
  return process.env.CI ? { ...nothing, failed: Math.max(skipped, 1) } : { ...nothing, skipped }
}

/** Runs a script that starts the built program; the arguments behind `npm run bench --` are its own. */
async function withProgram(script) {
  const problem = Object.keys(electronVariables()).length === 0 ? null : await ensureChromium()
  if (problem !== null) throw new Error(problem)
  await ensureBuild()
  await ensureServerCode()
  return tool(script, ...process.argv.slice(3))
}

/** The path of a runner's report; an earlier one is removed, so that it cannot be read by mistake. */
function freshReport(name) {
  const path = inProject('.cache', 'reports', `${name}.json`)
  mkdirSync(inProject('.cache', 'reports'), { recursive: true })
  removeFile(path)
  return path
}

async function runSteps(steps) {
  let total = nothing
  const lines = []
  for (const { heading, count } of steps) {
    console.log(`\n=== ${heading} ===`)
    const startedAt = Date.now()
    const counts = await count().catch((error) => {
      console.error(error instanceof Error ? error.message : error)
      return { ...nothing, failed: 1 }
    })
    total = add(total, counts)
    lines.push(`${heading}: ${sentence(counts)} (${Math.round((Date.now() - startedAt) / 1000)} s)`)
  }
  console.log(`\n=== Summary ===\n${lines.join('\n')}\n`)
  console.log(sentence(total))
  return total.failed === 0 ? 0 : 1
}

const sentence = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`

try {
  await ensureSetup()
  await continueOnNode24(import.meta.url)
  const suite = process.argv[2] ?? 'all'
  if (!Object.hasOwn(suites, suite)) throw new Error(`Unknown: ${suite}. One of ${Object.keys(suites).join(', ')}.`)
  // Benchmarks and the long soak use the disk, as in an office; the short soak kills processes, which memory files survive too.
  process.exitCode = await (['check', 'all'].includes(suite) ? inMemory(() => runSteps(suites[suite])) : runSteps(suites[suite]))
} catch (error) {
  endWithSentence(error)
}
