import type { Handlers } from '#shared/contract/endpoint.ts'
import type { readingEndpoints } from '#shared/features/reading/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { SecondEntryService } from './secondEntries.ts'

/** The calls about readings (`reading.md`); what each refuses stands with its function of the service. */
export function readingHandlers(secondEntries: SecondEntryService): Handlers<typeof readingEndpoints, Caller> {
  return {
    'reading.enter': ({ body }, caller) => secondEntries.enter(body, caller),
    'reading.due': ({ query }, caller) => secondEntries.due(query, caller),
    'reading.differences': ({ query }, caller) => secondEntries.differences(query.activityId, caller),
    'reading.settle': ({ body }, caller) => secondEntries.settle(body, caller),
    'reading.summary': ({ query }) => secondEntries.summary(query.activityId),
  }
}
