import type { Handlers } from '#shared/contract/endpoint.ts'
import type { evidenceEndpoints } from '#shared/features/evidence/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { EvidenceService } from './service.ts'

/** The calls about bundles (`proof.md` section 4); what each refuses stands with its function of the service. */
export function evidenceHandlers(service: EvidenceService): Handlers<typeof evidenceEndpoints, Caller> {
  return {
    'evidence.bundle': ({ query }, caller) => service.bundle(query, caller),
  }
}
