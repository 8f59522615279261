import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findChromium } from './find-chromium.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** A folder with these programs, for the PATH. */
function folderWith(...programs: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
  folders.push(folder)
  for (const program of programs) writeFileSync(join(folder, program), '')
  return folder
}

test('prefers a headless browser without a display, else one on the PATH', () => {
  const [PATH, other] = [folderWith('chromium'), folderWith('chromium-headless-shell')]
  const windowlessFolders = [other]
  expect(findChromium({ PATH }, { windowlessFolders })).toBe(join(other, 'chromium-headless-shell'))
  expect(findChromium({ PATH }, { windowlessFolders, isHeaded: true })).toBe(join(PATH, 'chromium'))
  expect(findChromium({ PATH }, { windowlessFolders: [PATH] })).toBe(join(PATH, 'chromium'))
})

test('uses the named browser or none', () => {
  const folder = folderWith('chromium', 'chromium-headless-shell', 'mine')
  expect(findChromium({ PATH: folder, STANDIN_CHROMIUM: join(folder, 'mine') })).toBe(join(folder, 'mine'))
  expect(findChromium({ PATH: folder, STANDIN_CHROMIUM: join(folder, 'missing') })).toBeNull()
})
