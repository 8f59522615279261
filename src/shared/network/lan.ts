/** One of this computer's network addresses. */
export interface LanAddress {
  /** The system's name of the network: `以太网`, `eth0`. */
  readonly network: string
  /** IPv4, without a port. */
  readonly address: string
}

/** Network interfaces as returned by `networkInterfaces()` of `node:os`. */
type Networks = Readonly<Record<string, readonly { readonly family: string; readonly internal: boolean; readonly address: string }[] | undefined>>

const isPrivate = (address: string): boolean => /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address)

/** A computer's IPv4 addresses reachable by others, office networks first. */
export function lanAddresses(networks: Networks): LanAddress[] {
  const found = Object.entries(networks).flatMap(([network, addresses = []]) =>
    addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => ({ network, address })),
  )
  return [...found.filter(({ address }) => isPrivate(address)), ...found.filter(({ address }) => !isPrivate(address))]
}
