import { describe, expect, it } from 'vitest'
import { keyBehind } from '../../../src/renderer/ui/scanner/physicalKeys.ts'

const typed = (code: string, isShifted = false, isCapsLocked = false) => keyBehind({ code, isShifted, isCapsLocked })

describe('a key consumed by an IME', () => {
  it('is still recognised as its physical key', () => {
    expect(['KeyC', 'Minus', 'Digit1', 'Numpad2', 'NumpadSubtract', 'Slash', 'Enter', 'NumpadEnter', 'Tab', 'ShiftLeft'].map((code) => typed(code))).toEqual([
      'c',
      '-',
      '1',
      '2',
      '-',
      '/',
      'Enter',
      'Enter',
      'Tab',
      'Shift',
    ])
  })

  it('is upper-case with Shift or Caps Lock, but not with both', () => {
    expect([typed('KeyC', true), typed('KeyC', false, true), typed('KeyC', true, true)]).toEqual(['C', 'C', 'c'])
    expect([typed('Digit1', true), typed('Digit1', false, true), typed('Minus', true)]).toEqual(['!', '1', '_'])
  })

  it('is no part of a code that scanners do not produce', () => {
    expect(['', 'Unidentified', 'Backspace', 'ArrowDown', 'F5', 'NumpadEqual', 'Lang1'].map((code) => typed(code))).toEqual(Array(7).fill(null))
  })
})
