/** Limits on simultaneous connections (`trust.md` section 9). */
export interface ConnectionLimits {
  /** From all other computers, and from each single address. */
  readonly others: number
  readonly anAddress: number
  /** From this computer and a trusted proxy together. */
  readonly near: number
}

export const connectionLimits: ConnectionLimits = { others: 1_000, anAddress: 200, near: 2_000 }

/** A counted connection. */
export interface Counted {
  readonly address: string
  /** It has been answered and has no call in flight. */
  readonly isIdle: () => boolean
  readonly close: () => void
}

/** @param isNear whether an address is this computer's or the trusted proxy's */
export function createConnectionCounts(limits: ConnectionLimits, isNear: (address: string) => boolean) {
  const held = new Set<Counted>()
  /** Whether one more of these fits, closing an idle one if need be. */
  const hasRoom = (belongs: (address: string) => boolean, limit: number): boolean => {
    const group = [...held].filter(({ address }) => belongs(address))
    if (group.length < limit) return true
    const idle = group.find((each) => each.isIdle())
    if (!idle) return false
    held.delete(idle)
    idle.close()
    return true
  }
  return {
    /** Counts a connection until `remove`; false if over a limit. Idle connections are closed first, oldest first, to make room. */
    admit: (connection: Counted): boolean => {
      const { address } = connection
      const fits = isNear(address)
        ? hasRoom(isNear, limits.near)
        : hasRoom((other) => other === address, limits.anAddress) && hasRoom((other) => !isNear(other), limits.others)
      if (fits) held.add(connection)
      return fits
    },
    remove: (connection: Counted): void => void held.delete(connection),
  }
}
