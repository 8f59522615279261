import { join } from 'node:path'
import { memberToken, startProcess } from '../support/server-process.ts'
import { argsOf, onBothDatabases, type BenchDatabase } from './databases.ts'
import type { Figure } from './table.ts'
import { writeRounds } from './writeRounds.ts'

/** Estates saved through the API. */
export const benchWrites = (): Promise<Figure[]> => onBothDatabases(writesOn)

async function writesOn(database: BenchDatabase): Promise<Figure[]> {
  const server = await startProcess([...argsOf(database.location), '--log', join(database.folder, 'log')])
  try {
    const token = await memberToken(server.url)
    let number = 0
    const next = () => ({ name: `小区 ${number++}`, addr: '路1号' })
    return await writeRounds(database, { server, token, path: '/vtestate/save', next, name: 'single-row durable writes' })
  } finally {
    await server.stop()
  }
}
