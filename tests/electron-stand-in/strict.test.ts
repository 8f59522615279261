import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { strict } from './strict.ts'

describe('what the stand-in lacks', () => {
  const dialog: Record<string, unknown> = strict('dialog', { showSaveDialog: () => 'asked' })

  it('says so, by its name', () => {
    expect(() => dialog.showCertificateTrustDialog).toThrow('The stand-in for Electron does not emulate dialog.showCertificateTrustDialog')
  })

  it('can be replaced by a spec, as in Electron', () => {
    dialog.showCertificateTrustDialog = () => 'mine'
    expect(dialog.showCertificateTrustDialog).toBeTypeOf('function')
  })

  it('is not asked of it by the language itself', async () => {
    await expect(Promise.resolve(dialog)).resolves.toBe(dialog)
    expect(JSON.stringify(dialog)).toBe('{}')
  })
})

describe('what is gone', () => {
  class Page extends EventEmitter {
    isGone = false
    isDestroyed = (): boolean => this.isGone
    reload(): string {
      return 'again'
    }
  }

  it('throws when it is used, and lets its listeners go', () => {
    const raw = new Page()
    const page = strict('page', raw, () => raw.isGone)
    expect(page.reload()).toBe('again')
    raw.isGone = true
    expect(() => page.reload()).toThrow(new TypeError('Object has been destroyed'))
    expect(page.isDestroyed()).toBe(true)
    expect(page.removeAllListeners()).toBe(page)
  })
})
