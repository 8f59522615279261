import { hostname, networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { announcedIn, listeningTo, SERVICE_TYPE } from '#shared/network/discovery.ts'
import { lanAddresses } from '#shared/network/lan.ts'
import type { Log } from './log.ts'

const GOODBYE_MS = 500

/** Ends an announcement, and says so in the network. */
export type StopAnnouncing = () => Promise<void>

interface Announcement {
  readonly port: number
  readonly fingerprint: string
  /** This computer's address in the one network that is to know; `''`: all of its networks. */
  readonly address: string
}

/**
 * Announces a server in the office's networks (mDNS), with its name and its certificate's fingerprint.
 *
 * Where a network cannot be told, the server works all the same: its address can be typed.
 */
export async function announce({ port, fingerprint, address }: Announcement, log: Log): Promise<StopAnnouncing> {
  const { Bonjour } = await import('bonjour-service')
  const addresses = address === '' ? announcedIn(lanAddresses(networkInterfaces()).map((each) => each.address)) : [address]
  const networks = addresses.map((each) => {
    const network = new Bonjour(listeningTo(each), (err: unknown) => log.info({ err }, 'the server cannot be announced'))
    // Two computers of one name are two servers: the port keeps their names apart.
    network.publish({ name: `${hostname()}:${port}`, type: SERVICE_TYPE, port, txt: { fingerprint }, probe: false })
    return network
  })
  return async () => {
    const said = networks.map((network) => new Promise<void>((resolve) => network.unpublishAll(() => resolve())))
    // A network that has gone meanwhile answers nothing: whoever looked for the server finds out.
    await Promise.race([Promise.all(said), wait(GOODBYE_MS)])
    for (const network of networks) network.destroy()
  }
}
