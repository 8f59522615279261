import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { codeLabels, PaperState } from '#shared/features/paper/rules.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { shortMoment } from '../../../ui/moments.ts'

/**
 * Warning before voting on ballots with issued papers: their codes, which cannot be tallied afterwards; null if none.
 *
 * @param scanned the code of the paper being entered, `''` if none was scanned
 */
export function paperWarning(
  mode: 'mark' | 'cast' | 'tally',
  ballots: readonly Pick<Voter, 'ballotState' | 'markedCode' | 'paperState'>[],
  scanned = '',
): string | null {
  const papers = mode === 'cast' ? ballots.filter(({ ballotState, markedCode }) => ballotState === BallotState.marked && markedCode !== scanned) : []
  const warnings = paperWarnings.flatMap(({ isMeant, words }) => {
    const codes = papers.filter(({ paperState }) => isMeant(paperState)).map(({ markedCode }) => markedCode)
    return codes.length === 0 ? [] : [words(codes.join('、'))]
  })
  return warnings.length === 0 ? null : warnings.join('。')
}

const takenPaper = (code: string): string => `该业主已领取纸质选票（${code}）。在这里投票后，那张选票不能再唱票，请先收回`

/** By the paper's whereabouts. */
const paperWarnings: readonly { readonly isMeant: (state: Voter['paperState']) => boolean; readonly words: (codes: string) => string }[] = [
  { isMeant: (state) => state === -1, words: (codes) => takenPaper(`${codeLabels.hand} ${codes}`) },
  { isMeant: (state) => state === PaperState.out, words: (codes) => takenPaper(`${codeLabels.paper} ${codes}`) },
  { isMeant: (state) => state === PaperState.printed, words: (codes) => `该票权的选票（${codeLabels.paper} ${codes}）还没有发出，在这里投票后请不要再发出` },
  { isMeant: (state) => state === PaperState.received, words: (codes) => `该业主的选票（${codeLabels.paper} ${codes}）已经收回，请扫描那张选票录入` },
]

/** The registered receipt of a ballot's paper, used for a vote unless a time is typed. */
export interface RegisteredReceipt {
  /** Epoch ms. */
  readonly at: number
  readonly by: '扫描' | '标记'
}

/** The registered receipt as known on screen: of a received paper; in a tally also of one marked by hand. */
export function registeredReceipt(
  mode: 'cast' | 'tally',
  { paperState, paperReceivedAt, ballotState }: Pick<Voter, 'paperState' | 'paperReceivedAt' | 'ballotState'>,
  standing: Pick<VoteRecord, 'createdAt'> | undefined,
): RegisteredReceipt | null {
  if (paperReceivedAt !== null) return { at: paperReceivedAt, by: '扫描' }
  const isMarkedByHand = mode === 'tally' && paperState === -1 && ballotState === BallotState.marked
  return isMarkedByHand && standing?.createdAt != null ? { at: standing.createdAt, by: '标记' } : null
}

/** `00:48 (扫描)`; with the date unless it is today. */
export function registeredInWords({ at, by }: RegisteredReceipt, now: number): string {
  const isToday = formatTime(at).slice(0, 10) === formatTime(now).slice(0, 10)
  return `${isToday ? formatTime(at).slice(11, 16) : shortMoment(at, now)} (${by})`
}

/** Paper codes sent to the desk by another screen, by activity. */
const asked = new Map<string, string>()

/** Makes an activity's desk look up a paper when it is next shown. */
export const askDeskFor = (activityId: string, code: string): void => {
  asked.set(activityId, code)
}

/** Returns and clears the code that the desk should look up. */
export function takeAskedPaper(activityId: string): string | null {
  const code = asked.get(activityId) ?? null
  asked.delete(activityId)
  return code
}
