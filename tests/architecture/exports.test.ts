import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { moduleOf, type Module } from '../support/modules.ts'

const root = join(import.meta.dirname, '../..')
const modules = globSync(['{src,build,tests}/**/*.{ts,tsx,mjs}', '*.config.ts'], { cwd: root, exclude: ['**/*.d.ts'] })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => moduleOf(path, readFileSync(join(root, path), 'utf8')))

const isTest = ({ path }: Module): boolean => path.startsWith('tests/')

/** Exports used by tests only, with the reason why the program has them. */
const forTests: Readonly<Record<string, string>> = {
  'src/server/database/schema.ts:tableOwners': 'a declaration by which the walls’ test judges every query',
}

/**
 * `path:name` of needless exports.
 *
 * A value is `unused` if no other file imports it, even if its own file uses it; a type only if its own file does not either:
 * parameter and result types may be named. It is `for tests` if only tests use it at all: an inner function that its own file uses
 * may be tested.
 */
function needless(all: readonly Module[]): { unused: string[]; forTests: string[] } {
  const usedInProgram = new Set(all.filter((module) => !isTest(module)).flatMap(({ uses }) => uses))
  const usedInTests = new Set(all.filter(isTest).flatMap(({ uses }) => uses))
  const exported = all
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, exports }) => exports.map((one) => ({ ...one, key: `${path}:${one.name}` })))
    .filter(({ key }) => !usedInProgram.has(key))
  return {
    unused: exported.filter(({ key, isType, isUsedInside }) => !usedInTests.has(key) && !(isType && isUsedInside)).map(({ key }) => key),
    forTests: exported.filter(({ key, isUsedInside }) => usedInTests.has(key) && !isUsedInside).map(({ key }) => key),
  }
}

describe('exports of the program', () => {
  it('were searched in all folders', () => {
    expect(modules.filter(({ path }) => path.startsWith('src/')).length).toBeGreaterThan(1_000)
    expect(modules.filter(isTest).length).toBeGreaterThan(400)
    expect(modules.filter(({ path }) => path.startsWith('build/')).length).toBeGreaterThan(15)
    expect(modules.flatMap(({ exports }) => exports).length).toBeGreaterThan(2_500)
    expect(modules.flatMap(({ uses }) => uses).length).toBeGreaterThan(8_000)
  })

  it('are each used by another file', () => {
    expect(needless(modules).unused).toEqual([])
  })

  it('are used by the program and not only by tests, except known ones', () => {
    expect(needless(modules).forTests).toEqual(Object.keys(forTests))
  })
})

describe('detecting needless exports', () => {
  const planted = (files: Readonly<Record<string, string>>) => needless(Object.entries(files).map(([path, text]) => moduleOf(path, text)))

  it.each([
    ['a value', 'export const one = 1'],
    ['a value that its own file uses', 'export const one = 1\nconsole.log(one)'],
    ['a function', 'export function one() {}'],
    ['a class', 'export class one {}'],
    ['a type', 'export type one = string'],
    ['a type that only a comment names', 'export interface one {}\n/** {@link one} */\nexport {} // one'],
    ['a name that is given on', "export { one } from './b.ts'"],
    ['a list of names', 'const one = 1\nexport { one }'],
    ['a schema and its type', 'export const one = { a: 1 }\nexport type one = typeof one'],
  ])('finds %s that nobody imports', (_what, text) => {
    expect(planted({ 'src/a.ts': text }).unused).toEqual(['src/a.ts:one'])
  })

  it('reports an export used by tests only, unless its own file uses it', () => {
    const taken = { 'tests/a.test.ts': "import { one } from '../src/a.ts'" }
    expect(planted({ ...taken, 'src/a.ts': 'export const one = 1' })).toEqual({ unused: [], forTests: ['src/a.ts:one'] })
    expect(planted({ ...taken, 'src/a.ts': 'export const one = 1\nconsole.log(one)' })).toEqual({ unused: [], forTests: [] })
  })

  it.each([
    ['by name', "import { one } from '../a.ts'"],
    ['by another name', "import { one as other } from '../a.ts'"],
    ['as a type', "import type { one } from '../a.ts'"],
    ['with all others', "import * as all from '../a.ts'\nall.one()"],
    ['while the program runs', "const { one } = await import('../a.ts')"],
    ['to give it on', "export { one } from '../a.ts'\nimport '../a.ts'"],
  ])('finds nothing that is imported %s', (_how, text) => {
    expect(planted({ 'src/a.ts': 'export const one = 1', 'build/b.ts': text.replaceAll('../a.ts', '../src/a.ts') }).unused).toEqual([])
  })

  it('ignores a type that its own file uses', () => {
    expect(planted({ 'src/a.ts': 'export interface one {}\nconst two: one = {}\nconsole.log(two)' }).unused).toEqual([])
  })
})
