import { describe, expect, it } from 'vitest'
import { userNameForLog, withoutPersonalNumbers } from '../../../src/shared/text/redaction.ts'

describe('redacting a log line', () => {
  it.each([
    '13912345678',
    '+8613912345678',
    '+86 139 1234 5678',
    '+86-139-1234-5678',
    '008613912345678',
    '8613912345678',
    '139-1234-5678',
    '139 1234 5678',
    '139.1234.5678',
    '１３９１２３４５６７８',
    '＋8613912345678',
    'tel:13912345678,',
    'owner_13912345678',
    '110101199003074514',
    '11010119900307451X',
    '11010119900307451x',
    '110101 1990 0307 4514',
    '110101-19900307-4514',
    '110101900307451',
    '110101 900307 451',
  ])('removes %s', (number) => {
    const line = withoutPersonalNumbers(`{"msg":"业主 ${number} 不存在","at":"${number}"}`)
    expect(line).not.toMatch(/\d{4}/)
    expect(line).toMatch(/（手机号）|（证件号）/)
  })

  it.each([
    '{"level":30,"time":1763799545123,"endpoint":"property.import","ms":13912,"code":200}',
    '2026-05-01T01:30:00.000Z',
    'at readAnswer (file:///C:/Program%20Files/vote/resources/app.asar/out/main/index.js:12:345)',
    'a13912345678b3c0ffee13912345678aabbccddeeff0011',
    '192.168.139.123',
    '127.0.0.1:15678',
    'entry 1391234567',
    '2026-11-22 13:17:27',
  ])('keeps %s', (text) => expect(withoutPersonalNumbers(text)).toBe(text))
})

describe('a user name in a log', () => {
  it.each([
    ['13912345678', '13…'],
    ['u13912345678', 'u1…'],
    ['139_1234_5678', '13…'],
    ['zhang13912345678', 'zh…'],
    ['110101900307451', '11…'],
    ['a11010119900307451X', 'a1…'],
    ['a110101199003074514', 'a1…'],
    ['zhang', 'zhang'],
    ['admin_1', 'admin_1'],
    ['zhang1990', 'zhang1990'],
  ])('%s stands as %s', (username, shown) => expect(userNameForLog(username)).toBe(shown))
})
