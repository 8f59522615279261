import type { Failure } from '#shared/bridge/outcome.ts'
import type { Reason } from '#shared/contract/refusals.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { isPaperCode } from '#shared/features/paper/code.ts'
import { isRefusedFor, sentenceOf } from '../../bridge/failure.ts'

/** What scanning a paper registers. */
export type ScanAction = 'out' | 'receive'

/** What became of a scan. `late`: it was received, and cannot be voted. `undone`: it was registered, and that was taken back. */
export type ScanOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'done' | 'late' | 'undone'; readonly place: string; readonly ownerName: string }
  | { readonly kind: 'refused'; readonly sentence: string; readonly place: string; readonly ownerName: string }

/** One reading of a code, and what became of it. */
export interface Scan {
  readonly id: number
  /** Epoch ms. */
  readonly at: number
  readonly action: ScanAction
  /** As it was read; what was scanned where no code could be read of it. */
  readonly code: string
  /** When it came in, where that was told; null: when it was scanned. */
  readonly receivedAt: number | null
  readonly outcome: ScanOutcome
}

/** How many scans are kept in sight. */
export const MAX_SCANS = 50

/** The reasons whose data name the paper. */
const namingPapers = ['paper.wrongState', 'paper.printedAfterReturn', 'paper.replaced', 'paper.spoiled', 'paper.voted'] as const satisfies readonly Reason[]

/** Who a refused paper belongs to, as far as the refusal names it. */
function ownerIn(data: unknown): { readonly place: string; readonly ownerName: string } {
  const { place, ownername } = typeof data === 'object' && data !== null ? (data as { readonly place?: unknown; readonly ownername?: unknown }) : {}
  return { place: typeof place === 'string' ? place : '', ownerName: typeof ownername === 'string' ? ownername : '' }
}

/** A failure as a scan tells it: a code that nobody knows and whose check is wrong was misread, or mistyped. */
export function refusedScan(code: string, failure: Failure): ScanOutcome {
  const isMisread = isRefusedFor(failure, 'paper.unknown') && !isPaperCode(code)
  const sentence = isMisread ? `没有编号为 ${code} 的选票，编号可能扫错或打错，请核对后重试` : sentenceOf(failure)
  return { kind: 'refused', sentence, ...ownerIn(isRefusedFor(failure, ...namingPapers) ? failure.data : null) }
}

const doneWords = { out: '已发出', receive: '已收回' } as const

/** What became of a scan, in words. */
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
