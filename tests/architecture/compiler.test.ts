import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'oxc-transform-react'
import { expect, it } from 'vitest'

const renderer = join(import.meta.dirname, '../../src/renderer')

/**
 * The components and hooks that React Compiler leaves as they are, and why; by files.
 *
 * What it leaves is rendered again with all that renders it, and no build says so. A file that comes to stand here unasked is to be
 * written otherwise (`const count = given ?? found.length` for a default that is a member, no `finally`), or to be known.
 */
const leftAlone: Readonly<Record<string, string>> = {
  'ui/comparison/ComparisonTable.tsx': 'a fault of the compiler’s own',
}

/**
 * What is memoised by hand beside the compiler, and why; by files.
 *
 * Write constants and functions plainly: the compiler memoises them by what they are made of. Where a second one would be wrong,
 * because it holds something or an effect must not run again, make it once (`useState(() => …)`) or outside of the component.
 */
const byHand: Readonly<Record<string, string>> = {
  'features/activity/editor/TopicCard.tsx': 'a topic that did not change: the list of all is rendered with each change of the form',
  'ui/sortable/SortableList.tsx': 'the same order: the list of ids is new with each change of the form',
}

it('React Compiler compiles every component, but for those that are known', () => {
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
