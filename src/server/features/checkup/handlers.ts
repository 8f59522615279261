import type { Handlers } from '#shared/contract/endpoint.ts'
import type { checkupEndpoints } from '#shared/features/checkup/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { CheckupService } from './service.ts'

/** Calls about check-ups (`insight.md` section 1); refusals are documented at the service functions. */
export function checkupHandlers(service: CheckupService, exportList: ListExports): Handlers<typeof checkupEndpoints, Caller> {
  return {
    'checkup.get': ({ query }) => service.get(query),
    'checkup.dismiss': ({ body }, caller) => service.dismiss(body, caller),
    'checkup.dismissMany': ({ body }, caller) => service.dismissMany(body, caller),
    'checkup.undismiss': ({ body }, caller) => service.undismiss(body, caller),
    'checkup.compare': ({ body, file }, caller) => service.compare(body, file, caller),
    /** Throws as the check-up itself, before anything is exported. */
    'checkup.sheet': async ({ query: { purpose, jobId, ...asked } }, caller) => {
      const { subject, onDay } = await service.checkable(asked)
      const filter = { subject, onDay, ...asked }
      const of = asked.activityId === '' ? asked.estateId : asked.activityId
      return exportList({ kind: 'checkup', filter, action: 'checkup.sheet', subject: of, fileName: '名册体检' }, { purpose, jobId }, caller)
    },
  }
}
