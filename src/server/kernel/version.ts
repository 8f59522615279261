import { Refusal } from '#shared/contract/refusals.ts'
import { formatTime } from '#shared/time/chinaTime.ts'

/** A row's version as the wire has it (`modifytime`): when it was last written. */
export const versionOf = (updatedAt: number): string => formatTime(updatedAt)

/** When a write counts as written: now, and a second after the last one at least, so that no two versions are written alike. */
export const nextWrite = (now: number, last: number): number => Math.max(now, last + 1_000)

/**
 * Refuses a form that was filled in over a version which somebody has changed since.
 *
 * @param sent the version that the form was opened with; `''` if the client does not say, which overwrites
 * @param current the row as it is now, as the wire has it: the form shows what differs
 * @throws Refusal `form.stale` (409), with the row as it is now
 */
export function checkVersion(sent: string, updatedAt: number, current: () => unknown): void {
  if (sent !== '' && sent !== versionOf(updatedAt)) throw new Refusal('form.stale', { current: current() })
}
