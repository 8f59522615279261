import { describe, expect, it } from 'vitest'
import { sourcesBelow } from '../support/imports.ts'

/** Files with these names are kept separate at any size, as they are looked for by name. */
const KEPT =
  /(?:Screen\.tsx|\/migrations\/\d+-[\w-]+\.ts|\/(?:feature|contract|refusals|rules|labels|sheet|tables|store|service|handlers|export|index|worker|main)\.tsx?)$/
const MOST_LINES = 80

/** Remaining small files with one importer; this number may only decrease. */
const CEILING = 9

const sources = sourcesBelow('src')
const importers = new Map<string, string[]>()
for (const { path, imports } of [...sources, ...sourcesBelow('tests')]) {
  for (const imported of new Set(imports)) importers.set(imported, [...(importers.get(imported) ?? []), path])
}
const linesOf = new Map(sources.map(({ path, text }) => [path, text.split('\n').length - 1]))
/** A feature, or a large folder of a layer. */
const placeOf = (path: string): string => /^src\/\w+\/features\/[^/]+/.exec(path)?.[0] ?? path.split('/').slice(0, 3).join('/')

/** Small files with a single importer in their feature, except if the merged file would be too long. */
function pieces(): string[] {
  return sources.flatMap(({ path, text }) => {
    const [only, ...others] = importers.get(path) ?? []
    if (only === undefined || others.length > 0 || KEPT.test(path) || placeOf(only) !== placeOf(path)) return []
    const lines = linesOf.get(path) ?? 0
    const isLoadedLater = sources.some((source) => source.path === only && new RegExp(`import\\([^)]*/${path.split('/').at(-1) ?? ''}`).test(source.text))
    const wouldFit = lines + (linesOf.get(only) ?? 0) <= 300
    return lines < MOST_LINES && wouldFit && !isLoadedLater && !text.includes('parentPort') ? [`${path} → ${only}`] : []
  })
}

describe('small source files', () => {
  it('small files with a single importer are merged into it, up to the remaining exceptions', () => {
    const found = pieces()
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(CEILING)
  })
})
