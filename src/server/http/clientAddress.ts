import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { plainAddress } from '#shared/network/plainAddress.ts'

/** An entry of `X-Forwarded-For` as an address: some proxies append the port. */
const addressIn = (entry: string): string => plainAddress(entry.trim()).replace(/^([\d.]+):\d+$/, '$1')

/**
 * Determines the client's address (`trust.md` section 3). From the trusted proxy it is the last entry of `X-Forwarded-For`
 * other than the proxy itself: earlier entries are written by the caller. The header is ignored from anybody else.
 *
 * @param proxy its address; undefined if clients connect directly
 */
export function createClientAddress(proxy: string | undefined): (request: Pick<FastifyRequest, 'ip' | 'headers'>) => string {
  if (proxy === undefined) return ({ ip }) => ip
  const trusted = plainAddress(proxy)
  return ({ ip, headers }) => {
    if (plainAddress(ip) !== trusted) return ip
    const entries = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').map(addressIn)
    const client = entries.findLast((entry) => entry !== trusted) ?? ''
    return isIP(client) === 0 ? ip : client
  }
}
