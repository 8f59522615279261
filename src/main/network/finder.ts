import { networkInterfaces } from 'node:os'
import type { Service } from 'bonjour-service'
import { FINGERPRINT } from '#shared/network/pairing.ts'
import { announcedIn, listeningTo, SERVICE_TYPE } from '#shared/network/discovery.ts'
import { lanAddresses } from '#shared/network/lan.ts'
import type { Log } from '../log.ts'

/** A server's announcement on the network. Any computer can send one: only the certificate proves which server it is. */
export interface AnnouncedServer {
  readonly name: string
  /** `https://192.168.1.20:8790` */
  readonly address: string
  readonly fingerprint: string
}

/** Searches the local network for servers by mDNS for `timeMs` ms; empty if that is impossible. */
export type FindServers = (timeMs: number) => Promise<AnnouncedServer[]>

/** Searches on all local network addresses of this computer. */
export function createFinder(log: Pick<Log, 'info'>): FindServers {
  return async (timeMs) => {
    const { Bonjour } = await import('bonjour-service')
    const found = new Map<string, AnnouncedServer>()
    const searches = announcedIn(lanAddresses(networkInterfaces()).map(({ address }) => address)).map((address) => {
      const network = new Bonjour(listeningTo(address), (error: unknown) => log.info({ err: error }, 'servers cannot be looked for'))
      const browser = network.find({ type: SERVICE_TYPE }, (service) => {
        const announced = announcedServer(service)
        if (announced) found.set(announced.fingerprint, announced)
      })
      return { network, browser }
    })
    await new Promise((resolve) => setTimeout(resolve, timeMs))
    for (const { network, browser } of searches) {
      browser.stop()
      network.destroy()
    }
    return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'zh'))
  }
}

/**
 * Converts a service to an announcement; null for another program's. Uses the address that answered: the computer's others may
 * be in other networks.
 */
function announcedServer({ name, port, txt, referer, addresses = [] }: Service): AnnouncedServer | null {
  const fingerprint = String(Object(txt)['fingerprint'] ?? '')
  const host = referer?.family === 'IPv4' ? referer.address : addresses.find((address) => /^\d+(?:\.\d+){3}$/.test(address))
  if (host === undefined || !FINGERPRINT.test(fingerprint)) return null
  return { name: name.slice(0, 100), address: `https://${host}:${port}`, fingerprint }
}
