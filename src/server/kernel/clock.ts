/** The current time, injected so that tests can set it. */
export interface Clock {
  /** Epoch ms. */
  now(): number
}
export const systemClock: Clock = { now: () => Date.now() }
