import type { Handlers } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { accountEndpoints } from '#shared/features/account/contract.ts'
import type { ListExports } from '../../exports/exports.ts'
import type { Caller } from '../../http/context.ts'
import type { AccountService } from './service.ts'

/** Calls about accounts and sessions (`wire.md` section 2); refusals are documented at the service functions. */
export function accountHandlers(service: AccountService, exportList: ListExports): Handlers<typeof accountEndpoints, Caller> {
  return {
    'account.export': ({ query }, caller) =>
      exportList({ kind: 'account', filter: query, action: 'account.export', subject: 'account.list', fileName: '账号' }, query, caller),
    'account.imageCaptcha': ({ query }, caller) => service.imageCaptcha(query.captchaType, query.bizId, caller),
    'account.sendSmsCaptcha': ({ query }, caller) => service.sendSmsCaptcha(query, caller),
    'account.register': ({ body }, caller) => service.register(body, caller),
    'account.logIn': ({ body }, caller) => service.logIn(body, caller),
    'account.logOut': (_input, caller) => service.logOut(caller),
    /** `coverMinutes` is one setting for all users. */
    'account.current': async (_input, { token, user, mustChangePassword }) => {
      if (!user) throw new Refusal('account.notLoggedIn')
      return { token, mustChangePassword, coverMinutes: await service.coverMinutes(), ...user }
    },
    'account.cover': (_input, caller) => service.cover(caller),
    'account.uncover': ({ body }, caller) => service.uncover(body, caller),
    'account.setCoverMinutes': ({ body }, caller) => service.setCoverMinutes(body.minutes, caller),
    'account.confirm': ({ body }, caller) => service.confirm(body, caller),
    'account.changePassword': ({ body }, caller) => service.changePassword(body, caller),
    'account.list': ({ query }) => service.list(query),
    'account.create': ({ body }, caller) => service.create(body, caller),
    'account.approve': ({ body }, caller) => service.approve(body, caller),
    'account.reject': ({ body }, caller) => service.reject(body.userId, caller),
    'account.sessions': (_input, caller) => service.sessions(caller),
    'account.endSession': ({ body }, caller) => service.endSession(body.sessionId, caller),
    'account.setRole': ({ body }, caller) => service.setRole(body, caller),
    'account.setEstates': ({ body }, caller) => service.setEstates(body, caller),
    'account.setDisabled': ({ body }, caller) => service.setDisabled(body, caller),
    'account.resetPassword': ({ body }, caller) => service.resetPassword(body, caller),
  }
}
