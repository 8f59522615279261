import type { Handlers } from '#shared/contract/endpoint.ts'
import type { evidenceEndpoints } from '#shared/features/evidence/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { EvidenceService } from './service.ts'

/** Calls about bundles (`proof.md` section 4); refusals are documented at the service functions. */
export function evidenceHandlers(service: EvidenceService): Handlers<typeof evidenceEndpoints, Caller> {
  return {
    'evidence.bundle': ({ query }, caller) => service.bundle(query, caller),
  }
}
