import { hostname, networkInterfaces } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { APP_ID, APP_ID_HEADER } from '#shared/contract/envelope.ts'
import { Refusal } from '#shared/contract/refusals.ts'

const wrongApplication = () => new Refusal('request.wrongApplication')

/** The names by which this computer may be addressed: its own, its addresses, and those that the operator adds. */
function ownNames(extra: readonly string[]): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((cards) => (cards ?? []).map((card) => card.address.toLowerCase()))
  return new Set(['127.0.0.1', 'localhost', '::1', hostname().toLowerCase(), ...addresses, ...extra.map((name) => name.toLowerCase())])
}

const nameIn = (hostHeader: string): string =>
  hostHeader
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')

/**
 * The check before every call: our application, addressed by a name of this computer, and not by a web page of
 * somebody else's (a foreign Host is DNS rebinding, a foreign Origin another site in the user's browser).
 *
 * @throws Refusal `request.wrongApplication` (401)
 */
export function createRequestGuard(extraHosts: readonly string[] = []): (request: FastifyRequest) => void {
  const names = ownNames(extraHosts)
  return ({ headers }) => {
    if (!names.has(nameIn(headers.host ?? ''))) throw wrongApplication()
    if (headers.origin !== undefined && !(URL.canParse(headers.origin) && names.has(nameIn(new URL(headers.origin).host)))) throw wrongApplication()
    if (headers[APP_ID_HEADER] !== APP_ID) throw wrongApplication()
  }
}
