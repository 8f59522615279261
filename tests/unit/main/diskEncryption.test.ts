import { describe, expect, it, vi } from 'vitest'
import { createDiskEncryption, diskEncryptionIn } from '../../../src/main/diskEncryption.ts'

describe('parsing Windows’ disk encryption status', () => {
  it.each([
    ['1\r\n', 'on'],
    ['2', 'off'],
    ['3\n', 'encrypting'],
    ['4', 'off'],
    ['5', 'suspended'],
    ['6', 'on'],
    ['8', 'suspended'],
    ['', 'unknown'],
    ['\r\n', 'unknown'],
    ['0', 'unknown'],
    ['7', 'unknown'],
    ['11', 'unknown'],
    ['1 2', 'unknown'],
    ['You cannot call a method on a null-valued expression.', 'unknown'],
    ['constructor', 'unknown'],
  ])('%j is %s', (output, expected) => expect(diskEncryptionIn(output)).toBe(expected))
})

function looking(more: Partial<Parameters<typeof createDiskEncryption>[0]> = {}) {
  const run = vi.fn((_program: string, _args: readonly string[]) => Promise.resolve('1\r\n'))
  const log = { warn: vi.fn() }
  const { 'computer.diskEncryption': look } = createDiskEncryption({
    platform: 'win32',
    dataFolder: 'D:\\Users\\王\\AppData\\Local\\社区投票平台\\data',
    root: 'C:\\Windows',
    log,
    run,
    ...more,
  })
  return { look: () => look(null), run, log }
}

describe('checking disk encryption', () => {
  it('asks Windows’ own PowerShell about the data drive only', async () => {
    const { look, run } = looking()
    expect(await look()).toBe('on')
    const [program, args] = run.mock.calls[0] ?? []
    expect(program).toBe('C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe')
    expect(args?.slice(0, -1)).toEqual(['-NoLogo', '-NoProfile', '-NonInteractive', '-Command'])
    expect(args?.at(-1)).toBe("(New-Object -ComObject Shell.Application).NameSpace('D:\\').Self.ExtendedProperty('System.Volume.BitLockerProtection')")
  })

  it('is unknown on other systems and for network folders', async () => {
    for (const more of [{ platform: 'linux' as const }, { dataFolder: '\\\\server\\share\\data' }, { dataFolder: '/home/x' }, { root: '' }]) {
      const { look, run } = looking(more)
      expect(await look()).toBe('unknown')
      expect(run).not.toHaveBeenCalled()
    }
  })

  it('is unknown if Windows fails or does not answer in time', async () => {
    const { look, log } = looking({ run: () => Promise.reject(new Error('timed out')) })
    expect(await look()).toBe('unknown')
    expect(log.warn).toHaveBeenCalledOnce()
  })
})
