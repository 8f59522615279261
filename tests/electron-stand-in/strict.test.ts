import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { strict } from './strict.ts'

describe('APIs missing in the stand-in', () => {
  const dialog: Record<string, unknown> = strict('dialog', { showSaveDialog: () => 'asked' })

  it('throw an error with their name', () => {
    expect(() => dialog.showCertificateTrustDialog).toThrow('The stand-in for Electron does not emulate dialog.showCertificateTrustDialog')
  })

  it('can be replaced by a spec, as in Electron', () => {
    dialog.showCertificateTrustDialog = () => 'mine'
    expect(dialog.showCertificateTrustDialog).toBeTypeOf('function')
  })

  it('are not reported when the language itself reads them', async () => {
    await expect(Promise.resolve(dialog)).resolves.toBe(dialog)
    expect(JSON.stringify(dialog)).toBe('{}')
  })
})

describe('destroyed objects', () => {
  class Page extends EventEmitter {
    isGone = false
    isDestroyed = (): boolean => this.isGone
    reload(): string {
      return 'again'
    }
  }

  it('throw when used, and drop their listeners', () => {
    const raw = new Page()
    const page = strict('page', raw, () => raw.isGone)
    expect(page.reload()).toBe('again')
    raw.isGone = true
    expect(() => page.reload()).toThrow(new TypeError('Object has been destroyed'))
    expect(page.isDestroyed()).toBe(true)
    expect(page.removeAllListeners()).toBe(page)
  })
})
