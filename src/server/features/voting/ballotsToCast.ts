import { Refusal } from '#shared/contract/refusals.ts'
import { receivedAtOf, codeOf, returnedAt } from './papersOfVotes.ts'
import { castRefusal, type BallotNow } from './rules.ts'
import type { FoundBallot, VotingContext } from './contextQueries.ts'
import type { votingStore } from './store.ts'

/** A ballot to be cast; `markedCode` is for its new record, if it has no live one. */
export interface BallotToCast {
  readonly ballot: FoundBallot
  readonly markedCode: string
  /** When it was received, by its registration, its mark or the voided vote; null if unknown. */
  readonly receivedAt: number | null
}

type Store = Pick<ReturnType<typeof votingStore>, 'ballotsNamed' | 'ballotsVoided' | 'lastVoids' | 'takenCodes'>

/**
 * The ballots named by a tally (`wire.md` section 6), those of the codes first, each in the order given and once.
 *
 * A code refers to the live mark with it, else to the newest voided record with it that is its ballot's last: a misread
 * paper is read again. A ballot named by its id must have been voided; it keeps its code if still free.
 *
 * @param marked the activity and the ballots whose live records have the codes
 * @throws Refusal `voting.unknownCode`, `ballot.notFound` (404); 409 for a ballot named by its id, with `ballot.ended`,
 * `voting.alreadyVoted` or `voting.onlyVoided`
 */
export async function ballotsToTally(
  store: Store,
  { activity, ballots: marked }: NonNullable<VotingContext>,
  codes: readonly string[],
  ballotIds: readonly string[],
): Promise<BallotToCast[]> {
  const byCode = new Map(marked.map((ballot) => [codeOf(ballot), ballot]))
  const unmarked = codes.filter((code) => !byCode.has(code))
  const voids = unmarked.length === 0 ? [] : await store.lastVoids(activity.key, { codes: unmarked, ballotKeys: [] })
  const voidOf = new Map(voids.toReversed().map((record) => [record.markedCode, record]))
  const voidedIds = [...voidOf.values()].map(({ ballotId }) => ballotId)
  const again = new Map((voidedIds.length === 0 ? [] : await store.ballotsVoided(activity.id, voidedIds)).map((ballot) => [ballot.id, ballot]))
  const byCodes = codes.map((code): BallotToCast => {
    const record = voidOf.get(code)
    const ballot = record ? again.get(record.ballotId) : byCode.get(code)
    if (!ballot) throw new Refusal('voting.unknownCode')
    return { ballot, markedCode: code, receivedAt: record ? receivedAtOfVoid(ballot, record) : receivedAtOf(ballot) }
  })
  const coded = new Set(byCodes.map(({ ballot }) => ballot.id))
  const named = ballotIds.filter((id) => !coded.has(id))
  return named.length === 0 ? byCodes : [...byCodes, ...(await voidedBallots(store, activity, named, codes))]
}

/**
 * Returns a named ballot if it may be marked or voted with.
 *
 * @throws Refusal `ballot.notFound` (404), `ballot.ended`, `voting.alreadyVoted` (409)
 */
export function requireFreeBallot<B extends BallotNow>(ballot: B | undefined): B {
  if (!ballot) throw new Refusal('ballot.notFound')
  const reason = castRefusal(ballot)
  if (reason !== null) throw new Refusal(reason, { taken: null })
  return ballot
}

/** When the paper of a voided vote was received: a printed one by its registration, another by the voided vote. */
const receivedAtOfVoid = (ballot: FoundBallot, voided: { readonly receivedAt: number | null; readonly createdAt: number }): number =>
  returnedAt(ballot) ?? voided.receivedAt ?? voided.createdAt

/** Voided ballots to be entered again, named without a code. */
async function voidedBallots(
  store: Store,
  activity: NonNullable<VotingContext>['activity'],
  ballotIds: readonly string[],
  usedCodes: readonly string[],
): Promise<BallotToCast[]> {
  const found = new Map((await store.ballotsNamed(activity.id, ballotIds, ''))?.ballots.map((ballot) => [ballot.id, ballot]))
  const ballots = ballotIds.map((id) => requireFreeBallot(found.get(id)))
  const voids = await store.lastVoids(activity.key, { codes: [], ballotKeys: ballots.map(({ key }) => key) })
  const voidOf = new Map(voids.map((record) => [record.ballotId, record]))
  const taken = new Set([
    ...usedCodes,
    ...(await store.takenCodes(
      activity.key,
      voids.map(({ markedCode }) => markedCode),
    )),
  ])
  return ballots.map((ballot) => {
    const record = voidOf.get(ballot.id)
    if (!record) throw new Refusal('voting.onlyVoided')
    const markedCode = ballot.paper?.code ?? (taken.has(record.markedCode) ? '' : record.markedCode)
    taken.add(markedCode)
    return { ballot, markedCode, receivedAt: receivedAtOfVoid(ballot, record) }
  })
}
