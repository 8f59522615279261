import type { Settings } from '../settings.ts'
import type { FindServers } from './finder.ts'
import type { Trust } from './trust.ts'

/** Given once by who administrates this computer, it lets a server whose certificate has changed be compared anew. */
const PAIR_ANEW = '--pair-anew'

/** Forgets what was compared for a server, where the command line says so: no button does. */
export function forgetPinIfRequested(args: readonly string[], origin: string, settings: Pick<Settings, 'data' | 'update'>): void {
  if (!args.includes(PAIR_ANEW)) return
  const { [origin]: _forgotten, ...pins } = settings.data().pins
  settings.update({ pins })
}

const FIND_MS = 3_000

/**
 * Where a paired server is now that is gone from its address: one in the network that shows the same certificate.
 *
 * Its new address is kept beside the fingerprint. Null where there is none.
 */
export async function findMovedServer(
  origin: string,
  { settings, trust, find }: { readonly settings: Pick<Settings, 'data' | 'update'>; readonly trust: Pick<Trust, 'inspect'>; readonly find: FindServers },
): Promise<string | null> {
  const pin = settings.data().pins[origin]
  if (pin === undefined) return null
  const announced = (await find(FIND_MS)).find(({ fingerprint, address }) => fingerprint === pin && address !== origin)
  // Anybody may announce a fingerprint; who has its key shows the certificate.
  if (announced === undefined || (await trust.inspect(announced.address)).fingerprint !== pin) return null
  settings.update({
    pins: { ...settings.data().pins, [announced.address]: pin },
    ...(settings.data().serverUrl === origin ? { serverUrl: announced.address } : {}),
  })
  return announced.address
}
