import type { Handlers } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { accountEndpoints } from '#shared/features/account/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { AccountAdministration } from './administration.ts'
import type { AccountService } from './service.ts'

export function accountHandlers(
  service: AccountService,
  administration: AccountAdministration,
  exportList: ListExports,
): Handlers<typeof accountEndpoints, Caller> {
  return {
    'account.export': ({ query: { purpose, jobId, ...filter } }, caller) =>
      exportList({ kind: 'account', filter, action: 'account.export', subject: 'account.list', fileName: '账号' }, { purpose, jobId }, caller),
    'account.imageCaptcha': ({ query }, caller) => service.imageCaptcha(query.captchaType, query.bizId, caller),
    'account.sendSmsCaptcha': ({ query }, caller) => service.sendSmsCaptcha(query, caller),
    'account.register': ({ body }, caller) => service.register(body, caller),
    'account.logIn': ({ body }, caller) => service.logIn(body, caller),
    'account.logOut': (_input, caller) => service.logOut(caller),
    'account.current': async (_input, { token, user }) => {
      if (!user) throw new Refusal('account.notLoggedIn')
      return { token, ...user }
    },
    'account.confirm': ({ body }, caller) => administration.confirm(body, caller),
    'account.changePassword': ({ body }, caller) => administration.changePassword(body, caller),
    'account.list': ({ query }) => administration.list(query),
    'account.setRole': ({ body }, caller) => administration.setRole(body, caller),
    'account.setDisabled': ({ body }, caller) => administration.setDisabled(body, caller),
    'account.resetPassword': ({ body }, caller) => administration.resetPassword(body, caller),
  }
}
