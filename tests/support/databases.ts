import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, inject } from 'vitest'
import type { DatabaseLocation } from '../../src/server/database/database.ts'
import type { Engine } from '../../src/server/database/dialect.ts'
import { administer } from './postgres.ts'
import { isFull } from './scale.ts'

export interface TestDatabase {
  readonly engine: Engine
  readonly location: DatabaseLocation
  remove(): Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The private PostgreSQL cluster's address without a database name; `''` if none is installed. */
    postgresUrl: string
  }
}

/** The empty, migrated template database in the tests' cluster. */
export const TEMPLATE_NAME = 'vote_template'

interface NewDatabase {
  /** A separate PostgreSQL cluster of the test. */
  readonly clusterUrl?: string
  /** Copied from the migrated template of the tests' cluster: creating the tables is most of a server's start there. */
  readonly isMigrated?: boolean
}

/** Creates an empty database of that engine; on PostgreSQL in the tests' cluster unless another is given. */
export async function emptyDatabase(engine: Engine, { clusterUrl, isMigrated = false }: NewDatabase = {}): Promise<TestDatabase> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'vote-api-'))
    return { engine, location: { folder }, remove: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })) }
  }
  const server = clusterUrl ?? inject('postgresUrl')
  const name = `vote_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await administer(server, `create database ${name}${isMigrated && clusterUrl === undefined ? ` template ${TEMPLATE_NAME} strategy file_copy` : ''}`)
  return { engine, location: { url: `${server}/${name}` }, remove: () => administer(server, `drop database if exists ${name} with (force)`) }
}

/** Runs the tests on both databases even in samples, for what may differ between them. Without PostgreSQL that half is shown as skipped. */
export function whereDatabasesDiffer(name: string, tests: (engine: Engine) => void): void {
  onEach(['sqlite', 'postgres'], name, tests)
}

/** Runs the tests on both databases; on PostgreSQL in a full run only. */
export function onBothDatabases(name: string, tests: (engine: Engine) => void): void {
  onEach(isFull ? ['sqlite', 'postgres'] : ['sqlite'], name, tests)
}

function onEach(engines: readonly Engine[], name: string, tests: (engine: Engine) => void): void {
  describe.each(engines)(`${name} (%s)`, (engine) => {
    describe.skipIf(engine === 'postgres' && inject('postgresUrl') === '')('', () => tests(engine))
  })
}
