import type { Handlers } from '#shared/contract/endpoint.ts'
import type { dictionaryEndpoints } from '#shared/features/dictionary/contract.ts'
import { dictionaries } from '#shared/features/dictionary/labels.ts'
import type { Caller } from '../../http/context.ts'
import type { Divisions } from './divisions.ts'

/** Calls about fixed lists and divisions (`wire.md` section 3); they refuse only invalid input. */
export function dictionaryHandlers(divisions: Divisions): Handlers<typeof dictionaryEndpoints, Caller> {
  return {
    'dictionary.entries': ({ query }) => Promise.resolve([...dictionaries[query.code]]),
    'dictionary.divisions': ({ query }) => divisions.children(query.parentCode),
    'dictionary.findDivisions': ({ query }) => divisions.find(query.condition, query.withinCode),
  }
}
