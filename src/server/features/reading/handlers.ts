import type { Handlers } from '#shared/contract/endpoint.ts'
import type { readingEndpoints } from '#shared/features/reading/contract.ts'
import type { pageEndpoints } from '#shared/features/reading/pageContract.ts'
import type { scanEndpoints } from '#shared/features/reading/scanContract.ts'
import type { Caller } from '../../http/context.ts'
import type { ReadingPages } from './pages.ts'
import type { ReadingService } from './secondEntries.ts'

/** Calls about readings (`reading.md`); refusals are documented at the service functions. */
export function readingHandlers(readings: ReadingService): Handlers<typeof readingEndpoints & typeof scanEndpoints, Caller> {
  return {
    'reading.enter': ({ body }, caller) => readings.enter(body, caller),
    'reading.due': ({ query }, caller) => readings.due(query, caller),
    'reading.differences': ({ query }, caller) => readings.differences(query.activityId, caller),
    'reading.settle': ({ body }, caller) => readings.settle(body, caller),
    'reading.summary': ({ query }) => readings.summary(query.activityId),
    'reading.papers': ({ query }, caller) => readings.papers(query, caller),
    'reading.confirm': ({ body }, caller) => readings.confirm(body, caller),
  }
}

/** Calls about scanned pages (`reading.md` section 1). */
export function pageHandlers(pages: ReadingPages): Handlers<typeof pageEndpoints, Caller> {
  return {
    'reading.pages': ({ query }) => pages.pages(query),
    'reading.room': () => pages.room(),
    'reading.page': ({ file, body }, caller) => pages.page({ ...body, file }, caller),
    'reading.assign': ({ body }, caller) => pages.assign(body, caller),
    'reading.discard': ({ body }, caller) => pages.discard(body, caller),
    'reading.strip': ({ query }, caller) => pages.strip(query, caller),
  }
}
