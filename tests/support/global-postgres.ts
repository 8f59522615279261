import type { TestProject } from 'vitest/node'
import { startCluster } from './postgres.ts'

/** One private PostgreSQL cluster for all API tests of a run; vitest calls it before and after. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  if (!cluster) process.stderr.write('\n*** PostgreSQL is not installed here: the PostgreSQL half of the API tests is SKIPPED ***\n\n')
  project.provide('postgresUrl', cluster?.url ?? '')
  return async () => {
    await cluster?.stop()
  }
}
