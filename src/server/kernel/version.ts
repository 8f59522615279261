import { Refusal } from '#shared/contract/refusals.ts'
import { formatTime } from '#shared/time/chinaTime.ts'

/** A row's version on the wire (`modifytime`): the time of its last write. */
export const versionOf = (updatedAt: number): string => formatTime(updatedAt)

/** The time recorded for a write: now, but at least a second after the last one, so that versions differ. */
export const nextWrite = (now: number, last: number): number => Math.max(now, last + 1_000)

/**
 * Refuses a form based on a version that has been changed since.
 *
 * @param sent the version that the form was opened with; `''` if the client sends none, which overwrites
 * @param current the row as it is now, in wire form: the form shows the differences
 * @throws Refusal `form.stale` (409), with the current row
 */
export function checkVersion(sent: string, updatedAt: number, current: () => unknown): void {
  if (sent !== '' && sent !== versionOf(updatedAt)) throw new Refusal('form.stale', { current: current() })
}
