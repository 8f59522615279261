import { hostname, networkInterfaces } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { APP_ID, APP_ID_HEADER } from '#shared/contract/envelope.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { plainAddress } from '#shared/network/plainAddress.ts'

const wrongApplication = () => new Refusal('request.wrongApplication')

/** Minimum interval between address lookups, in ms: requests for foreign host names must not keep the server busy. */
const LOOKED_UP_EVERY = 10_000

/** Sources of this computer's names; replaced in tests. */
export interface OwnNames {
  readonly interfaces: () => ReturnType<typeof networkInterfaces>
  /** Monotonic ms, from any origin. */
  readonly now: () => number
}

/**
 * Whether a name may address this computer: its own, its addresses, and those added by the operator.
 *
 * A router may change its address at any time: addresses are looked up again for an unknown name.
 */
function createOwnNames(extra: readonly string[], { interfaces, now }: OwnNames): (name: string) => boolean {
  const fixed = ['127.0.0.1', 'localhost', '::1', ...extra.map((name) => name.toLowerCase())]
  let [names, lookedUpAt] = [new Set(fixed), -Infinity]
  return (name) => {
    if (!names.has(name) && now() - lookedUpAt >= LOOKED_UP_EVERY) {
      const addresses = Object.values(interfaces()).flatMap((cards) => (cards ?? []).map((card) => card.address.toLowerCase()))
      names = new Set([...fixed, hostname().toLowerCase(), ...addresses])
      lookedUpAt = now()
    }
    return names.has(name)
  }
}

const nameIn = (hostHeader: string): string =>
  hostHeader
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')

/** The parts of a call that the guard checks. */
export interface GuardedCall extends Pick<FastifyRequest, 'headers'> {
  readonly socket: Pick<FastifyRequest['socket'], 'localAddress'>
}

/**
 * Checks before every call: our application, addressed by a name of this computer, and not from another site's page (a
 * foreign Host is DNS rebinding, a foreign Origin another site in the user's browser).
 *
 * @throws Refusal `request.wrongApplication` (401)
 */
export function createRequestGuard(
  extraHosts: readonly string[] = [],
  from: OwnNames = { interfaces: networkInterfaces, now: () => performance.now() },
): (request: GuardedCall) => void {
  const isOwnName = createOwnNames(extraHosts, from)
  return ({ headers, socket }) => {
    // The address on which a connection arrived is this computer's, whatever the known interfaces.
    const isOwn = (host: string): boolean => nameIn(host) === plainAddress(socket.localAddress ?? '') || isOwnName(nameIn(host))
    if (headers.host === undefined || !isOwn(headers.host)) throw wrongApplication()
    if (headers.origin !== undefined && !(URL.canParse(headers.origin) && isOwn(new URL(headers.origin).host))) throw wrongApplication()
    if (headers[APP_ID_HEADER] !== APP_ID) throw wrongApplication()
  }
}
