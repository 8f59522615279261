import { describe, expect, it } from 'vitest'
import { commonKeys, helpedPaths, helpOf } from '../../../src/renderer/app/help.ts'
import { registeredPaths } from '../../../src/renderer/app/routes.ts'

describe('the help', () => {
  it('has a text for every screen, and none for a screen that is gone', () => {
    const screens = ['/login', '/register', ...registeredPaths]
    expect(screens.length).toBeGreaterThan(15)
    expect([...helpedPaths].toSorted()).toEqual(screens.toSorted())
  })

  it('is Chinese: no other letters than those of keys, of Excel and of PDF', () => {
    for (const path of helpedPaths) {
      const { about, steps } = helpOf(path)
      for (const sentence of [about, ...steps]) {
        expect(sentence.replaceAll(/Excel|PDF/g, ''), path).not.toMatch(/[A-Za-z]{2,}/)
        expect(sentence, path).toMatch(/[。；]$/)
      }
    }
  })

  it('names each key once a screen', () => {
    for (const path of helpedPaths) {
      const keys = helpOf(path).keys.map(([key]) => key)
      expect(new Set(keys).size, path).toBe(keys.length)
    }
    expect(commonKeys[0]).toEqual(['F1', '打开这个页面的帮助'])
  })
})
