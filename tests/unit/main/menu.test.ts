import type { MenuItemConstructorOptions } from 'electron'
import { expect, it, vi } from 'vitest'
import { menuTemplate } from '../../../src/main/menu.ts'

const actions = { choose: vi.fn(), openLogs: vi.fn(), openData: vi.fn(), showAbout: vi.fn() }

function items(hasDevTools: boolean): MenuItemConstructorOptions[] {
  return menuTemplate({ ...actions, hasDevTools }).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
}

it('the menu is entirely in Chinese', () => {
  const labels = [...menuTemplate({ ...actions, hasDevTools: true }), ...items(true)].filter(({ type }) => type !== 'separator').map(({ label }) => label ?? '')
  expect(labels.length).toBeGreaterThan(20)
  for (const label of labels) expect(label).toMatch(/^\p{Script=Han}+(\(&[A-Z]\))?$/u)
})

it('Ctrl+W, Ctrl+Tab, F5 and F1 are handled by the page, and none closes the window', () => {
  const keys = new Map(items(false).map(({ accelerator, id }) => [String(accelerator), id]))
  expect(Object.fromEntries(keys)).toMatchObject({
    'CmdOrCtrl+W': 'closeTab',
    'Ctrl+Tab': 'nextTab',
    'Ctrl+Shift+Tab': 'previousTab',
    F5: 'refreshTab',
    F1: 'help',
    'CmdOrCtrl+K': 'goTo',
    'CmdOrCtrl+A': 'selectAll',
  })
  for (const id of ['closeTab', 'nextTab', 'previousTab', 'refreshTab', 'settings', 'lock', 'help', 'keys', 'goTo', 'selectAll', 'backUp', 'restore']) {
    items(false)
      .find((item) => item.id === id)
      ?.click?.({} as never, undefined, {})
    expect(actions.choose).toHaveBeenLastCalledWith(id)
  }
  expect(items(false).some(({ role }) => role === 'close' || role === 'reload' || role === 'forceReload')).toBe(false)
})

it('developer tools are available to developers only', () => {
  expect(items(false).some(({ role }) => role === 'toggleDevTools')).toBe(false)
  expect(items(true).some(({ role }) => role === 'toggleDevTools')).toBe(true)
})
