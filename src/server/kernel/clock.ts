/** What time it is, in epoch milliseconds; handed in, so that a test can tell it otherwise. */
export interface Clock {
  /** Epoch ms. */
  now(): number
}
export const systemClock: Clock = { now: () => Date.now() }
