import { describe, expect, it } from 'vitest'
import { sourcesBelow } from '../support/imports.ts'
import { FULL_TAG, sampleSpecs } from '../support/scale.ts'

const specs = new Map(
  sourcesBelow('tests').flatMap(({ path, text }) => {
    const name = /([\w-]+)\.spec\.ts$/.exec(path)?.[1]
    return name === undefined ? [] : [[name, text] as const]
  }),
)
const sample: ReadonlySet<string> = new Set(sampleSpecs)

describe('the end-to-end tests of a sample', () => {
  it('every spec of it exists, and has tests in it', () => {
    const testsIn = (text = ''): string[] => text.match(/^ *test\(.*/gm) ?? []
    expect(sampleSpecs.filter((name) => !testsIn(specs.get(name)).some((line) => !line.includes(`tag: '${FULL_TAG}'`)))).toEqual([])
  })

  it('no other spec needs a tag', () => {
    expect([...specs].flatMap(([name, text]) => (text.includes(`'${FULL_TAG}'`) && !sample.has(name) ? [name] : []))).toEqual([])
  })
})
