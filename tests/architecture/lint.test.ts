import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sourcesBelow } from '../support/imports.ts'

const root = join(import.meta.dirname, '../..')
const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), help: z.string().optional(), message: z.string(), filename: z.string() })) })

/** A file of a layer, its import, and the linter's suggestion. */
const planted = [
  ['src/shared/planted.ts', '../server/app.ts', 'hand the value in'],
  ['src/shared/planted2.ts', 'react', 'let a screen show it'],
  ['src/server/planted.ts', '../renderer/main.tsx', 'an argument of createServer'],
  ['src/server/features/planted/planted.ts', '../../../main/about.ts', 'an argument of createServer'],
  ['src/server/planted2.ts', 'electron', 'add a command'],
  ['src/main/planted.ts', '../server/app.ts', 'asks it over HTTP'],
  ['src/main/planted2.ts', 'fastify', 'declare an endpoint'],
  ['src/main/planted3.ts', 'kysely', 'declare an endpoint'],
  ['src/main/planted4.ts', 'pg', 'declare an endpoint'],
  ['src/preload/planted.ts', 'zod', 'never grows'],
  ['src/preload/planted2.ts', '../main/about.ts', 'never grows'],
  ['src/preload/planted3.ts', 'node:fs', 'never grows'],
  ['src/renderer/app/planted.ts', '../../server/app.ts', 'by useEndpoint and useSend'],
  ['src/renderer/features/planted/planted.ts', '../../../main/about.ts', 'by useEndpoint and useSend'],
  ['src/renderer/features/planted/planted2.ts', 'kysely', 'declare an endpoint'],
  ['src/renderer/ui/planted.ts', 'node:fs', 'behind a command of the bridge'],
  ['src/recount/planted.ts', '#shared/text/limits.ts', 'takes nothing from it'],
  ['src/recount/planted2.ts', '../server/app.ts', 'takes nothing from it'],
] as const
/** Imports that stay allowed. */
const allowed = [
  ['src/preload/right.ts', 'electron'],
  ['src/preload/right2.ts', '#shared/bridge/bridge.ts'],
  ['src/main/right.ts', '#shared/bridge/bridge.ts'],
  ['src/main/right2.ts', './server-host/host.ts'],
  ['src/server/right.ts', 'kysely'],
  ['src/renderer/features/planted/right.ts', '../../app-context/tab.ts'],
] as const

describe('the linter at layer boundaries', () => {
  const work = mkdtempSync(join(tmpdir(), 'lint-'))
  afterAll(() => rmSync(work, { recursive: true, force: true }))
  let said: z.infer<typeof Report>['diagnostics']
  beforeAll(() => {
    copyFileSync(join(root, '.oxlintrc.json'), join(work, '.oxlintrc.json'))
    for (const [path, imported] of [...planted, ...allowed]) {
      mkdirSync(join(work, dirname(path)), { recursive: true })
      writeFileSync(join(work, path), `import * as wanted from '${imported}'\nexport const planted = wanted\n`)
    }
    const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'], { cwd: work, encoding: 'utf8' })
    said = Report.parse(JSON.parse(stdout)).diagnostics.filter(({ code }) => code.includes('no-restricted-imports'))
  })
  const ofFile = (path: string): string =>
    said
      .filter(({ filename }) => filename.replaceAll('\\', '/').endsWith(path))
      .map(({ message, help = '' }) => `${message} ${help}`)
      .join()

  it.each(planted)('forbids %s to import %s, and says what to do', (path, _imported, sentence) => {
    expect(ofFile(path)).toContain(sentence)
  })

  it.each(allowed)('allows %s to import %s', (path) => {
    expect(ofFile(path)).toBe('')
  })
})

describe('a lint exception', () => {
  const exceptions = ['src', 'tests'].flatMap((folder) =>
    sourcesBelow(folder).flatMap(({ path, text }) => (text.match(/^.*\/\/ (?:ox|es)lint-disable.*$/gm) ?? []).map((line) => `${path}: ${line.trim()}`)),
  )

  it('every lint exception states its reason', () => {
    expect(exceptions.filter((line) => !/-disable\S* [\w/, -]+? -- \S/.test(line))).toEqual([])
    expect(exceptions.length).toBeGreaterThan(10)
  })
})
