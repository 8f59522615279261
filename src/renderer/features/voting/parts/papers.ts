import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { codeLabels, PaperState } from '#shared/features/paper/rules.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { shortMoment } from '../../../ui/moments.ts'

/**
 * What is to be known before voting over papers that were issued: their codes, which nobody can tally afterwards; null if none.
 *
 * @param scanned the code of the paper that is entered itself, `''` if none was scanned
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

/** By where the paper is. */
const paperWarnings: readonly { readonly isMeant: (state: Voter['paperState']) => boolean; readonly words: (codes: string) => string }[] = [
  { isMeant: (state) => state === -1, words: (codes) => takenPaper(`${codeLabels.hand} ${codes}`) },
  { isMeant: (state) => state === PaperState.out, words: (codes) => takenPaper(`${codeLabels.paper} ${codes}`) },
  { isMeant: (state) => state === PaperState.printed, words: (codes) => `该票权的选票（${codeLabels.paper} ${codes}）还没有发出，在这里投票后请不要再发出` },
  { isMeant: (state) => state === PaperState.received, words: (codes) => `该业主的选票（${codeLabels.paper} ${codes}）已经收回，请扫描那张选票录入` },
]

/** When a ballot's paper came in, as it was registered: what a vote takes where nothing is typed. */
export interface RegisteredReceipt {
  /** Epoch ms. */
  readonly at: number
  readonly by: '扫描' | '标记'
}

/** The same as far as the screens know it: of a paper that was taken in; in a tally also of one that was marked by hand. */
export function registeredReceipt(
  mode: 'cast' | 'tally',
  { paperState, paperReceivedAt, ballotState }: Pick<Voter, 'paperState' | 'paperReceivedAt' | 'ballotState'>,
  standing: Pick<VoteRecord, 'createdAt'> | undefined,
): RegisteredReceipt | null {
  if (paperReceivedAt !== null) return { at: paperReceivedAt, by: '扫描' }
  const isMarkedByHand = mode === 'tally' && paperState === -1 && ballotState === BallotState.marked
  return isMarkedByHand && standing?.createdAt != null ? { at: standing.createdAt, by: '标记' } : null
}

/** `00:48 (扫描)`; with its date where that is not today. */
export function registeredInWords({ at, by }: RegisteredReceipt, now: number): string {
  const isToday = formatTime(at).slice(0, 10) === formatTime(now).slice(0, 10)
  return `${isToday ? formatTime(at).slice(11, 16) : shortMoment(at, now)} (${by})`
}

/** The code of a paper that another screen sends to the desk, by activity. */
const asked = new Map<string, string>()

/** Has the desk of an activity look for a paper when it is shown next. */
export const askDeskFor = (activityId: string, code: string): void => {
  asked.set(activityId, code)
}

/** What the desk is to look for; once. */
export function takeAskedPaper(activityId: string): string | null {
  const code = asked.get(activityId) ?? null
  asked.delete(activityId)
  return code
}
