import type { Handlers } from '#shared/contract/endpoint.ts'
import type { systemEndpoints } from '#shared/features/system/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { SystemService } from './service.ts'

/** Calls about the server itself; refusals are documented at the service functions. */
export function systemHandlers(service: SystemService): Handlers<typeof systemEndpoints, Caller> {
  return {
    'system.health': () => service.health(),
    'system.permitBackup': ({ body }, caller) => Promise.resolve(service.permitBackup(body, caller)),
    'system.permitRestore': ({ body }, caller) => service.permitRestore(body.fileName, caller),
    'system.safety': () => service.safety(),
    'system.backupStatus': () => Promise.resolve(service.backupStatus()),
  }
}
