import { networkInterfaces } from 'node:os'
import type { ConnectedComputer, SharingChoice, SharingStatus } from '#shared/features/sharing/contract.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { isLoopback } from '#shared/network/loopback.ts'
import { plainAddress } from '#shared/network/plainAddress.ts'
import type { Caller } from '../../http/context.ts'
import type { SharedPort } from '../../http/sharedPort.ts'
import { lanAddresses } from '#shared/network/lan.ts'
import type { ServiceDeps } from '../journal/journal.ts'

export interface SharingDeps extends ServiceDeps {
  /** Null for a stand-alone server, whose port is fixed at its start. */
  readonly sharedPort: SharedPort | null
  /** How a stand-alone server listens; its certificate's fingerprint, `''` without one. */
  readonly listening: () => { readonly port: number; readonly fingerprint: string }
}

/** What an entry records of the port. */
type Fact = { readonly name: string; readonly port: number } & Partial<SharingChoice>

/** Idle time after which a client counts as disconnected; an open program asks every second or two. */
const GONE_AFTER_MS = 30_000
const MOST_COMPUTERS = 200

/** 网络共享: opens this server to the office, and lists connected computers. */
export function createSharingService({ database, clock, sharedPort, listening }: SharingDeps) {
  const computers = new Map<string, ConnectedComputer & { readonly lastAt: number }>()

  const connected = (): ConnectedComputer[] => {
    const since = clock.now() - GONE_AFTER_MS
    for (const [key, { lastAt }] of computers) if (lastAt < since) computers.delete(key)
    return [...computers.values()].toSorted((one, other) => one.address.localeCompare(other.address))
  }
  /** How to reach this server from the office, and who is connected now. */
  const status = (): SharingStatus => {
    const common = { addresses: lanAddresses(networkInterfaces()), connected: connected() }
    if (sharedPort === null) return { isSwitchable: false, isOn: true, address: '', isKeptOn: true, ...listening(), ...common }
    return { isSwitchable: true, ...sharedPort.state(), ...common }
  }
  const record = (caller: Caller, action: 'sharing.start' | 'sharing.stop', change: { before: Fact | null; after: Fact | null }): Promise<void> =>
    database.write(async ({ journal }) => journal.record({ caller, action, subject: 'sharing', ...change }))
  return {
    status,
    /** Number of other computers connected, i.e. seen within the last half minute. */
    connectedCount: () => connected().length,

    /** Records a call from another computer; calls before login keep the name of the last user logged in there. */
    saw: ({ address: from, desk, user }: Pick<Caller, 'address' | 'desk' | 'user'>): void => {
      const address = plainAddress(from)
      if (isLoopback(address)) return
      const key = `${address} ${desk}`
      if (!computers.has(key) && computers.size >= MOST_COMPUTERS) return
      computers.set(key, { address, desk, username: user?.username ?? computers.get(key)?.username ?? '', lastAt: clock.now() })
    },

    /** @throws Refusal `sharing.fixed`, `sharing.portInUse`, `sharing.addressGone` */
    start: async (choice: SharingChoice, caller: Caller): Promise<SharingStatus> => {
      if (sharedPort === null) throw new Refusal('sharing.fixed')
      if (choice.address !== '' && !lanAddresses(networkInterfaces()).some(({ address }) => address === choice.address))
        throw new Refusal('sharing.addressGone')
      await sharedPort.open(choice).catch((cause: unknown) => {
        refuseToOpen(cause, choice)
      })
      try {
        await record(caller, 'sharing.start', { before: null, after: { name: portName(choice.port), ...choice } })
      } catch (error) {
        // The port must not stay open without a journal entry.
        await sharedPort.close()
        throw error
      }
      return status()
    },

    /** @throws Refusal `sharing.fixed` */
    stop: async (caller: Caller): Promise<SharingStatus> => {
      if (sharedPort === null) throw new Refusal('sharing.fixed')
      const { port } = sharedPort.state()
      await record(caller, 'sharing.stop', { before: { name: portName(port), port }, after: null })
      // From here on their calls are no longer served.
      const closing = sharedPort.close()
      computers.clear()
      await closing
      return status()
    },
  }
}
export type SharingService = ReturnType<typeof createSharingService>

const portName = (port: number): string => `端口 ${port}`

/** @throws Refusal `sharing.portInUse` or `sharing.addressGone` if another choice may help; otherwise rethrows the cause */
function refuseToOpen(cause: unknown, { port }: SharingChoice): never {
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'EADDRINUSE' || code === 'EACCES') throw new Refusal('sharing.portInUse', { port }, { cause })
  throw code === 'EADDRNOTAVAIL' ? new Refusal('sharing.addressGone', null, { cause }) : cause
}
