import { describe, expect, it } from 'vitest'
import { sourcesBelow } from '../support/imports.ts'
import { FULL_TAG, fullOnly, fullSpecs } from '../support/scale.ts'

const specs = new Map(
  sourcesBelow('tests').flatMap(({ path, text }) => {
    const name = /([\w-]+)\.spec\.ts$/.exec(path)?.[1]
    return name === undefined ? [] : [[name, text] as const]
  }),
)
/** The first lines of a spec's tests. */
const testsIn = (text: string): string[] => text.match(/^ *test\(.*/gm) ?? []
const tagged = (line: string): boolean => line.includes(`tag: '${FULL_TAG}'`)

describe('the end-to-end tests of a sample', () => {
  it('every spec has a test in it, or a reason why not', () => {
    const without = [...specs].flatMap(([name, text]) => (testsIn(text).some((line) => !tagged(line)) ? [] : [name]))
    expect(without.filter((name) => !Object.hasOwn(fullSpecs, name))).toEqual([])
  })

  it('what is listed exists, and needs no tags', () => {
    expect(Object.keys(fullSpecs).filter((name) => !specs.has(name))).toEqual([])
    expect(Object.keys(fullSpecs).filter((name) => testsIn(specs.get(name) ?? '').some(tagged))).toEqual([])
  })

  it('a tag is written so that it is found, and no longer name is taken for a shorter one', () => {
    expect([...specs].filter(([, text]) => text.includes(FULL_TAG) && !testsIn(text).some((line) => line.includes(FULL_TAG)))).toEqual([])
    expect([...specs.keys()].filter((name) => fullOnly.test(`e2e e2e/${name}.spec.ts a test`)).toSorted()).toEqual(Object.keys(fullSpecs).toSorted())
  })
})
