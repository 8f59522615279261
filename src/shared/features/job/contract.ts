import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { id } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** Progress of a long job. `done` and `total` count rows; `total` is 0 while unknown. */
export const JobProgress = z.object({
  stage: z.enum(['waiting', 'reading', 'checking', 'writing', 'finished', 'failed', 'cancelled']),
  done: z.int(),
  total: z.int(),
})
export type JobProgress = z.infer<typeof JobProgress>

const jobId = id('任务编号')

export const jobEndpoints = {
  'job.progress': get('/job/progress', 'viewer', { scope: 'own', query: wire({ jobId: ['jobid', jobId] }), response: JobProgress }),
  'job.cancel': post('/job/cancel', 'viewer', { scope: 'own', isRepeatable: true, body: wire({ jobId: ['jobid', jobId] }), response: z.null() }),
  /** The workbook of an import refused for invalid rows, with a column 错误原因 and coloured invalid cells; available for an hour. */
  'job.markedWorkbook': get('/job/markedworkbook', 'viewer', { scope: 'own', query: wire({ jobId: ['jobid', jobId] }), response: 'binary', isLong: true }),
} as const satisfies Endpoints
