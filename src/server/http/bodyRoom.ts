const MEBIBYTE = 1024 * 1024

/** Limits on bytes of incomplete bodies buffered at a time (`trust.md` section 9). */
export interface BodyLimits {
  readonly all: number
  readonly anAccount: number
}

const bodyLimits: BodyLimits = { all: 64 * MEBIBYTE, anAccount: 32 * MEBIBYTE }

export function createBodyRoom({ all, anAccount }: BodyLimits = bodyLimits) {
  let total = 0
  const ofAccounts = new Map<number, number>()
  const add = (userKey: number, bytes: number): void => {
    total += bytes
    const own = (ofAccounts.get(userKey) ?? 0) + bytes
    if (own === 0) ofAccounts.delete(userKey)
    else ofAccounts.set(userKey, own)
  }
  return {
    /**
     * Reserves room for that many bytes; returns an idempotent release function, or null if no room is left.
     *
     * @param userKey the account's; 0 for unauthenticated calls, which the limit per account does not cover
     */
    take: (userKey: number, bytes: number): (() => void) | null => {
      const own = userKey === 0 ? 0 : (ofAccounts.get(userKey) ?? 0)
      if (total + bytes > all || (userKey !== 0 && own + bytes > anAccount)) return null
      add(userKey, bytes)
      let isTaken = true
      return () => {
        if (isTaken) add(userKey, -bytes)
        isTaken = false
      }
    },
  }
}
export type BodyRoom = ReturnType<typeof createBodyRoom>
