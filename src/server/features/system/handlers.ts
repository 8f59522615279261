import type { Handlers } from '#shared/contract/endpoint.ts'
import type { systemEndpoints } from '#shared/features/system/contract.ts'
import type { Engine } from '../../database/dialect.ts'
import type { Caller } from '../../http/context.ts'
import type { AccountService } from '../account/service.ts'

export function systemHandlers(deps: {
  readonly account: AccountService
  readonly version: string
  readonly engine: Engine
}): Handlers<typeof systemEndpoints, Caller> {
  return {
    'system.health': async () => ({ status: 'ok', version: deps.version, hasAccounts: await deps.account.hasAccounts(), database: deps.engine }),
  }
}
