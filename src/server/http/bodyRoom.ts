const MEBIBYTE = 1024 * 1024

/** How many bytes of bodies that are not whole yet a server takes in at a time (`trust.md` section 9). */
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
     * Keeps room for a body of so many bytes; the returned function gives it back, however often it is called. Null where
     * there is none left.
     *
     * @param userKey the account's; 0 if it is nobody's, which the limit of an account does not concern
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
