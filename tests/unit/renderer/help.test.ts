import { describe, expect, it } from 'vitest'
import { commonKeys, helpOf } from '../../../src/renderer/app/help.ts'
import { registeredPaths } from '../../../src/renderer/app/routes.ts'
import { publicRoutes } from '../../../src/renderer/features/account/feature.tsx'

const paths = [...publicRoutes.map(({ path }) => path), ...registeredPaths]

describe('the help', () => {
  it('is declared by the screen, before and after login', () => {
    expect(paths.length).toBeGreaterThan(15)
    expect(helpOf('/login').about).toContain('登录')
    expect(helpOf('/voteManage/mngballot').about).toContain('票权')
    expect(new Set(paths.map((path) => helpOf(path).about)).size).toBe(paths.length)
    expect(helpOf('/no/such').about).toContain('不存在')
  })

  it('is Chinese, except for keys, Excel, PDF and JPG', () => {
    for (const path of paths) {
      const { about, steps } = helpOf(path)
      for (const sentence of [about, ...steps]) {
        expect(sentence.replaceAll(/Excel|PDF|JPG/g, ''), path).not.toMatch(/[A-Za-z]{2,}/)
        expect(sentence, path).toMatch(/[。；]$/)
      }
    }
  })

  it('lists each key once per screen', () => {
    for (const path of paths) {
      const keys = (helpOf(path).keys ?? []).map(([key]) => key)
      expect(new Set(keys).size, path).toBe(keys.length)
    }
    expect(commonKeys[0]).toEqual(['F1', '打开这个页面的帮助'])
  })
})
