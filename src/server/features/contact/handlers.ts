import type { Handlers } from '#shared/contract/endpoint.ts'
import type { contactEndpoints } from '#shared/features/contact/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { Reminders } from './reminding.ts'
import type { ContactService } from './service.ts'

/** Calls about visits and reminders (`after.md` sections 2 and 8); refusals are documented at the service functions. */
export function contactHandlers(service: ContactService, reminders: Reminders): Handlers<typeof contactEndpoints, Caller> {
  return {
    'contact.save': ({ body }, caller) => service.save(body, caller),
    'contact.list': ({ query }, caller) => service.list(query, caller),
    'contact.withdraw': ({ body }, caller) => service.withdraw(body, caller),
    'contact.progress': ({ query }) => service.progress(query),
    'contact.remind': ({ body }, caller) => reminders.remind(body, caller),
    'contact.previewReminder': ({ body }, caller) => reminders.preview(body, caller),
  }
}
