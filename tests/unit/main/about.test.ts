import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aboutBox, engineVersions } from '../../../src/main/about.ts'

it('关于 lists the versions, and the third-party licences if installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vote-about-'))
  const engines = engineVersions({ electron: '45.4.1', chrome: '148.0.1', node: '24.21.0', sqlite: '3.53.4', v8: '14.8' })
  const versions = '版本 1.2.3\nElectron 45.4.1 · Chromium 148.0.1 · Node 24.21.0 · SQLite 3.53.4'
  expect(aboutBox('1.2.3', folder, engines)).toMatchObject({ title: '关于', message: '社区投票平台', detail: versions })
  mkdirSync(join(folder, 'legal'))
  expect(aboutBox('1.2.3', folder, engines).detail).toBe(`${versions}\n第三方软件的许可和清单（CycloneDX）：${join(folder, 'legal')}`)
  rmSync(folder, { recursive: true })
})
