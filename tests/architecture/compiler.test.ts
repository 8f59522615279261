import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'oxc-transform-react'
import { expect, it } from 'vitest'

const renderer = join(import.meta.dirname, '../../src/renderer')

/**
 * Components and hooks that React Compiler skips, by file, with the reason.
 *
 * Skipped ones re-render with every parent, and no build reports that. Rewrite a file that shows up here unintentionally
 * (`const count = given ?? found.length` for a default that is a member, no `finally`), or add it.
 */
const leftAlone: Readonly<Record<string, string>> = {
  'ui/comparison/ComparisonTable.tsx': 'a fault of the compiler’s own',
}

/**
 * Manual memoisation beside the compiler, by file, with the reason.
 *
 * Write plain constants and functions: the compiler memoises them by their inputs. If a second instance would be wrong, because it
 * holds state or an effect must not run again, create it once (`useState(() => …)`) or outside of the component.
 */
const byHand: Readonly<Record<string, string>> = {
  'features/activity/editor/TopicCard.tsx': 'a topic that did not change: the list of all is rendered with each change of the form',
  'ui/sortable/SortableList.tsx': 'the same order: the list of ids is new with each change of the form',
}

it('React Compiler compiles every component except the known ones', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: renderer, exclude: ['**/*.d.ts'] })
  const left: string[] = []
  let compiled = 0
  for (const file of files) {
    const { code, errors } = transformSync(join(renderer, file), readFileSync(join(renderer, file), 'utf8'), { reactCompiler: { reportDiagnostics: true } })
    if (errors.length > 0) left.push(file.replaceAll('\\', '/'))
    if (code.includes('react/compiler-runtime')) compiled++
  }
  expect(left.toSorted()).toEqual(Object.keys(leftAlone).toSorted())
  expect(compiled).toBeGreaterThan(150)
})

it('nothing is memoised by hand that the compiler memoises', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: renderer, exclude: ['**/*.d.ts'] }).map((file) => file.replaceAll('\\', '/'))
  const found = files.filter((file) => /\b(memo|useMemo|useCallback)\b *[<(]/.test(readFileSync(join(renderer, file), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(byHand).toSorted())
})
