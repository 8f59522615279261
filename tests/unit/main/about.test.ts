import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aboutBox } from '../../../src/main/about.ts'

it('关于 names the version, and the third-party licences where the program has them with it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vote-about-'))
  expect(aboutBox('1.2.3', folder)).toMatchObject({ title: '关于', message: '社区投票平台', detail: '版本 1.2.3' })
  mkdirSync(join(folder, 'legal'))
  expect(aboutBox('1.2.3', folder).detail).toBe(`版本 1.2.3\n第三方软件的许可和清单（CycloneDX）：${join(folder, 'legal')}`)
  rmSync(folder, { recursive: true })
})
