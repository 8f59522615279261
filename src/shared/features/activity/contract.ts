import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { id } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

const activityId = id('投票活动编号')

/** What a chooser of activities shows. */
export const ActivityChoice = wire({ id: ['voteactivityid', z.string()], title: ['title', z.string()], status: ['activitystatus', z.number()] })
export type ActivityChoice = z.output<typeof ActivityChoice>

export const activityEndpoints = {
  'activity.scopePaths': {
    method: 'GET',
    path: '/vtestate/getactivitynodes',
    query: wire({ activityId: ['voteActivityId', activityId] }),
    response: z.array(z.string()),
  },
  'activity.unfinished': {
    method: 'GET',
    path: '/votedef/getnotfinishedactivity',
    query: wire({ estateId: ['estateid', id('小区编号')] }),
    response: z.array(ActivityChoice),
  },
} as const satisfies Endpoints
