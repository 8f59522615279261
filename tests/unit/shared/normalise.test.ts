import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idNumbers, ownerNames, personName, phoneNumbers } from '../../../src/shared/owner/owners.ts'
import { placeFault, placeText } from '../../../src/shared/place/placeText.ts'
import { isPlain, isVisible, keptText, normalText, searchKey } from '../../../src/shared/text/normalise.ts'

describe('normalising text', () => {
  it.each([
    ['full-width digits', '１２０１', '1201'],
    ['a zero-width space', '12\u200b01', '1201'],
    ['a zero-width no-break space', '\ufeff1201', '1201'],
    ['a no-break space', '12\u00a001', '12 01'],
    ['a soft hyphen and a direction mark', '12\u00ad\u202e01', '1201'],
    ['control characters', '12\u0000\u0007\u009f01', '1201'],
    ['a variation selector', '3\ufe0f栋', '3栋'],
    ['letters in two code points', 'e\u0301', 'é'],
    ['a joiner between letters that compose', 'e\u200d\u0301', 'é'],
    ['an ideographic blank', '　张　三　', '张 三'],
    ['a tab', '张\t三', '张 三'],
    ['line breaks', 'a\r\nb\u2028c\u0085d\u000be', 'a\nb\nc\nd\ne'],
    ['a rare character', '𠮷㼆·', '𠮷㼆·'],
    ['half a character', 'a\ud800', 'a\ufffd'],
    ['noncharacters', 'a\ufffeb\uffffc\ufdd0d\u{1fffe}e\u{10ffff}', 'abcde'],
    ['an old private-use sign', '王\ue863', '王䶮'],
    ['another private-use sign', '王\ue000', '王\ue000'],
    ['nothing', ' \u200b ', ''],
  ])('handles %s', (_name, given, expected) => expect(normalText(given)).toBe(expected))

  const anything = fc.string({ unit: 'binary', maxLength: 20 })

  it('is idempotent', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const once = normalText(text)
        expect(normalText(once)).toBe(once)
        expect(once.normalize('NFKC')).toBe(once)
      }),
      { numRuns: 5_000 },
    )
  })

  it('detects plain text exactly if nothing would change', () => {
    fc.assert(fc.property(fc.string({ maxLength: 8 }), (text) => !isPlain(text) || text.normalize('NFKC').trim() === text))
  })

  it('maps the 80 private-use characters of GB 18030 to Unicode', () => {
    const signs = Array.from({ length: 80 }, (_, index) => String.fromCharCode(0xe815 + index))
    const twins = Array.from(normalText(signs.join('')))
    expect(twins).toHaveLength(80)
    expect(new Set(twins).size).toBe(80)
    // The standard's order is that of its bytes FE50 to FEA0, which decoders know except for private-use characters.
    const bytes = Array.from({ length: 0xa1 - 0x50 }, (_, index) => 0x50 + index).filter((byte) => byte !== 0x7f)
    const decoded = bytes.map((byte) => new TextDecoder('gb18030').decode(new Uint8Array([0xfe, byte])))
    for (const [index, sign] of decoded.entries()) if (!/\p{Co}/u.test(sign)) expect(twins[index]).toBe(sign)
    expect(['\ue816', '\ue81e', '\ue826', '\ue82b', '\ue82c', '\ue832', '\ue843', '\ue854', '\ue855', '\ue864'].map(normalText)).toEqual([
      '\u{20087}',
      '\u9fb4',
      '\u9fb5',
      '\u9fb6',
      '\u9fb7',
      '\u9fb8',
      '\u9fb9',
      '\u9fba',
      '\u{241fe}',
      '\u9fbb',
    ])
  })

  it('removes noncharacters and old private-use characters from text kept as written', () => {
    expect(keptText(' 关于“ＡＢ”，\ufffe\ue863 ')).toBe('关于“ＡＢ”，䶮')
    expect(['\u200b', '\ufeff \u00ad', '', '\ufffe'].map(isVisible)).toEqual([false, false, false, false])
    expect(isVisible('·')).toBe(true)
  })

  it('is case- and width-insensitive for a search', () => expect(searchKey(' ＡＢｃ１')).toBe('abc1'))
})

describe('normalising a place', () => {
  it.each([
    ['３栋', '3栋'],
    [' 3 栋 ', '3栋'],
    ['3\n栋', '3栋'],
    ['12\u200b01', '1201'],
    ['Ａ座', 'A座'],
    ['3　—　1', '3—1'],
  ])('%j is %s', (given, expected) => expect(placeText(given)).toBe(expected))

  it('removes the separators of a path', () => {
    expect(placeFault('楼栋', placeText('3 ▶ 1'))).toBe('楼栋不能包含▶')
    expect(placeFault('楼栋', '3>1')).toBeNull()
  })
})

describe('normalising owners', () => {
  it.each([
    ['张　三', '张三'],
    ['张 三 / 李 四', '张三/李四'],
    ['张三\n李四', '张三/李四'],
    ['张三、李四，王五；赵六', '张三/李四/王五/赵六'],
    ['阿依古丽 · 买买提', '阿依古丽·买买提'],
    ['John   Smith', 'John Smith'],
    ['李 John', '李John'],
    ['/张三//', '张三'],
    ['Jose\u0301', 'José'],
    ['\u200b/张三', '张三'],
  ])('%j are %s', (given, expected) => expect(ownerNames(given)).toBe(expected))

  it('keeps one name whole, whatever it contains', () => expect(personName(' 欧阳　若兰 ')).toBe('欧阳若兰'))

  it('removes blanks from phones', () => {
    expect(phoneNumbers(' １３８ 0013 8000 ／139\u00a00013 9000')).toBe('13800138000/13900139000')
  })

  it('removes blanks from ID numbers, with an upper-case X', () => {
    expect(idNumbers('110101 19900101 123x\n330106199001011234')).toBe('11010119900101123X/330106199001011234')
    expect(idNumbers('１１010119900101123Ｘ')).toBe('11010119900101123X')
    expect(idNumbers('11010119900101123ｘ')).toBe('11010119900101123X')
  })
})
