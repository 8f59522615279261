import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyActionOf, reduceDesk, type KeyPlace } from '../../../src/renderer/features/voting/desk.ts'
import type { Desk } from '../../../src/renderer/features/voting/deskState.ts'
import { detectScan, isUnended, type Burst, type Key } from '../../../src/renderer/ui/scanner/burst.ts'
import { answersOf, chosen, found, opened, run, voterOf } from './deskSupport.ts'

const keyOf = (key: string, more: Partial<Key> = {}): Key => ({
  key,
  at: 0,
  isCtrl: false,
  isOtherModifier: false,
  isRepeated: false,
  isComposing: false,
  ...more,
})

interface Pressed {
  readonly desk: Desk
  readonly casts: number
}

/** Presses keys like the screen, `gapMs` apart, at the given focus; letters are typed into a focused box. */
function press(start: Desk, place: KeyPlace, gapMs: number, ...keys: readonly (string | Key)[]): Pressed {
  let desk = start
  let burst: Burst<Desk> | null = null
  let casts = 0
  for (const [index, one] of keys.entries()) {
    const key = { ...(typeof one === 'string' ? keyOf(one) : one), at: index * gapMs }
    const before: Desk | undefined = burst?.before
    const result: ReturnType<typeof detectScan<Desk>> = detectScan(burst, key, desk)
    burst = result.burst
    if (result.code !== null && before) {
      desk = reduceDesk(desk, { type: 'scanned', code: result.code, before })
      continue
    }
    const keyAction = keyActionOf(desk, key, place)
    if (keyAction?.type === 'cast') casts += 1
    else if (keyAction) desk = reduceDesk(desk, keyAction)
    else if (key.key.length === 1 && place === 'search') desk = reduceDesk(desk, { type: 'typed', text: desk.term + key.key, isComposing: false })
    else if (key.key.length === 1 && place === 'code') desk = reduceDesk(desk, { type: 'codeTyped', text: desk.code + key.key })
  }
  return { desk, casts }
}
const BY_HAND = 120
const SCANNER = 8
const letters = (text: string) => text.split('')
const scan = (desk: Desk, place: KeyPlace, code: string): Pressed => press(desk, place, SCANNER, ...letters(code), 'Enter')

describe('the desk’s keys', () => {
  it('fill in a whole ballot: arrows and Enter, 1 2 3, Ctrl+Enter', () => {
    const shown = found(press(opened(), 'search', BY_HAND, '1', '0').desk, voterOf('101'), voterOf('102'))
    const owner = press(shown, 'search', BY_HAND, 'ArrowDown', 'ArrowDown', 'Enter').desk
    expect(owner.entry?.owner.propertyId).toBe('p-102')
    const filled = press(owner, 'nothing', BY_HAND, '1', '3', '2', keyOf('Enter', { isCtrl: true }))
    expect([answersOf(filled.desk), filled.casts]).toEqual(['132', 1])
  })

  it('answer everything alike if offered', () => {
    for (const [key, answers] of [
      ['a', '111'],
      ['A', '111'],
      ['s', '222'],
      ['d', '330'],
    ] as const)
      expect(answersOf(press(chosen(), 'nothing', BY_HAND, key).desk)).toBe(answers)
  })

  it('ignore keys of an IME, of a text box or of another program', () => {
    expect(keyActionOf(opened(), keyOf('Enter', { isComposing: true }), 'search')).toBeNull()
    expect(keyActionOf(chosen(), keyOf('Enter', { isComposing: true, isCtrl: true }), 'nothing')).toBeNull()
    expect(keyActionOf(chosen('mark'), keyOf('1'), 'code')).toBeNull()
    expect(keyActionOf(chosen(), keyOf('1'), 'search')).toBeNull()
    expect(keyActionOf(chosen(), keyOf('a', { isOtherModifier: true }), 'nothing')).toBeNull()
    expect(keyActionOf(chosen(), keyOf('a', { isCtrl: true }), 'nothing')).toBeNull()
    expect(keyActionOf(chosen(), keyOf('Enter'), 'button')).toBeNull()
  })

  it('cast once when Ctrl+Enter is held down', () => {
    const held = keyOf('Enter', { isCtrl: true, isRepeated: true })
    expect(press(chosen(), 'nothing', 33, keyOf('Enter', { isCtrl: true }), held, held).casts).toBe(1)
  })

  it('cast nothing where no paper is on the screen: a second Ctrl+Enter right after a vote', () => {
    for (const place of ['search', 'button', 'nothing'] as const) expect(keyActionOf(opened(), keyOf('Enter', { isCtrl: true }), place)).toBeNull()
    const sent = run(chosen(), { type: 'sending' }, { type: 'sent' })
    expect(press(sent, 'search', 33, keyOf('Enter', { isCtrl: true }))).toEqual({ desk: sent, casts: 0 })
  })

  it('focus the search box if no owner is selected', () => {
    expect(keyActionOf(opened(), keyOf('张'), 'nothing')).toEqual({ type: 'searchWanted' })
    expect(keyActionOf(opened(), keyOf('Tab'), 'nothing')).toBeNull()
  })
})

describe('a scanner at the desk', () => {
  it('fills the code box with any focus, and undoes what its keys did', () => {
    const desk = run(chosen('mark'), { type: 'codeTyped', text: 'OLD' })
    for (const place of ['search', 'code', 'button', 'otherInput', 'nothing'] as const) {
      const { desk: after, casts } = scan(desk, place, 'C-0123A')
      expect([place, after.code, after.term, casts]).toEqual([place, 'C-0123A', '', 0])
    }
  })

  it('may end its codes with Tab, or with Enter and Tab', () => {
    const desk = chosen('mark')
    expect(press(desk, 'search', SCANNER, ...letters('C-0123A'), 'Tab').desk.code).toBe('C-0123A')
    for (const ends of [
      ['Tab', 'Enter'],
      ['Enter', 'Tab'],
    ] as const) {
      let [burst, codes, tails]: [Burst<null> | null, string[], number] = [null, [], 0]
      for (const [index, key] of [...letters('C-012'), ...ends, ...letters('C-345'), ...ends].entries()) {
        const result: ReturnType<typeof detectScan<null>> = detectScan(burst, keyOf(key, { at: index * SCANNER }), null)
        burst = result.burst
        if (result.code !== null) codes = [...codes, result.code]
        if (result.isTail) tails += 1
      }
      expect([codes, tails]).toEqual([['C-012', 'C-345'], 2])
    }
    // The same key again is typed by hand.
    const ended: Burst<null> = { text: 'C-012', lastAt: 0, before: null, endedBy: 'Enter' }
    expect(detectScan(ended, keyOf('Enter', { at: SCANNER }), null)).toEqual({ burst: null, code: null, isTail: false })
    // A person leaving a box is slower.
    expect(press(opened('mark'), 'search', BY_HAND, ...letters('1201'), 'Tab').desk.code).toBe('')
  })

  it('a scan without a terminator is reported, its keys are undone, and Enter continues a search', () => {
    const burstOf = (text: string): Burst<null> => ({ text, lastAt: 0, before: null, endedBy: null })
    expect([isUnended(burstOf('A7K2Q9')), isUnended(burstOf('A7K2Q')), isUnended({ ...burstOf('A7K2Q9XC'), endedBy: 'Tab' }), isUnended(null)]).toEqual([
      true,
      false,
      false,
      false,
    ])
    const before = run(chosen(), { type: 'answered', answer: 2 })
    const answering = press(before, 'nothing', SCANNER, ...letters('A7K2Q9XC')).desk
    expect(answersOf(answering)).not.toBe('200')
    const told = run(answering, { type: 'scanUnended', text: 'A7K2Q9XC', before })
    expect([answersOf(told), told.note?.kind]).toEqual(['200', 'unread'])
    const searching = run(press(opened(), 'search', SCANNER, ...letters('A7K2Q9XC')).desk, { type: 'scanUnended', text: 'A7K2Q9XC', before: opened() })
    expect(searching).toMatchObject({ term: 'A7K2Q9XC', note: { kind: 'unread' }, focus: { at: 'search' } })
    const entered = press(searching, 'search', BY_HAND, 'Enter').desk
    expect(entered).toMatchObject({ search: { text: 'A7K2Q9XC', isByCode: true, isEntered: true }, note: null })
  })

  it('keeps its code until the owner is found', () => {
    const desk = scan(opened('mark'), 'search', 'C-012').desk
    expect(desk).toMatchObject({ code: 'C-012', term: '', note: { text: '已扫到标记码 C-012，请查找要标记的业主' } })
    const asked = run(desk, { type: 'typed', text: '101', isComposing: false }, { type: 'searchEntered' })
    expect(found(asked, voterOf('101'))).toMatchObject({ code: 'C-012', entry: { owner: { propertyId: 'p-101' } } })
  })

  it('searches by code while tallying and voting, and selects the ballot found', () => {
    for (const mode of ['tally', 'cast'] as const) {
      const desk = scan(run(opened(mode), { type: 'codeSwitched', isByCode: false }), 'search', 'C-012').desk
      expect(desk.search).toMatchObject({ text: 'C-012', isByCode: true })
      expect(found(desk, voterOf('101', { markedCode: 'C-012', ballotState: 0 })).entry?.owner.propertyId).toBe('p-101')
    }
    // What is typed by hand while voting is no code.
    const next = run(scan(opened('cast'), 'search', 'C-012').desk, { type: 'typed', text: '张', isComposing: false })
    expect(next.search).toMatchObject({ text: '张', isByCode: false })
  })

  it('answers nothing with its digits and letters', () => {
    const desk = run(chosen('tally', voterOf('101', { markedCode: 'C-1', ballotState: 0 })), { type: 'answered', answer: 2 })
    const after = scan(desk, 'nothing', '123ASD').desk
    expect(answersOf(after)).toBe('200')
    expect(after.note?.text).toContain('还没有提交')
  })

  it('is not mistaken for typing: slower, shorter, repeated or composed keys are typing', () => {
    expect(press(opened('mark'), 'search', BY_HAND, ...letters('1201'), 'Enter').desk.code).toBe('')
    expect(scan(opened('mark'), 'search', '12').desk.code).toBe('')
    const held = keyOf('1', { isRepeated: true })
    expect(press(opened('mark'), 'search', 33, '1', held, held, held, 'Enter').desk.code).toBe('')
    const composed = letters('zhang').map((letter) => keyOf(letter, { isComposing: true }))
    expect(press(opened('mark'), 'search', BY_HAND, ...composed, keyOf('Enter', { isComposing: true })).desk.code).toBe('')
    // An IME that hides its keys leaves nothing to read.
    const hidden = keyOf('Process', { isComposing: true })
    expect(press(opened('mark'), 'search', SCANNER, hidden, hidden, hidden, hidden, 'Enter').desk.code).toBe('')
  })

  it('is result through an input method that takes its keys, and casts nothing', () => {
    const keys = [...letters('C-012'), 'Enter'].map((key) => keyOf(key, { isComposing: true }))
    const { desk, casts } = press(chosen('mark'), 'search', SCANNER, ...keys)
    expect([desk.code, desk.term, casts]).toEqual(['C-012', '', 0])
  })

  it('reads any code exactly, and changes no answer', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 3, maxLength: 64, unit: fc.constantFrom(...letters('0123456789ABCabcSDsd-_./ ')) }),
        fc.constantFrom<KeyPlace[]>('search', 'code', 'button', 'nothing'),
        (code, place) => {
          const desk = chosen('mark')
          const after = scan(desk, place, code).desk
          expect([after.code, after.term, answersOf(after), after.entry?.current]).toEqual([code, desk.term, '000', 0])
        },
      ),
    )
  })
})
