import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { SERVICE_TYPE } from '#shared/network/discovery.ts'
import type { Log } from './log.ts'

const GOODBYE_MS = 500

/** Ends an announcement, and says so in the network. */
export type StopAnnouncing = () => Promise<void>

/**
 * Announces a server in the office's network (mDNS), with its name and its certificate's fingerprint.
 *
 * Where the network cannot be told, the server works all the same: its address can be typed.
 */
export async function announce({ port, fingerprint }: { readonly port: number; readonly fingerprint: string }, log: Log): Promise<StopAnnouncing> {
  const { Bonjour } = await import('bonjour-service')
  const network = new Bonjour(undefined, (err: unknown) => log.info({ err }, 'the server cannot be announced'))
  // Two computers of one name are two servers: the port keeps their names apart.
  network.publish({ name: `${hostname()}:${port}`, type: SERVICE_TYPE, port, txt: { fingerprint }, probe: false })
  return async () => {
    const said = new Promise<void>((resolve) => network.unpublishAll(() => resolve()))
    // A network that has gone meanwhile answers nothing: whoever looked for the server finds out.
    await Promise.race([said, wait(GOODBYE_MS)])
    network.destroy()
  }
}
