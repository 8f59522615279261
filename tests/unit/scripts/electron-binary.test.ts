import { describe, expect, it } from 'vitest'
import { electronLaunch, sandboxProblem, type SandboxSystem } from '../../../build/scripts/electron-binary.mjs'

describe('starting Electron with npm start', () => {
  it('does not hide the first window on Windows, and passes the arguments on', () => {
    expect(electronLaunch('electron.exe', 'C:\\项目', ['--server', 'http://127.0.0.1:8790'])).toEqual({
      command: 'electron.exe',
      args: ['C:\\项目', '--server', 'http://127.0.0.1:8790'],
      options: { windowsHide: false },
    })
  })
})

describe('Electron’s sandbox on Linux', () => {
  const open: SandboxSystem = { platform: 'linux', uid: 1000, kernel: () => null, isSetuidRoot: () => false }
  const problem = (system: Partial<SandboxSystem>) => sandboxProblem('/opt/electron/electron', { ...open, ...system })
  const restricted = (file: string) => (file === '/proc/sys/kernel/apparmor_restrict_unprivileged_userns' ? '1' : null)

  it('works for an ordinary user, and is not checked on Windows', () => {
    expect(problem({})).toBeNull()
    expect(problem({ kernel: (file) => (file.includes('apparmor') ? '0' : '1') })).toBeNull()
    expect(problem({ platform: 'win32', uid: undefined, kernel: restricted })).toBeNull()
  })

  it('fails if the system restricts user namespaces, with advice in one line', () => {
    const sentence = problem({ kernel: restricted })
    expect(sentence).toContain('sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0')
    expect(sentence).toContain('sudo chmod 4755 "/opt/electron/chrome-sandbox"')
    expect(sentence).not.toContain('\n')
    expect(problem({ kernel: (file) => (file === '/proc/sys/user/max_user_namespaces' ? '0' : null) })).toContain('user.max_user_namespaces')
  })

  it('works despite that with a setuid-root helper', () => {
    expect(problem({ kernel: restricted, isSetuidRoot: (file) => file === '/opt/electron/chrome-sandbox' })).toBeNull()
  })

  it('is never disabled: root gets the stand-in', () => {
    expect(problem({ uid: 0 })).toContain('root')
  })
})
