import { describe, expect, it } from 'vitest'
import { sourcesBelow } from '../support/imports.ts'

const screens = sourcesBelow('src/renderer')

/** Maximum lengths written as literal numbers, by line. */
const literals = (text: string): string[] => text.match(/\bmaxLength=\{[\d_]+\}|\bmaxLength="\d+"|\bmaxLength: [\d_]+/g) ?? []

describe('how long a text may be', () => {
  it('looked at the fields', () => {
    expect(screens.filter(({ text }) => /\bmaxLength=/.test(text)).length).toBeGreaterThan(15)
  })

  it('is a limit of the shared rules, or at least has a name, in every field', () => {
    expect(screens.flatMap(({ path, text }) => literals(text).map((literal) => `${path}: ${literal}`))).toEqual([])
  })

  it('would be missed where it is a number', () => {
    expect(literals('<Input maxLength={128} /> <Input maxLength={limits.phone.max} />')).toEqual(['maxLength={128}'])
    expect(literals('<Input maxLength={1_000} /> <input maxLength="20" />')).toEqual(['maxLength={1_000}', 'maxLength="20"'])
    expect(literals("createElement('input', { maxLength: 20 })")).toEqual(['maxLength: 20'])
  })
})
