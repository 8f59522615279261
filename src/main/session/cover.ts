import { Refusal } from '#shared/contract/refusals.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'

/** Whether the window is covered (`trust.md` section 3). Kept here and not in the page, which may be reloaded. */
export interface Cover {
  /** Whether the window is covered now. */
  readonly isOn: () => boolean
  /** Sends the page an event if the window was not covered before. */
  readonly set: (isOn: boolean) => void
  /** Throws a {@link Refusal}, without asking the server, for a call not allowed while the window is covered. */
  readonly check: (endpoint: Endpoint) => void
  /** Covers the window if a call was refused for that reason; `countAtStart` is {@link uncoverCount} when the call was made. */
  readonly notice: (error: unknown, countAtStart: number) => void
  /** How often the window was uncovered: a refusal of an earlier call is out of date. */
  readonly uncoverCount: () => number
}

/** @param onCovered tells the page */
export function createCover(onCovered: () => void): Cover {
  let isOn = false
  let uncoverCount = 0
  const set = (next: boolean): void => {
    if (isOn && !next) uncoverCount += 1
    if (next && !isOn) onCovered()
    isOn = next
  }
  return {
    isOn: () => isOn,
    set,
    check: ({ access, allowsCover }) => {
      if (isOn && access !== 'public' && allowsCover !== true) throw new Refusal('account.covered')
    },
    notice: (error, countAtStart) => {
      if (error instanceof Refusal && error.reason === 'account.covered' && countAtStart === uncoverCount) set(true)
    },
    uncoverCount: () => uncoverCount,
  }
}
