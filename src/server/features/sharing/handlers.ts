import type { Handlers } from '#shared/contract/endpoint.ts'
import type { sharingEndpoints } from '#shared/features/sharing/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { SharingService } from './service.ts'

/** Calls about sharing a server; refusals are documented at the service functions. */
export function sharingHandlers(service: SharingService): Handlers<typeof sharingEndpoints, Caller> {
  return {
    'sharing.status': () => Promise.resolve(service.status()),
    'sharing.start': ({ body }, caller) => service.start(body, caller),
    'sharing.stop': (_input, caller) => service.stop(caller),
  }
}
