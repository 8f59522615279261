import type { Handlers } from '#shared/contract/endpoint.ts'
import type { privacyEndpoints } from '#shared/features/privacy/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { PrivacyService } from './service.ts'

/** Calls about whole phones and ID numbers (`trust.md` section 5); refusals are documented at the service functions. */
export function privacyHandlers(service: PrivacyService): Handlers<typeof privacyEndpoints, Caller> {
  return { 'privacy.reveal': ({ body }, caller) => service.reveal(body, caller) }
}
