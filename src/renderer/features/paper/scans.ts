import type { Failure } from '#shared/bridge/outcome.ts'
import type { Reason } from '#shared/contract/refusals.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { isPaperCode } from '#shared/features/paper/code.ts'
import { isRefusedFor, sentenceOf } from '../../bridge/failure.ts'

/** The action registered by scanning a paper. */
export type ScanAction = 'out' | 'receive'

/** The result of a scan. `late`: received, but cannot be voted. `undone`: registered, then undone. */
export type ScanOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'done' | 'late' | 'undone'; readonly place: string; readonly ownerName: string }
  | { readonly kind: 'refused'; readonly sentence: string; readonly place: string; readonly ownerName: string }

/** A scanned code with its result. */
export interface Scan {
  readonly id: number
  /** Epoch ms. */
  readonly at: number
  readonly action: ScanAction
  /** The code read; the scanned text if no code was recognised. */
  readonly code: string
  /** The receipt time if given; null: the time of scanning. */
  readonly receivedAt: number | null
  readonly outcome: ScanOutcome
}

/** Maximum number of scans listed. */
export const MAX_SCANS = 50

/** Reasons whose data identify the paper. */
const namingPapers = ['paper.wrongState', 'paper.printedAfterReturn', 'paper.replaced', 'paper.spoiled', 'paper.voted'] as const satisfies readonly Reason[]

/** The owner of a refused paper, if named in the refusal. */
function ownerIn(data: unknown): { readonly place: string; readonly ownerName: string } {
  const { place, ownername } = typeof data === 'object' && data !== null ? (data as { readonly place?: unknown; readonly ownername?: unknown }) : {}
  return { place: typeof place === 'string' ? place : '', ownerName: typeof ownername === 'string' ? ownername : '' }
}

/** The result of a failed scan: an unknown code whose check fails was misread or mistyped. */
export function refusedScan(code: string, failure: Failure): ScanOutcome {
  const isMisread = isRefusedFor(failure, 'paper.unknown') && !isPaperCode(code)
  const sentence = isMisread ? `没有编号为 ${code} 的选票，编号可能扫错或打错，请核对后重试` : sentenceOf(failure)
  return { kind: 'refused', sentence, ...ownerIn(isRefusedFor(failure, ...namingPapers) ? failure.data : null) }
}

const doneWords = { out: '已发出', receive: '已收回' } as const

/** A scan's result as text. */
export function scanWords({ action, receivedAt, outcome }: Scan): string {
  switch (outcome.kind) {
    case 'waiting':
      return '正在登记…'
    case 'done':
      return receivedAt === null ? doneWords[action] : `${doneWords[action]}，收回时间 ${formatTime(receivedAt).slice(0, 16)}`
    case 'undone':
      return '已撤销'
    case 'late':
      return '逾期收回，留存备查，不能录入'
    case 'refused':
      return outcome.sentence
  }
}
