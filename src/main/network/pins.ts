import type { Settings } from '../settings.ts'
import type { FindServers } from './finder.ts'
import type { Trust } from './trust.ts'

/**
 * A one-time switch given by an administrator of this computer: a server whose certificate has changed can then be paired
 * again.
 */
const PAIR_ANEW = '--pair-anew'

/** Removes a server's pinned fingerprint if the command line has {@link PAIR_ANEW}; no screen can. */
export function forgetPinIfRequested(args: readonly string[], origin: string, settings: Pick<Settings, 'data' | 'update'>): void {
  if (!args.includes(PAIR_ANEW)) return
  const { [origin]: _forgotten, ...pins } = settings.data().pins
  settings.update({ pins })
}

const FIND_MS = 3_000

/**
 * The new address of a paired server that no longer answers at `origin`: a server on the network with the same certificate;
 * null if none.
 *
 * Saves the address with the fingerprint.
 */
export async function findMovedServer(
  origin: string,
  { settings, trust, find }: { readonly settings: Pick<Settings, 'data' | 'update'>; readonly trust: Pick<Trust, 'inspect'>; readonly find: FindServers },
): Promise<string | null> {
  const pin = settings.data().pins[origin]
  if (pin === undefined) return null
  const announced = (await find(FIND_MS)).find(({ fingerprint, address }) => fingerprint === pin && address !== origin)
  // Any computer can announce a fingerprint; only the server with the key can present the certificate.
  if (announced === undefined || (await trust.inspect(announced.address)).fingerprint !== pin) return null
  settings.update({
    pins: { ...settings.data().pins, [announced.address]: pin },
    ...(settings.data().serverUrl === origin ? { serverUrl: announced.address } : {}),
  })
  return announced.address
}
