import type { Handlers } from '#shared/contract/endpoint.ts'
import type { printEndpoints } from '#shared/features/paper/printContract.ts'
import type { paperEndpoints } from '#shared/features/paper/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { PaperService } from './service.ts'

/** Calls about ballot papers (`paper.md` section 4); refusals are documented at the service functions. */
export function paperHandlers(service: PaperService): Handlers<typeof paperEndpoints & typeof printEndpoints, Caller> {
  return {
    'paper.issue': ({ body }, caller) => service.issue(body, caller),
    'paper.issuable': ({ body }) => service.issuable(body),
    'paper.out': ({ body }, caller) => service.out(body, caller),
    'paper.receive': ({ body }, caller) => service.receive(body, caller),
    'paper.takeBack': ({ body }, caller) => service.takeBack(body, caller),
    'paper.spoil': ({ body }, caller) => service.spoil(body, caller),
    'paper.spoilAll': ({ body }, caller) => service.spoilAll(body, caller),
    'paper.replace': ({ body }, caller) => service.replace(body, caller),
    'paper.print': ({ body }, caller) => service.print(body, caller),
    'paper.layout': ({ query }) => service.layout(query.activityId),
    'paper.list': ({ query }, caller) => service.list(query, caller),
    'paper.balance': ({ query }) => service.balance(query.activityId),
  }
}
