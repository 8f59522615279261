import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sourcesBelow } from '../support/imports.ts'

const root = join(import.meta.dirname, '../..')

/** The program's sources, and scripts that run on a user's computer. */
const sources = [
  ...sourcesBelow('src').map(({ path, text }) => ({ path, text })),
  ...readdirSync(join(root, 'build/scripts'))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => ({ path: `build/scripts/${name}`, text: readFileSync(join(root, 'build/scripts', name), 'utf8') })),
]

const callers = (files: typeof sources): string[] => files.filter(({ text }) => /\brmSync\s*[(,}]/.test(text)).map(({ path }) => path)

it('no code uses rmSync, which crashes on Windows for an open file below a Chinese folder', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect(callers(sources)).toEqual([])
  expect(callers([{ path: 'src/planted.ts', text: "import { rmSync } from 'node:fs'\nrmSync(file)" }])).toEqual(['src/planted.ts'])
})

it('a checkout has the same bytes on Windows, as formatter and build fingerprints need', () => {
  expect(readFileSync(join(root, '.gitattributes'), 'utf8')).toContain('* text=auto eol=lf')
  const { stdout } = spawnSync('git', ['ls-files', '--eol'], { cwd: root, encoding: 'utf8' })
  const lines = stdout.trim().split('\n')
  expect(lines.length).toBeGreaterThan(1_000)
  const binary = lines.filter((line) => line.startsWith('i/-text'))
  expect(binary.filter((line) => !/attr\/-text/.test(line))).toEqual([])
  expect(lines.filter((line) => !/^i\/(?:lf|none|-text)\s/.test(line))).toEqual([])
})
