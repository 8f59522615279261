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
