import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseLocation } from '../../src/server/database/database.ts'
import { administer, startCluster } from '../support/postgres.ts'
import type { Figure } from './table.ts'

/** A separate database for a benchmark; `folder` is a temporary folder, on SQLite the data folder. */
export interface BenchDatabase {
  readonly engine: 'SQLite' | 'PostgreSQL'
  readonly folder: string
  readonly location: DatabaseLocation
}

/** The server's arguments for a database. */
export const argsOf = (location: DatabaseLocation): string[] => ('url' in location ? ['--database', location.url] : ['--data', location.folder])

/** Runs a measurement with a temporary folder. */
export async function onSqlite<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  try {
    return await work({ engine: 'SQLite', folder, location: { folder } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a measurement on SQLite and, if installed, on a PostgreSQL with fsync as in an office. */
export async function onBothDatabases(work: (database: BenchDatabase) => Promise<Figure[]>): Promise<Figure[]> {
  const figures = await onSqlite(work)
  const cluster = await startCluster({ isSynced: true })
  if (!cluster) return figures
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  try {
    await administer(cluster.url, 'create database bench')
    return [...figures, ...(await work({ engine: 'PostgreSQL', folder, location: { url: `${cluster.url}/bench` } }))]
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
