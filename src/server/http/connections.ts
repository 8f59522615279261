import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback } from '#shared/network/loopback.ts'
import { plainAddress } from '#shared/network/plainAddress.ts'
import { connectionLimits, createConnectionCounts, type ConnectionLimits, type Counted } from './connectionCounts.ts'

/** Counts a server's connections from now on, and closes those over the limit. */
export type LimitConnections = (server: Server) => void

/** A key from both ends: an encrypted connection has its own socket object. */
const nameOf = ({ localPort, remoteAddress, remotePort }: Socket): string => `${localPort} ${remoteAddress} ${remotePort}`

/**
 * Connection limits shared by all servers of a process.
 *
 * @param proxy address of the trusted proxy, through which many computers connect
 */
export function createConnections(limits: Partial<ConnectionLimits> = {}, proxy?: string): LimitConnections {
  const trusted = proxy === undefined ? undefined : plainAddress(proxy)
  const counts = createConnectionCounts({ ...connectionLimits, ...limits }, (address) => isLoopback(address) || address === trusted)
  /** Calls in flight per connection; undefined before its first one. */
  const underWay = new Map<string, number | undefined>()
  return (server) => {
    server.on('connection', (socket: Socket) => {
      const name = nameOf(socket)
      const address = plainAddress(socket.remoteAddress ?? '')
      const connection: Counted = { address, isIdle: () => underWay.get(name) === 0, close: () => socket.destroy() }
      if (!counts.admit(connection)) return void socket.destroy()
      underWay.set(name, undefined)
      socket.once('close', () => {
        counts.remove(connection)
        underWay.delete(name)
      })
    })
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      const name = nameOf(socket)
      underWay.set(name, (underWay.get(name) ?? 0) + 1)
      response.once('close', () => {
        if (underWay.has(name)) underWay.set(name, (underWay.get(name) ?? 1) - 1)
      })
    })
  }
}
