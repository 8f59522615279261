import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classesOf, declarationOf } from '../../build/scripts/style-types.mjs'

const posix = (path: string): string => path.replaceAll('\\', '/')
const sheets = globSync('src/renderer/**/*.css').map(posix)
const modules = sheets.filter((path) => path.endsWith('.module.css'))
const textOf = (path: string): string => readFileSync(path, 'utf8')

/** A feature's style sheets whose classes every other feature would have, too. */
const globalOnes = (paths: readonly string[]): string[] => paths.filter((path) => path.includes('/features/') && !path.endsWith('.module.css'))

describe('the style sheets of the renderer', () => {
  it('looked at all of them', () => {
    expect(modules.length).toBeGreaterThan(40)
  })

  it('are CSS modules in features: what several features share is a component of ui', () => {
    expect(globalOnes(sheets)).toEqual([])
  })

  it('would be missed where one is not', () => {
    const planted = 'src/renderer/features/ballot/parts/planted.css'
    expect(globalOnes([...sheets, planted])).toEqual([planted])
  })

  it('have names that a component can write: camelCase', () => {
    for (const path of modules) expect([path, classesOf(textOf(path)).filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name))]).toEqual([path, []])
  })

  it('have a declaration of their classes (npm run styles)', () => {
    for (const path of modules) expect([path, textOf(`${path}.d.ts`)]).toEqual([path, declarationOf(textOf(path))])
  })

  it('name what is theirs, not what is of others or in a comment', () => {
    const css = '/* .old { } */ .b, .a:has(.c):global(.ant-btn) > :global(.ant-icon) { gap: .5rem } @media (min-width: 1.5rem) { .d::before { content: "x" } }'
    expect(classesOf(css)).toEqual(['a', 'b', 'c', 'd'])
  })
})
