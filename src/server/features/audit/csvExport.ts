import type { BinaryStream } from '#shared/contract/endpoint.ts'
import type { ExportOptions } from '#shared/contract/export.ts'
import type { AuditFilter } from '#shared/features/audit/contract.ts'
import type { Caller } from '../../http/context.ts'
import { exportLines, writtenBy } from './export.ts'
import { listFilter } from './filter.ts'
import { auditList } from './list.ts'
import type { AuditDeps } from './deps.ts'
import { auditStore } from './store.ts'

/** The journal as a file. */
export function createCsvExport({ database, runJob }: AuditDeps) {
  return {
    /**
     * The entries that a filter lets through, as a CSV file.
     *
     * The file ends only when its own entry in the journal is written: nobody has a whole one without it.
     */
    async export({ purpose, jobId, ...filter }: AuditFilter & ExportOptions, caller: Caller): Promise<BinaryStream> {
      const wanted = listFilter(filter)
      const total = await auditList(database.read).count(wanted)
      const { activityId } = filter
      const activity = activityId === '' ? {} : { activityId, activityTitle: await auditStore(database.read).activityTitle(activityId) }
      const chosen = {
        ...activity,
        person: filter.username,
        kind: filter.kind,
        actionChosen: filter.action,
        condition: filter.condition,
        from: filter.from,
        to: filter.to,
      }
      const chunks = writtenBy((write, digest) =>
        runJob(caller, jobId, async (job) => {
          const onProgress = (done: number) => job.report('writing', Math.min(done, total), total)
          let entryCount = 0
          const lines = exportLines(database.read, {
            filter: wanted,
            isMasked: purpose === '',
            signal: job.signal,
            onProgress: (done) => onProgress((entryCount = done)),
          })
          for await (const text of lines) await write(text, job.signal)
          job.signal.throwIfAborted()
          await database.write(async ({ journal }) => {
            const after = { name: '操作日志', ...chosen, purpose, entryCount, isMasked: purpose === '', sha256: digest() }
            journal.record({ caller, action: 'audit.export', subject: caller.user?.id ?? '', before: null, after })
          })
        }),
      )
      return { type: 'text/csv; charset=utf-8', fileName: '操作日志.csv', chunks }
    },
  }
}
