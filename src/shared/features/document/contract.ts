import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { id, jobId } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { documentKinds } from './kinds.ts'

export const documentEndpoints = {
  /** A document of an activity as .docx. */
  'document.make': {
    method: 'GET',
    path: '/document/make',
    access: 'manager',
    query: wire({
      activityId: ['voteactivityid', id('投票活动编号')],
      kind: ['kind', z.enum(documentKinds, { error: '文书种类不正确' })],
      jobId: ['jobid', jobId],
    }),
    response: 'binary',
    isLong: true,
  },
} as const satisfies Endpoints
