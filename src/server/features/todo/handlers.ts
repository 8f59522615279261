import type { Handlers } from '#shared/contract/endpoint.ts'
import type { todoEndpoints } from '#shared/features/todo/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { TodoService } from './service.ts'

/** Calls about what is left to do around a vote; refusals are documented at the service functions. */
export function todoHandlers(service: TodoService): Handlers<typeof todoEndpoints, Caller> {
  return {
    'todo.list': ({ query }) => service.list(query),
    'todo.settle': ({ body }, caller) => service.settle(body, caller),
  }
}
