import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { memberToken, startProcess } from '../support/server-process.ts'

it('a server’s data and log files are readable by their user only, whatever the umask', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'vote-private-'))
  const [data, log] = [join(parent, 'data'), join(parent, 'log')]
  const before = process.umask(0o000)
  try {
    const server = await startProcess(['--data', data, '--log', log])
    await memberToken(server.url)
    const written = readdirSync(parent, { recursive: true, encoding: 'utf8' })
    expect(written).toEqual(expect.arrayContaining(['data', 'log', join('data', 'vote.db'), join('log', 'server.log')]))
    // Windows enforces it by the folder's permissions.
    const open = process.platform === 'win32' ? [] : written.filter((path) => (statSync(join(parent, path)).mode & 0o077) !== 0)
    expect(open).toEqual([])
    await server.stop()
  } finally {
    process.umask(before)
    rmSync(parent, { recursive: true, force: true })
  }
})
