import type { Handlers } from '#shared/contract/endpoint.ts'
import type { jobEndpoints } from '#shared/features/job/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { RefusedFiles } from './refusedFiles.ts'
import type { JobService } from './service.ts'

/** Calls about long jobs (`wire.md` section 9). Callers only see their own: another's id is treated as unknown. */
export function jobHandlers(service: JobService, refusedFiles: RefusedFiles): Handlers<typeof jobEndpoints, Caller> {
  return {
    'job.progress': ({ query }, caller) => service.progress(caller, query.jobId),
    'job.cancel': ({ body }, { userKey }) => {
      service.cancel(userKey, body.jobId)
      return Promise.resolve(null)
    },
    'job.markedWorkbook': ({ query }, caller) => refusedFiles.marked(query.jobId, caller),
  }
}
