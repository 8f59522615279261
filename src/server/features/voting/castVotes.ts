import { PaperState } from '#shared/features/paper/rules.ts'
import type { CastRequest } from '#shared/features/voting/contract.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { asFields } from '#shared/records/record.ts'
import { voteRecord } from '#shared/records/voteRecord.ts'
import type { Write } from '../journal/journal.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { Caller } from '../../http/context.ts'
import { about } from './journalSubjects.ts'
import { newRecord } from './newRecord.ts'
import type { BallotToCast } from './ballotsToCast.ts'
import { lateRefusal, type PapersOfVotes } from './papersOfVotes.ts'
import { isLateEntry, receiptRefusal, receivedAt } from './rules.ts'
import type { FoundActivity } from './contextQueries.ts'
import { votingStore } from './store.ts'

/** A vote to be stored. */
export interface Vote {
  readonly isTally: boolean
  readonly answers: string
  /** `''`: the owner in the roster; a mark's voter is kept. */
  readonly voterName: string
  /** null: the roster's. */
  readonly voterPhone: string | null
  readonly voterIdNumber: string | null
  /** How the paper came in, as stated by the caller; `receivedAt` null: no time was typed. */
  readonly receipt: Pick<CastRequest, 'channel' | 'receivedAt' | 'handedInBy' | 'proxyId'>
  /** The codes named by the vote, in the activity's spelling. */
  readonly markedCodes: readonly string[]
  /** SHA-256 of the imported workbook; null: entered individually. */
  readonly fileHash: string | null
  /** The reading of scanned pages confirmed by this vote; `''`: entered manually. */
  readonly readingId: string
}

/** A ballot and the vote cast with it. */
export interface Cast {
  readonly toCast: BallotToCast
  readonly vote: Vote
}

/** Why the paper's time of receipt, typed or on record, forbids voting. */
export function timeRefusal(activity: FoundActivity, { ballot, receivedAt: onRecord }: BallotToCast, typed: number | null, now: number) {
  return receiptRefusal(activity, receivedAt(typed, onRecord, now), now) ?? lateRefusal(activity, ballot, now)
}

/** The columns of a vote, whether or not its ballot was marked before. */
function columnsOf(activity: FoundActivity, toCast: BallotToCast, vote: Vote, caller: Caller, now: number) {
  const { isTally, receipt, voterName, voterPhone, voterIdNumber, fileHash, readingId } = vote
  const voter = {
    voter_name: voterName,
    ...(voterPhone === null ? {} : { voter_phone: voterPhone }),
    ...(voterIdNumber === null ? {} : { voter_id_number: voterIdNumber }),
  }
  return {
    ...(voterName === '' ? {} : voter),
    status: 1,
    answers: vote.answers,
    source: fileHash !== null ? 'import' : isTally ? 'tally' : 'desk',
    voted_by: caller.userKey,
    voted_at: now,
    desk: caller.desk,
    channel: receipt.channel,
    received_at: receivedAt(receipt.receivedAt, toCast.receivedAt, now),
    handed_in_by: receipt.handedInBy,
    proxy_public_id: receipt.proxyId,
    reading_public_id: readingId,
    is_late: isLateEntry(activity, isTally ? 'tally' : 'cast', receipt.receivedAt, now) ? 1 : 0,
  } as const
}

/**
 * Stores votes with ballots known to be free: a marked ballot's record becomes the vote, another gets a record. Voting by
 * code also records the paper as received.
 *
 * Returns the records' ids in the order of the ballots. Without a named voter the owner in the roster counts as the voter.
 *
 * @throws Refusal `voting.receivedInFuture` (400) or `voting.receivedOutsideTime` (402) for an impossible time of receipt
 */
export async function castVotes(
  { tx, journal }: Write,
  { receive }: Pick<PapersOfVotes, 'receive'>,
  { activity, casts: asked }: { readonly activity: FoundActivity; readonly casts: readonly Cast[] },
  caller: Caller,
  now: number,
): Promise<string[]> {
  const casts = asked.map(({ toCast, vote }) => {
    const refusal = timeRefusal(activity, toCast, vote.receipt.receivedAt, now)
    if (refusal !== null) throw new Refusal(refusal)
    const { live } = toCast.ballot
    const voted = columnsOf(activity, toCast, vote, caller, now)
    const added = live ? null : { ...newRecord(activity, toCast, caller, now), ...voted }
    return { ...toCast, vote, live, voted, added, recordId: live?.id ?? added?.public_id ?? '' }
  })
  const store = votingStore(tx)
  const added = casts.flatMap((one) => one.added ?? [])
  if (added.length > 0) await store.insertRecords(added)
  const marks = await store.voteWith(casts.flatMap(({ live, voted }) => (live ? [{ key: live.key, vote: voted }] : [])))
  // A vote by ballot alone may be that of an owner who comes without the paper.
  const cameIn = casts.flatMap(({ ballot: { paper }, vote, voted }) =>
    paper && paper.state !== PaperState.received && vote.markedCodes.includes(paper.code) ? [{ key: paper.key, at: voted.received_at }] : [],
  )
  if (cameIn.length > 0) await receive(tx, cameIn, caller)
  const papersOf = Map.groupBy((await stateOf(tx, { papers: cameIn.map(({ key }) => key) })).paper ?? [], (row) => row['ballotId'])
  for (const { ballot, live, added: made, markedCode, vote, voted, recordId } of casts) {
    const named = about(activity, ballot)
    const before = live && { ...named, status: live.status, markedCode: live.markedCode, answers: '' }
    const after = {
      ...named,
      status: 1,
      markedCode: live?.markedCode ?? markedCode,
      answers: vote.answers,
      voterName: vote.voterName,
      voterPhone: vote.voterPhone ?? ballot.property?.phone ?? '',
      voterIdNumber: vote.voterIdNumber ?? ballot.property?.idNumber ?? '',
      channel: voted.channel,
      receivedAt: voted.received_at,
      handedInBy: voted.handed_in_by,
      ...(voted.is_late === 1 ? { late: true } : {}),
      ...(voted.proxy_public_id === '' ? {} : { proxyId: voted.proxy_public_id }),
      ...(vote.readingId === '' ? {} : { readingId: vote.readingId }),
      ...(vote.fileHash === null ? {} : { source: voted.source, sha256: vote.fileHash }),
    }
    // The state as stored, since that is compared before the commit.
    const row = made ?? marks.get(live?.key ?? 0)
    const state = row && { record: [{ id: recordId, ballotId: ballot.id, ...asFields(voteRecord, row) }], paper: papersOf.get(ballot.id) ?? [] }
    journal.record({ caller, action: vote.isTally ? 'voting.tally' : 'voting.complete', subject: recordId, before, after, state })
  }
  return casts.map(({ recordId }) => recordId)
}
