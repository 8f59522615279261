import { describe, expect, it } from 'vitest'
import type { ReadSlot } from '../../../src/shared/features/reading/pageContract.ts'
import {
  inScanOrder,
  missingPages,
  paperReading,
  scanDiffers,
  scanState,
  withProxy,
  type ScannedPlace,
} from '../../../src/shared/features/reading/scanRules.ts'

const slot = (topicId: string, optionId: string, sign: string): ReadSlot =>
  sign === '_'
    ? { topicId, optionId, state: 2, answer: 0, why: '' }
    : sign === '?'
      ? { topicId, optionId, state: 3, answer: null, why: 'faint' }
      : { topicId, optionId, state: 1, answer: Number(sign), why: '' }
const place = (topicId: string, optionId = '', seats: number | null = null): ScannedPlace => ({ topicId, optionId, seats })
const places = [place('t'), place('o', 'a'), place('o', 'b'), place('s', 'c', 1), place('s', 'd', 1)]
const page = (signs: string, from = 0, number = 1) => ({
  page: number,
  pageCount: 2,
  slots: Array.from(signs, (sign, index) => slot(places[from + index]?.topicId ?? '', places[from + index]?.optionId ?? '', sign)),
})

describe('combining the pictures of a paper', () => {
  it('has a dash for a missing page, and says which', () => {
    const pictures = [page('11_')]
    expect(paperReading(places, pictures)).toEqual({ answers: '110--', states: '112--', doubts: [] })
    expect(missingPages(pictures)).toEqual([2])
    expect(missingPages([page('1_', 3, 2)])).toEqual([1])
    expect(missingPages([])).toEqual([])
  })

  it('counts blank rows as read only beside a marked row of the same topic', () => {
    expect(paperReading(places, [page('_1_'), page('1_', 3, 2)])).toEqual({ answers: '01010', states: '31212', doubts: ['blank'] })
    expect(paperReading(places, [page('1__'), page('?_', 3, 2)])).toEqual({ answers: '10000', states: '13333', doubts: ['blank', 'blank', 'faint', 'blank'] })
  })

  it('is left to a person if more are approved than there are seats', () => {
    expect(paperReading(places, [page('11_'), page('11', 3, 2)])).toMatchObject({ states: '11233', doubts: ['over', 'over'] })
    expect(paperReading(places, [page('11_'), page('12', 3, 2)])).toMatchObject({ states: '11211', doubts: [] })
  })

  it('reads a page with two equal pictures, and leaves unequal ones to a person', () => {
    expect(paperReading(places, [page('11_'), page('1_', 3, 2), page('11_')])).toMatchObject({ answers: '11010', doubts: [] })
    expect(paperReading(places, [page('11_'), page('1_', 3, 2), page('12_')])).toMatchObject({ states: '33312', doubts: ['twice', 'twice', 'twice'] })
    expect(paperReading(places, [page('1?_'), page('1_', 3, 2), page('11_')]).doubts).toEqual(['twice', 'twice', 'twice'])
  })

  it('is left to a person entirely if an agent votes', () => {
    expect(withProxy({ answers: '11---', states: '11---', doubts: [] })).toEqual({ answers: '00---', states: '33---', doubts: ['proxy', 'proxy'] })
  })
})

describe('the state of a scanned paper', () => {
  const reading = { answers: '12', states: '11', doubts: [] }
  const paper = { isDead: false, isLate: false, missing: [], reading, vote: null }
  const vote = { answers: '12', decision: null }
  it.each([
    ['confirmable', paper, 1],
    ['left to a person', { ...paper, reading: { answers: '10', states: '13', doubts: ['faint'] } }, 2],
    ['without a page', { ...paper, missing: [2] }, 3],
    ['without a page, and with a vote', { ...paper, missing: [2], vote }, 3],
    ['equal', { ...paper, vote }, 4],
    ['equal where it was read', { ...paper, reading: { answers: '10', states: '13', doubts: ['faint'] }, vote }, 4],
    ['different', { ...paper, vote: { answers: '11', decision: null } }, 5],
    ['settled, though equal', { ...paper, vote: { answers: '12', decision: 1 } }, 6],
    ['settled', { ...paper, vote: { answers: '11', decision: 1 } }, 6],
    ['late', { ...paper, isLate: true, missing: [2] }, 7],
    ['late, with a vote', { ...paper, isLate: true, vote }, 4],
    ['dead, whatever else', { ...paper, isDead: true, missing: [2], vote }, 7],
  ] as const)('%s', (_name, given, state) => {
    expect(scanState(given)).toBe(state)
  })

  it('differs only in what was read without doubt', () => {
    expect(scanDiffers('2222', { answers: '12-0', states: '11-3' })).toEqual([0])
  })

  it('sorts by answers if confirmable, else by code', () => {
    const listed = [
      { state: 2, answers: '1', code: 'B' },
      { state: 1, answers: '2', code: 'A' },
      { state: 1, answers: '1', code: 'Z' },
      { state: 2, answers: '2', code: 'A' },
      { state: 1, answers: '1', code: 'C' },
    ] as const
    expect(listed.toSorted(inScanOrder).map(({ code }) => code)).toEqual(['C', 'Z', 'A', 'A', 'B'])
  })
})
