import { expect, it } from 'vitest'
import { isPassedOn } from '../../../build/scripts/child.mjs'

it('the end of a script is passed on to its program, once', () => {
  expect(isPassedOn('SIGTERM', 'linux', true)).toBe(true)
  expect(isPassedOn('SIGHUP', 'linux', false)).toBe(true)
  expect(isPassedOn('SIGINT', 'linux', false)).toBe(true)
  expect(isPassedOn('SIGINT', 'linux', true)).toBe(false) // the terminal tells it
})

it('on Windows nothing is passed on: the console tells the program, and a kill would be no clean end', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) expect(isPassedOn(signal, 'win32', false)).toBe(false)
})
