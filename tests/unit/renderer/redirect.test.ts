import { describe, expect, it } from 'vitest'
import { loginPath, safeRedirect } from '../../../src/renderer/app/redirect.ts'

describe('safeRedirect', () => {
  it.each(['/dashboard', '/estate/Index', '/voteManage/votedesk?activityid=7&operatetype=1'])('follows the program’s own path %s', (path) => {
    expect(safeRedirect(path)).toBe(path)
  })

  it.each([
    null,
    '',
    'estate/Index',
    'https://evil',
    'https:/evil',
    '//evil',
    '///evil',
    '/\\evil',
    '\\\\evil',
    '/\t/evil',
    '/\n/evil',
    '\u0000/evil',
    'javascript:alert(1)',
    'data:text/html,x',
    '/..//evil',
    '/./\\evil',
    ' //evil',
  ])('answers %j with the home page', (asked) => {
    expect(safeRedirect(asked)).toBe('/')
  })

  it.each(['/login', '/login?redirect=/login', '/register'])('does not lead back to %s', (path) => {
    expect(safeRedirect(path)).toBe('/')
  })

  it('drops the fragment', () => {
    expect(safeRedirect('/estate/Index#//evil')).toBe('/estate/Index')
  })
})

describe('loginPath', () => {
  it('carries the whole path with its query through the login', () => {
    const path = '/voteManage/input?activityid=1&vflag=1'
    const asked = new URLSearchParams(loginPath(path).split('?')[1]).get('redirect')
    expect(safeRedirect(asked)).toBe(path)
  })

  it('loginPath from the login keeps its redirect, and never leads to the login itself', () => {
    const path = '/voteManage/input?activityid=1&vflag=1'
    expect(loginPath(loginPath(path))).toBe(loginPath(path))
    for (const entrance of ['/login', '/register', '/login?redirect=//evil']) expect(loginPath(entrance)).toBe(loginPath('/'))
  })
})
