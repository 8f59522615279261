import type { DeliveryState } from '#shared/features/delivery/judging.ts'
import { workbookMakers, type WorkbookMaker } from '../../workbooks/maker.ts'
import type { CheckedActivity, Sensitivity } from './items.ts'

/** An activity to check; the worker reads its ballots itself. */
export interface SensitivityOrder extends Omit<CheckedActivity, 'ballots' | 'hasPolicy'> {
  readonly activityKey: number
  /** The end of the vote before any extension, in ms; null if it was not extended. */
  readonly firstEnd: number | null
  /** By ballots' public ids; null if deliveries are not judged. */
  readonly deliveries: ReadonlyMap<string, DeliveryState> | null
}

export type SensitivityMaker = WorkbookMaker<SensitivityOrder>

/** Makes a `Sensitivity` as JSON. */
export const createSensitivityMaker = workbookMakers<SensitivityOrder>({
  name: 'sensitivity',
  // 100,000 ballots with twenty topics take about 100.
  heapMb: 512,
  timeMs: 2 * 60_000,
  reasons: { tooLong: 'sensitivity.tooLong', tooMuch: 'sensitivity.tooMuch' },
})

/** Encodes the worker's answer as JSON in UTF-8. */
export const toBytes = (answer: Sensitivity): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(answer))
/** Decodes the result of {@link toBytes}, unchecked as both ends are this program. */
export const fromBytes = (bytes: Uint8Array): Sensitivity => JSON.parse(new TextDecoder().decode(bytes)) as Sensitivity
