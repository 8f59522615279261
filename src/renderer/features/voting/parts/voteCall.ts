import type { Voter } from '#shared/features/ballot/contract.ts'
import type { MarkRequest, TallyRequest, CastRequest } from '#shared/features/voting/contract.ts'
import { DEFAULT_CHANNEL } from '#shared/features/voting/rules.ts'
import { toChoices, type Answers, type Slot } from '../../activity/parts/choices/choices.ts'
import { namedForTally } from '../../ballot/parts/ballotStates.ts'

/** What is sent for ballots: a marked code for one, or a vote or a tallied paper for one or several of an owner's. */
export type CastCall =
  | { readonly mode: 'mark'; readonly body: MarkRequest }
  | { readonly mode: 'cast'; readonly body: CastRequest }
  | { readonly mode: 'tally'; readonly body: TallyRequest }

/** The message when it is done (`console.md` section 8). */
export const doneWords = { mark: '投票标记成功', cast: '投票成功', tally: '唱票提交成功' } as const satisfies Readonly<Record<CastCall['mode'], string>>

/** How and when a paper came in; `receivedAt` null: the server knows, or it is now. */
export type Receipt = Pick<CastRequest, 'channel' | 'receivedAt' | 'handedInBy' | 'proxyId'>
export const noReceipt: Receipt = { channel: DEFAULT_CHANNEL, receivedAt: null, handedInBy: '', proxyId: '' }

interface PaperFilledIn {
  readonly activityId: string
  readonly mode: 'cast' | 'tally'
  readonly slots: readonly Slot[]
  readonly answers: Answers
  /** Who votes. */
  readonly owner: Voter
  /** The ballots that the vote counts for; the owner's own among them. */
  readonly ballots: readonly Voter[]
  readonly receipt?: Receipt
  /** The code by which the paper itself was scanned; `''` if its ballot was found otherwise. A vote by its code takes the paper in. */
  readonly scanned?: string
}

/** The call that votes for these ballots, or tallies their papers; and the ballots in the order in which the server answers. */
export function castCallOf({ activityId, mode, slots, answers, owner, ballots, receipt = noReceipt, scanned = '' }: PaperFilledIn): {
  readonly call: Exclude<CastCall, { readonly mode: 'mark' }>
  readonly ballots: readonly Voter[]
} {
  const vote = {
    ...receipt,
    activityId,
    voterName: owner.ownerName,
    voterPhone: owner.phone,
    voterIdNumber: owner.idNumber,
    choices: toChoices(slots, answers),
  }
  if (mode === 'cast')
    return { call: { mode, body: { ...vote, markedCodes: scanned === '' ? [] : [scanned], ballotIds: ballots.map(({ ballotId }) => ballotId) } }, ballots }
  // Those that have a code come first.
  const ordered = ballots.toSorted((one, other) => Number(one.markedCode === '') - Number(other.markedCode === ''))
  return { call: { mode, body: { ...vote, ...namedForTally(ordered) } }, ballots: ordered }
}
