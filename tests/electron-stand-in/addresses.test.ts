import { describe, expect, it } from 'vitest'
import { isOurs, originOf, policyToBrowser, toApp, toBrowser } from './addresses.ts'

const isHandled = (scheme: string): boolean => scheme === 'app'

describe('addresses of custom schemes', () => {
  it.each([
    ['app://bundle/login?redirect=%2F#top', 'https://bundle.app.standin.invalid/login?redirect=%2F#top'],
    ['app://bundle', 'https://bundle.app.standin.invalid/'],
  ])('%s is opened as %s', (address, opened) => {
    expect(toBrowser(address, isHandled)).toBe(opened)
    expect(isOurs(opened)).toBe(true)
  })

  it('round-trip to the form the app knows', () => {
    expect(toApp('https://bundle.app.standin.invalid/login#top')).toBe('app://bundle/login#top')
    expect(originOf('app://bundle/login')).toBe('app://bundle')
  })

  it.each(['https://elsewhere.invalid/', 'file:///tmp/a.html', 'data:text/html,hi', 'https://elsewhere.invalid/?to=a.app.standin.invalid'])(
    '%s stays',
    (address) => {
      expect(toBrowser(address, isHandled)).toBe(address)
      expect(toApp(address)).toBe(address)
      expect(isOurs(address)).toBe(false)
    },
  )

  it('are translated in a policy, and nothing else is', () => {
    expect(policyToBrowser("default-src 'self'; img-src data: app:; script-src app://bundle 'sha256-app:x'; connect-src 'none'", isHandled)).toBe(
      "default-src 'self'; img-src data: https://*.app.standin.invalid; script-src https://bundle.app.standin.invalid 'sha256-app:x'; connect-src 'none'",
    )
  })
})
