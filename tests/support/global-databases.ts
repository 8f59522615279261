import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/server/database/open.ts'
import { TEMPLATE_NAME } from './databases.ts'
import { administer, startCluster } from './postgres.ts'

/**
 * Starts one private PostgreSQL cluster for all API tests of a run, with a migrated template database that new ones are copied
 * from. Called by Vitest before and after.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  if (cluster) {
    await administer(cluster.url, `create database ${TEMPLATE_NAME}`)
    const database = await openDatabase({ url: `${cluster.url}/${TEMPLATE_NAME}` })
    await database.close()
  } else {
    process.stderr.write('\n*** PostgreSQL is not installed here: the PostgreSQL half of the API tests is SKIPPED ***\n\n')
  }
  project.provide('postgresUrl', cluster?.url ?? '')
  return async () => {
    await cluster?.stop()
  }
}
