import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProcess } from '../support/server-process.ts'
import { isWindows } from '../support/system.ts'

// On Windows a stop is a kill.
it.skipIf(isWindows).each(['SIGTERM', 'SIGHUP'] as const)('%s shuts a server down cleanly, like closing its console', async (signal) => {
  const data = mkdtempSync(join(tmpdir(), 'vote-signals-'))
  try {
    const server = await startProcess(['--data', data])
    expect(await server.stop(signal)).toBe(0)
    expect(existsSync(join(data, 'vote.db.closed'))).toBe(true)
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})
