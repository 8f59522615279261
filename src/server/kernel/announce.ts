import { hostname, networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { announcedIn, listeningTo, SERVICE_TYPE } from '#shared/network/discovery.ts'
import { lanAddresses } from '#shared/network/lan.ts'
import type { Log } from './log.ts'

const GOODBYE_MS = 500

/** Interval of address lookups, in ms: a router may change this computer's addresses at any time. */
const LOOKED_UP_EVERY = 10_000

/** Ends an announcement, sending a goodbye to the network. */
export type StopAnnouncing = () => Promise<void>

interface Announcement {
  readonly port: number
  readonly fingerprint: string
  /** This computer's address in the one network to announce in; `''`: all of its networks. */
  readonly address: string
}

/**
 * Announces a server in the office's networks (mDNS), with its name and its certificate's fingerprint.
 *
 * Follows changes of the computer's addresses. If a network cannot be reached the server still works: its address can be typed.
 */
export async function announce({ port, fingerprint, address }: Announcement, log: Log): Promise<StopAnnouncing> {
  const { Bonjour } = await import('bonjour-service')
  const addresses = () => (address === '' ? announcedIn(lanAddresses(networkInterfaces()).map((each) => each.address)) : [address])
  const announceIn = (each: string): StopAnnouncing => {
    const network = new Bonjour(listeningTo(each), (err: unknown) => log.info({ err }, 'the server cannot be announced'))
    // Two computers of one name are two servers: the port keeps their names distinct.
    network.publish({ name: `${hostname()}:${port}`, type: SERVICE_TYPE, port, txt: { fingerprint }, probe: false })
    return async () => {
      // A network that has gone away answers nothing; clients notice that themselves.
      await Promise.race([new Promise<void>((resolve) => network.unpublishAll(() => resolve())), wait(GOODBYE_MS)])
      network.destroy()
    }
  }
  return followAddresses(addresses, announceIn, LOOKED_UP_EVERY)
}

/** Announces on each present address, and stops for addresses that have gone. */
export function followAddresses(addresses: () => readonly string[], announceIn: (address: string) => StopAnnouncing, everyMs: number): StopAnnouncing {
  const announced = new Map<string, StopAnnouncing>()
  const follow = (): void => {
    const present = new Set(presentOr(addresses, [...announced.keys()]))
    for (const [address, stop] of announced) {
      if (present.has(address)) continue
      announced.delete(address)
      void stop()
    }
    for (const address of present) if (!announced.has(address)) announced.set(address, announceIn(address))
  }
  follow()
  const timer = setInterval(follow, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await Promise.all(Array.from(announced.values(), (stop) => stop()))
  }
}

/** If the system cannot list its addresses for now, assumes the previous ones. */
function presentOr(addresses: () => readonly string[], before: readonly string[]): readonly string[] {
  try {
    return addresses()
  } catch {
    return before
  }
}
