/** The symbol keys of a US keyboard, which scanners emulate: plain, and with Shift. */
const signs: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
}
const SHIFTED_DIGITS = ')!@#$%^&*('
const numpadSigns: Readonly<Record<string, string>> = { Subtract: '-', Add: '+', Divide: '/', Multiply: '*', Decimal: '.' }

interface PhysicalKey {
  /** `KeyboardEvent.code`: the physical key, whatever it types. */
  readonly code: string
  readonly isShifted: boolean
  readonly isCapsLocked: boolean
}

/**
 * What a key would have typed without an input method; null if scanners do not use the key.
 *
 * An input method hides what its keys type (`key` is `Process`), but not the physical keys.
 */
export function keyBehind({ code, isShifted, isCapsLocked }: PhysicalKey): string | null {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return isShifted === isCapsLocked ? letter.toLowerCase() : letter
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  if (digit !== undefined) return isShifted ? SHIFTED_DIGITS.charAt(Number(digit)) : digit
  const [, numpad] = /^Numpad(.+)$/.exec(code) ?? []
  if (numpad === 'Enter' || code === 'Enter') return 'Enter'
  if (code === 'Tab') return 'Tab'
  if (numpad !== undefined) return /^\d$/.test(numpad) ? numpad : (numpadSigns[numpad] ?? null)
  if (code === 'ShiftLeft' || code === 'ShiftRight') return 'Shift'
  return signs[code]?.[isShifted ? 1 : 0] ?? null
}
