import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classesOf, declarationOf } from '../../build/scripts/style-types.mjs'
import { sourcesBelow } from '../support/imports.ts'

const posix = (path: string): string => path.replaceAll('\\', '/')
const sheets = globSync('src/renderer/**/*.css').map(posix)
const modules = sheets.filter((path) => path.endsWith('.module.css'))
const textOf = (path: string): string => readFileSync(path, 'utf8')

/** A feature's style sheets whose classes would be global. */
const globalOnes = (paths: readonly string[]): string[] => paths.filter((path) => path.includes('/features/') && !path.endsWith('.module.css'))

/** Classes rendered by features only, and why they are in a global sheet. */
const forFeatures: Readonly<Record<string, string>> = {
  'row-actions': 'the buttons of a table’s row, which every list of a feature hands to the table',
  'printed-page-number': 'the columns of figures on printed lists, which the features’ papers fill',
}
/** Strings and templates of the renderer outside features. */
const written = globSync('src/renderer/**/*.{ts,tsx,html}')
  .map(posix)
  .filter((path) => !path.includes('/features/') && !path.endsWith('.d.ts'))
  .flatMap((path) => textOf(path).match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [])
const classesWritten = new Set(written.flatMap((text) => text.match(/[\w-]+/g) ?? []))
/** `state-tag-` of `state-tag-${tone}`. */
const beginnings = written.flatMap((text) => [...text.matchAll(/([\w-]+-)\$\{/g)].map(([, beginning]) => beginning ?? ''))

/** Classes of global sheets, excluding the library's. */
const globalClasses = (paths: readonly string[]): string[] =>
  paths.filter((path) => !path.endsWith('.module.css')).flatMap((path) => classesOf(textOf(path)).filter((name) => !/^(ant-|anticon)/.test(name)))
/** Classes rendered by features only, or by nothing: they belong in a feature's module. */
const writtenInFeatures = (classes: readonly string[]): string[] =>
  [...new Set(classes)].filter((name) => !classesWritten.has(name) && !beginnings.some((beginning) => name.startsWith(beginning)))

describe('the renderer’s style sheets', () => {
  it('the check found all style sheets', () => {
    expect(modules.length).toBeGreaterThan(40)
  })

  it('are CSS modules in features: shared ones are components of ui', () => {
    expect(globalOnes(sheets)).toEqual([])
  })

  it('the check detects a feature style sheet that is no module', () => {
    const planted = 'src/renderer/features/ballot/parts/planted.css'
    expect(globalOnes([...sheets, planted])).toEqual([planted])
  })

  it('style globally only what ui, app and bridge render, except known cases', () => {
    expect(globalClasses(sheets).length).toBeGreaterThan(100)
    expect(classesWritten.size).toBeGreaterThan(500)
    expect(writtenInFeatures(globalClasses(sheets)).toSorted()).toEqual(Object.keys(forFeatures).toSorted())
  })

  it('the check detects global styles for what a feature, or nothing, renders', () => {
    expect(writtenInFeatures(['page-card', 'place-tree', 'state-tag-green', 'state-tagged'])).toEqual(['place-tree', 'state-tagged'])
  })

  it('are imported by their own feature only', () => {
    const foreign = (from: string, path: string) => path.includes('/features/') && !from.startsWith(path.replace(/(\/features\/[^/]+\/).*$/, '$1'))
    const files = sourcesBelow('src/renderer')
    const imported = files.flatMap(({ path, imports }) => imports.filter((one) => one.endsWith('.css')).map((one) => ({ path, one })))
    expect(imported.length).toBeGreaterThan(100)
    expect(imported.filter(({ path, one }) => foreign(path, one))).toEqual([])
    expect(foreign('src/renderer/app/cover/CoverScreen.tsx', 'src/renderer/features/account/account.module.css')).toBe(true)
    expect(foreign('src/renderer/features/account/parts/LastUse.tsx', 'src/renderer/features/account/account.module.css')).toBe(false)
  })

  it('have camelCase class names, usable from components', () => {
    for (const path of modules) expect([path, classesOf(textOf(path)).filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name))]).toEqual([path, []])
  })

  it('have an up-to-date declaration of their classes', () => {
    for (const path of modules) expect([path, textOf(`${path}.d.ts`)]).toEqual([path, declarationOf(textOf(path))])
  })

  it('the class parser ignores global selectors and comments', () => {
    const css = '/* .old { } */ .b, .a:has(.c):global(.ant-btn) > :global(.ant-icon) { gap: .5rem } @media (min-width: 1.5rem) { .d::before { content: "x" } }'
    expect(classesOf(css)).toEqual(['a', 'b', 'c', 'd'])
  })
})
