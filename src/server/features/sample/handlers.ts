import type { Handlers } from '#shared/contract/endpoint.ts'
import type { sampleEndpoints } from '#shared/features/sample/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { SampleService } from './service.ts'

/** Calls about samples; refusals are documented at the service functions. */
export function sampleHandlers(service: SampleService): Handlers<typeof sampleEndpoints, Caller> {
  return {
    'sample.open': ({ body }, caller) => service.open(body, caller),
    'sample.seed': ({ body }, caller) => service.seed(body, caller),
    'sample.more': ({ body }, caller) => service.more(body, caller),
    'sample.ask': ({ body }, caller) => service.ask(body, caller),
    'sample.close': ({ body }, caller) => service.close(body, caller),
    'sample.get': ({ query }, caller) => service.get(query, caller),
    'sample.list': ({ query }) => service.list(query),
  }
}
