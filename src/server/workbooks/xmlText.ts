/** What XML 1.0 cannot hold (control characters, U+FFFE, U+FFFF, lone surrogates), and every other noncharacter. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\p{Noncharacter_Code_Point}/u
const allUnwritable = new RegExp(unwritable, 'gu')

/** Removes from a text what XML cannot hold. */
export const xmlText = (text: string): string => (unwritable.test(text) ? text.replaceAll(allUnwritable, '') : text)
