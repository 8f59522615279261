import type { Handlers } from '#shared/contract/endpoint.ts'
import type { jobEndpoints } from '#shared/features/job/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { RefusedFiles } from './refusedFiles.ts'
import type { JobService } from './service.ts'

/** The calls about long work (`wire.md` section 9). A caller only ever meets their own: another's id is as unknown as one that never was. */
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
