import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { id, idList } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { propertyMessages } from '../property/rules.ts'

/** What bringing a roster up to date did; `skipped` names each property that could not be changed, and why. */
export const SyncResult = z.object({
  added: z.int(),
  updated: z.int(),
  skipped: z.array(wire({ propertyId: ['propertyid', z.string()], reason: ['reason', z.string()] })),
})
export type SyncResult = z.output<typeof SyncResult>

export const ballotEndpoints = {
  'ballot.sync': {
    method: 'GET',
    path: '/vtpropertyinfo/synproperties',
    query: wire({ propertyIds: ['ids', idList(propertyMessages.nothingToSync)], activityId: ['voteactivityid', id('投票活动编号')] }),
    response: SyncResult,
  },
} as const satisfies Endpoints
