import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { chooseServer, isUnencrypted, letsBeInspected, serverEnvironment, serverUrl } from '../../../src/main/configuration.ts'

describe('choice of the server', () => {
  it('defaults to the embedded server without command line and settings', () => {
    expect(chooseServer(['.', '--user-data-dir=/x'], '')).toEqual({ kind: 'embedded' })
  })

  it('prefers the command line to the settings', () => {
    expect(chooseServer(['.', '--server', 'https://10.0.0.5:8790'], 'https://10.0.0.9:1')).toEqual({ kind: 'remote', url: 'https://10.0.0.5:8790' })
    expect(chooseServer(['.', '--server=https://10.0.0.5:8790/'], '')).toEqual({ kind: 'remote', url: 'https://10.0.0.5:8790' })
    expect(chooseServer([], 'vote.example.org:8790')).toEqual({ kind: 'remote', url: 'https://vote.example.org:8790' })
  })

  it('never falls back to the embedded server for an invalid address', () => {
    expect(chooseServer(['--server', 'https://'], '')).toMatchObject({ kind: 'invalid', written: 'https://' })
    expect(chooseServer([], 'http://a b')).toMatchObject({ kind: 'invalid', written: 'http://a b' })
  })

  it('never uses another computer unencrypted; an older program’s setting is upgraded to TLS', () => {
    expect(chooseServer(['--server', 'http://10.0.0.5:8790'], '')).toEqual({
      kind: 'invalid',
      written: 'http://10.0.0.5:8790',
      sentence: '此地址未加密，请使用 https:// 开头的地址',
    })
    expect(chooseServer([], 'http://10.0.0.5:8790')).toEqual({ kind: 'remote', url: 'https://10.0.0.5:8790' })
    expect(chooseServer([], 'http://vote.example.org')).toEqual({ kind: 'remote', url: 'https://vote.example.org:80' })
    expect(chooseServer(['--server', 'http://127.0.0.1:8790'], '')).toEqual({ kind: 'remote', url: 'http://127.0.0.1:8790' })
  })
})

describe('an unencrypted connection', () => {
  it.each(['http://10.0.0.5:8790', 'http://vote.example.org', 'http://127.example.org', 'http://[fe80::1]:8790'])('is %s', (address) =>
    expect(isUnencrypted(address)).toBe(true),
  )
  it.each(['https://vote.example.org', 'http://127.0.0.1:8790', 'http://127.1.2.3', 'http://localhost:8790', 'http://[::1]:8790'])('is not %s', (address) =>
    expect(isUnencrypted(address)).toBe(false),
  )
})

describe('parsing a server address', () => {
  it.each([
    ['http://127.0.0.1:8790', 'http://127.0.0.1:8790'],
    ['https://vote.example.org/api/', 'https://vote.example.org'],
    ['  192.168.1.3:8790 ', 'https://192.168.1.3:8790'],
    ['localhost:8790', 'http://localhost:8790'],
  ])('%s is %s', (written, url) => {
    expect(serverUrl(written)).toBe(url)
  })

  it.each(['ftp://x', 'http://user:secret@x', 'http://x/?token=1', 'http://x/other', 'file:///etc/passwd', 'javascript:alert(1)', ''])(
    '%s is none',
    (written) => {
      expect(serverUrl(written)).toBeNull()
    },
  )
})

describe('compiled code cache', () => {
  const folder = mkdtempSync(join(tmpdir(), 'code-cache-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const cacheFolder = join(folder, 'cache')
  const script = join(folder, 'server.mjs')
  writeFileSync(script, `console.log('own code: ' + typeof process.env.NODE_OPTIONS)`)
  const run = (environment: NodeJS.ProcessEnv) => spawnSync(process.execPath, [script], { env: environment, encoding: 'utf8' }).stdout.trim()
  const files = () => readdirSync(cacheFolder, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((entry) => entry.isFile())
  const contents = () => files().map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))

  it('a packaged program’s server neither reads nor writes compiled code in the user’s data', () => {
    const withCache = { ...process.env, NODE_COMPILE_CACHE: cacheFolder }
    expect(run(serverEnvironment(false, withCache))).toBe('own code: undefined')
    expect(files()).not.toEqual([])
    // Whatever Node would trust: a packaged program's server does not read it.
    for (const { parentPath, name } of files()) writeFileSync(join(parentPath, name), 'grafted')
    const attack = { ...withCache, Node_Options: '--import=./grafted.mjs', NODE_OPTIONS: '--import=./grafted.mjs' }
    expect(run(serverEnvironment(true, attack))).toBe('own code: undefined')
    expect(contents()).toEqual(files().map(() => 'grafted'))
    // With a cache Node replaces it: the test would notice if it were used.
    run(serverEnvironment(false, withCache))
    expect(contents()).not.toContain('grafted')
  })
})

it('only a build that says so can be inspected', () => {
  expect(letsBeInspected('{"letsBeInspected": true}')).toBe(true)
  for (const packageJson of [readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'), '{"letsBeInspected": "true"}', '{}'])
    expect(letsBeInspected(packageJson)).toBe(false)
})
