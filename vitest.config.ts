import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The file that takes longest begins first: where it began among the others, one core would wait for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('unit/server/reading.test.ts')
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    // Two cores: more workers only make the clocks in the tests lie.
    maxWorkers: 2,
    projects: [
      // A limit for what hangs, not a measure of speed: other work may have the cores.
      {
        test: {
          name: 'unit',
          globalSetup: ['tests/support/global-server-code.ts'],
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/electron-stand-in/*.test.ts'],
          // For what hangs: a workbook of millions of cells takes tens of seconds on a busy computer.
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
        },
      },
      // Real servers on real databases; a workbook may take its full limit of time.
      {
        test: {
          name: 'api',
          // Node 24 at times aborts while it frees WebAssembly code of threads that end (nodejs/node#64500): each worker
          // that runs from the sources compiles some, to strip their types.
          // The heap begins as large as it will become.
          execArgv: ['--no-wasm-code-gc', '--initial-old-space-size=512', '--min-semi-space-size=32', '--max-semi-space-size=64'],
          include: ['tests/api/**/*.test.ts'],
          // Two processes for all files: to load the server anew for each of a hundred took a third of all work. What a file replaces it puts back.
          isolate: false,
          globalSetup: ['tests/support/global-server-code.ts', 'tests/support/global-databases.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
          teardownTimeout: 30_000,
        },
      },
      // Packs the program over a dummy Electron, among others.
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 180_000 } },
      // They need LibreOffice and poppler, which not every computer has: run by `npm run documents`, not by `npm test`.
      { test: { name: 'documents', include: ['tests/documents/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
      {
        test: {
          name: 'soak',
          globalSetup: ['tests/support/global-server-code.ts'],
          include: ['tests/soak/**/*.test.ts'],
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
