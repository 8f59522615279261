import { expect, it } from 'vitest'
import { isPassedOn } from '../../../build/scripts/child.mjs'

it('a script forwards its termination to its program, once', () => {
  expect(isPassedOn('SIGTERM', 'linux', true)).toBe(true)
  expect(isPassedOn('SIGHUP', 'linux', false)).toBe(true)
  expect(isPassedOn('SIGINT', 'linux', false)).toBe(true)
  expect(isPassedOn('SIGINT', 'linux', true)).toBe(false) // the terminal tells it
})

it('on Windows nothing is forwarded: the console notifies the program, and a kill would be unclean', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) expect(isPassedOn(signal, 'win32', false)).toBe(false)
})
