import { describe, expect, it } from 'vitest'
import { sourcesBelow } from '../support/imports.ts'

const screens = sourcesBelow('src/renderer')

/** Maximum lengths written as literal numbers, by line. */
const literals = (text: string): string[] => text.match(/\bmaxLength=\{[\d_]+\}|\bmaxLength="\d+"|\bmaxLength: [\d_]+/g) ?? []

describe('maximum text lengths', () => {
  it('the check found the fields with a maximum length', () => {
    expect(screens.filter(({ text }) => /\bmaxLength=/.test(text)).length).toBeGreaterThan(15)
  })

  it('every field uses a shared limit or at least a named constant', () => {
    expect(screens.flatMap(({ path, text }) => literals(text).map((literal) => `${path}: ${literal}`))).toEqual([])
  })

  it('the check detects a literal number', () => {
    expect(literals('<Input maxLength={128} /> <Input maxLength={limits.phone.max} />')).toEqual(['maxLength={128}'])
    expect(literals('<Input maxLength={1_000} /> <input maxLength="20" />')).toEqual(['maxLength={1_000}', 'maxLength="20"'])
    expect(literals("createElement('input', { maxLength: 20 })")).toEqual(['maxLength: 20'])
  })
})
