import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { diagnosis } from '../../../build/scripts/diagnose.mjs'

const folder = mkdtempSync(join(tmpdir(), 'vote-diagnose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('npm run diagnose packs logs, versions and settings, and no personal data', async () => {
  for (const name of ['logs', 'data/keys']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'logs', 'main.log'), '{"msg":"start","Electron":"45.4.1"}\n{"msg":"call /api/x?authId=abc 13812345678 110101199003071233"}\n')
  writeFileSync(join(folder, 'data', 'vote.db'), 'secret of the owners')
  writeFileSync(join(folder, 'data', 'keys', 'signing.key'), 'secret key')
  const preferences = { fontSize: 'large', lastUsername: 'zhang_san', lastEstateId: 'e1' }
  const settings = { version: 1, preferences, sessions: { embedded: 'token' }, keys: { signingKey: 'sealed' }, pages: { u1: { paths: ['/estate/Index'] } } }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))

  const files = await diagnosis(folder)
  expect(Object.keys(files).toSorted()).toEqual(['data.txt', 'logs/main.log', 'settings.json', 'versions.json'])
  expect(JSON.parse(files['settings.json'] ?? '')).toEqual({ version: 1, preferences: { fontSize: 'large' } })
  expect(JSON.parse(files['versions.json'] ?? '')).toMatchObject({ node: process.versions.node, sqlite: process.versions['sqlite'] })
  expect(files['logs/main.log']).toContain('"Electron":"45.4.1"')
  expect(files['data.txt']).toMatch(/^data\/vote\.db\t20\t/m)
  expect(JSON.stringify(files)).not.toMatch(/13812345678|110101199003071233|authId=abc|zhang_san|token|sealed|secret|estate\/Index/)
})

it('npm run diagnose reports a broken settings file', async () => {
  writeFileSync(join(folder, 'settings.json'), '{"version":1,')
  expect(JSON.parse((await diagnosis(folder))['settings.json'] ?? '')).toEqual({ state: 'broken', bytes: 13 })
})
