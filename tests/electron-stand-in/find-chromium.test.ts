import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findChromium } from './find-chromium.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** A folder for the PATH with these programs. */
function folderWith(...programs: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
  folders.push(folder)
  for (const program of programs) writeFileSync(join(folder, program), '')
  return folder
}

test('a browser without windows comes first where none is to be seen, wherever it stands on the PATH', () => {
  const [first, second] = [folderWith('chromium'), folderWith('chromium-headless-shell')]
  const PATH = [first, second].join(delimiter)
  expect(findChromium({ PATH })).toBe(join(second, 'chromium-headless-shell'))
  expect(findChromium({ PATH }, { isHeaded: true })).toBe(join(first, 'chromium'))
})

test('the one that is named is taken, or none', () => {
  const folder = folderWith('chromium', 'chromium-headless-shell', 'mine')
  expect(findChromium({ PATH: folder, STANDIN_CHROMIUM: join(folder, 'mine') })).toBe(join(folder, 'mine'))
  expect(findChromium({ PATH: folder, STANDIN_CHROMIUM: join(folder, 'missing') })).toBeNull()
})
