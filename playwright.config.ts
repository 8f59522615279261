import { defineConfig } from '@playwright/test'
import { join } from 'node:path'
import { electronVariables } from './build/scripts/electron-binary.mjs'
import { FULL_TAG, sampleSpecs } from './tests/support/scale.ts'

// One set of specs for Electron and for its stand-in: these variables say which one `_electron.launch()` starts.
Object.assign(process.env, electronVariables())
// Windows that come and go on a developer's screen help nobody.
process.env.STANDIN_HEADLESS ??= '1'
// Each test's program has a folder of its own: what one has compiled is of use to the next only where all of them find it.
process.env.STANDIN_CODE_CACHE ??= join(import.meta.dirname, '.cache/stand-in-code')

// `npm test` has some specs and leaves the others to `CI=true npm test`; one that is named on the command line runs whole.
const isSample = process.env['E2E'] === 'sample'

export default defineConfig({
  testDir: 'tests',
  ...(isSample ? { grepInvert: new RegExp(`${FULL_TAG}\\b`) } : {}),
  globalSetup: './tests/support/global-server-code.ts',
  outputDir: '.cache/test-results',
  // Limits for what hangs, not aims: the computer may be a slow one. How fast the program is, the bench tells.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  // Each waits half of its time, for an answer or for a page to come to rest: four of them keep two cores busy.
  workers: 4,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: `.cache/reports/${process.env['VOTE_PACKED_PROGRAM'] ? 'packed' : 'e2e'}.json` }]],
  projects: [
    { name: 'e2e', testMatch: isSample ? sampleSpecs.map((name) => `e2e/${name}.spec.ts`) : 'e2e/**/*.spec.ts' },
    // Always on the stand-in, whatever is installed.
    { name: 'stand-in', testMatch: isSample ? [] : 'electron-stand-in/**/*.spec.ts', fullyParallel: true },
  ],
})
