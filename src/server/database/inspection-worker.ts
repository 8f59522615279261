import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { openUnchanged } from './data-files.ts'
import type { Inspection, InspectionMessage, InspectionTask } from './inspection.ts'

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

if (parentPort) parentPort.postMessage(answer(workerData as InspectionTask)) // it is inspection.ts that starts this file

function answer(task: InspectionTask): InspectionMessage {
  try {
    if ('compacted' in task) return { isCompacted: compact(task.compacted) }
    return { inspection: inspect(task) }
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number }
    const code = (errcode ?? 0) & 0xff
    if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) return { inspection: { verdict: 'damaged', version: null } }
    return { failure: { message, ...(errcode === undefined ? {} : { errcode }) } }
  }
}

/** Rewrites the file without deleted data, and truncates its log; false if the log is still being read. */
function compact(path: string): boolean {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma busy_timeout = 10000; pragma cache_size = -65536; vacuum')
    return database.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0
  } finally {
    database.close()
  }
}

function inspect({ path, newest, lastTrial }: Exclude<InspectionTask, { readonly compacted: string }>): Inspection {
  const database = openUnchanged(path)
  try {
    database.exec('pragma busy_timeout = 5000; pragma cache_size = -65536')
    const [first] = database.prepare('pragma integrity_check(1)').all()
    if (first?.['integrity_check'] !== 'ok') return { verdict: 'damaged', version: null }
    const tables = database
      .prepare("select name from sqlite_master where type = 'table'")
      .all()
      .map((row) => row['name'])
    if (tables.every((name) => name === 'schema_version')) return { verdict: 'empty', version: null }
    if (!['schema_version', 'user', 'estate'].every((name) => tables.includes(name))) return { verdict: 'foreign', version: null }
    const version = Number(database.prepare('select max(version) as version from schema_version').get()?.['version'] ?? 0)
    if (version === 0) return { verdict: 'foreign', version }
    return { verdict: version > newest ? 'newer' : version > lastTrial ? 'good' : 'trial', version }
  } finally {
    database.close()
  }
}
