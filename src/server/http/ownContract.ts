import type { FastifyRequest } from 'fastify'
import { API_BASE, CONTRACT, CONTRACT_HEADER } from '#shared/contract/envelope.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { accountEndpoints } from '#shared/features/account/contract.ts'
import { systemEndpoints } from '#shared/features/system/contract.ts'

/** Calls answered whatever the client's contract number. */
const answeredToAll: ReadonlySet<string> = new Set(
  [
    systemEndpoints['system.health'],
    accountEndpoints['account.imageCaptcha'],
    accountEndpoints['account.sendSmsCaptcha'],
    accountEndpoints['account.logIn'],
    accountEndpoints['account.current'],
    accountEndpoints['account.logOut'],
  ].map(({ path }) => API_BASE + path),
)

/**
 * Refuses a call with another contract number than this server's, or an invalid one; a client may send none.
 *
 * @param version this server's, for the message
 * @throws Refusal `request.otherContract` (426)
 */
export function requireOwnContract({ headers: { [CONTRACT_HEADER]: sent }, routeOptions }: FastifyRequest, version: string): void {
  if (sent === undefined || answeredToAll.has(routeOptions.url ?? '')) return
  const contract = /^\d{1,9}$/.test(String(sent)) ? Number(sent) : null
  if (contract !== CONTRACT) throw new Refusal('request.otherContract', { server: { version, contract: CONTRACT }, program: { contract } })
}
