import { Refusal } from '#shared/contract/refusals.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import type { Choice, TallyRequest, VoteRequest } from '#shared/features/voting/contract.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import { holdsMask, maskIdNumber, maskPhone } from '#shared/owner/masking.ts'
import type { Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { JournaledDatabase, Write } from '../audit/journal.ts'
import type { ProxyService } from '../proxy/service.ts'
import { stateOf } from '../audit/replay/stateStore.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Slot } from '../activity/rules.ts'
import { about } from './journalSubjects.ts'
import type { Layouts } from './layouts.ts'
import { codeOf, lateRefusal, returnedAt, type PapersOfVotes } from './papersOfVotes.ts'
import { newRecord } from './newRecord.ts'
import { papersToTally, type Paper } from './papers.ts'
import { requireFree, throwIfRefused } from './requirements.ts'
import { codesRefusal, encodeAnswers, entryRefusal, isLateEntry, receiptRefusal, receivedAt } from './rules.ts'
import type { FoundActivity } from './situationQueries.ts'
import { spelledCodes } from './codeSpelling.ts'
import { votingStore } from './store.ts'

export interface VoteWriteDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly layouts: Layouts
  readonly papersOfVotes: PapersOfVotes
  readonly proxies: Pick<ProxyService, 'requireFor'>
}

/** A vote as it is about to be stored. */
interface Vote {
  readonly action: 'voting.complete' | 'voting.tally'
  readonly answers: string
  readonly voterName: string
  /** null: as the roster has it. */
  readonly voterPhone: string | null
  readonly voterIdNumber: string | null
  /** How the paper came in, as the caller says it; `receivedAt` null: nothing was typed. */
  readonly receipt: Pick<VoteRequest, 'channel' | 'receivedAt' | 'handedInBy' | 'proxyId'>
  /** Those that the vote names, as the activity has them. */
  readonly markedCodes: readonly string[]
}

/** @throws Refusal `voting.otherTopics` (400) for what the topics do not ask for or offer */
export function requireAnswers(slots: readonly Slot[], choices: readonly Choice[]): string {
  const answers = encodeAnswers(slots, choices)
  if (answers === null) throw new Refusal('voting.otherTopics')
  return answers
}

/**
 * Who sees masks cannot know the voter's numbers: they are the roster's. For others a mask of those means the same
 * (`trust.md` section 5).
 *
 * @throws Refusal `property.masked` (400) for any other mask
 */
function voteOf(
  action: Vote['action'],
  answers: string,
  { voterName, voterPhone, voterIdNumber, channel, receivedAt: typed, handedInBy, proxyId, markedCodes }: Omit<TallyRequest, 'ballotIds'>,
  papers: readonly Paper[],
  { seesMasks }: Caller,
): Vote {
  const receipt = { channel, receivedAt: typed, handedInBy, proxyId }
  if (seesMasks) return { action, answers, voterName, voterPhone: null, voterIdNumber: null, receipt, markedCodes }
  const written = (sent: string, field: 'votermobileno' | 'voteridno', maskOf: (paper: Paper) => string): string | null => {
    if (!holdsMask(sent)) return sent
    if (papers.some((paper) => maskOf(paper) !== sent)) throw new Refusal('property.masked', { field })
    return null
  }
  return {
    action,
    answers,
    voterName,
    voterPhone: written(voterPhone, 'votermobileno', ({ ballot }) => maskPhone(ballot.property?.phone ?? '')),
    voterIdNumber: written(voterIdNumber, 'voteridno', ({ ballot }) => maskIdNumber(ballot.property?.idNumber ?? '')),
    receipt,
    markedCodes,
  }
}

/**
 * Stores one vote for every ballot named: a marked one's record becomes the vote, another gets a record. A paper comes in by its code.
 *
 * Answers the records' ids in the order of the ballots. Where no voter is named the owner in the roster counts as one.
 *
 * @throws Refusal `voting.receivedInFuture` (400) or `voting.receivedOutsideTime` (402): a paper cannot have come in when it is said to have
 */
async function cast(
  { tx, journal }: Write,
  { receive }: Pick<PapersOfVotes, 'receive'>,
  { activity, papers, vote }: { readonly activity: FoundActivity; readonly papers: readonly Paper[]; readonly vote: Vote },
  caller: Caller,
  now: number,
): Promise<string[]> {
  const voter = {
    voter_name: vote.voterName,
    ...(vote.voterPhone === null ? {} : { voter_phone: vote.voterPhone }),
    ...(vote.voterIdNumber === null ? {} : { voter_id_number: vote.voterIdNumber }),
  }
  const voted = {
    ...(vote.voterName === '' ? {} : voter),
    status: 1,
    answers: vote.answers,
    source: vote.action === 'voting.tally' ? 'tally' : 'desk',
    voted_by: caller.userKey,
    voted_at: now,
    desk: caller.desk,
    channel: vote.receipt.channel,
    handed_in_by: vote.receipt.handedInBy,
    proxy_public_id: vote.receipt.proxyId,
    is_late: isLateEntry(activity, vote.action === 'voting.tally' ? 'tally' : 'vote', vote.receipt.receivedAt, now) ? 1 : 0,
  } as const
  const casts = papers.map((paper) => {
    const { live } = paper.ballot
    const received = receivedAt(vote.receipt.receivedAt, paper.receivedAt, now)
    const refusal = receiptRefusal(activity, received, now) ?? lateRefusal(activity, paper.ballot, now)
    if (refusal !== null) throw new Refusal(refusal)
    const added = live ? null : { ...newRecord(activity, paper, caller, now), ...voted, received_at: received }
    return { ...paper, live, added, received, recordId: live?.id ?? added?.public_id ?? '' }
  })
  const store = votingStore(tx)
  const added = casts.flatMap((one) => one.added ?? [])
  if (added.length > 0) await store.insertRecords(added)
  await store.voteWith(
    casts.flatMap(({ live, received }) => (live ? [{ key: live.key, receivedAt: received }] : [])),
    voted,
  )
  // One by the ballot alone may be somebody's who comes without the paper.
  const cameIn = casts.flatMap(({ ballot: { paper }, received }) =>
    paper && paper.state !== PaperState.received && vote.markedCodes.includes(paper.code) ? [{ key: paper.key, at: received }] : [],
  )
  if (cameIn.length > 0) await receive(tx, cameIn, caller)
  const recordIds = casts.map(({ recordId }) => recordId)
  const rows = new Map((await stateOf(tx, { records: recordIds })).record?.map((row) => [row.id, row]))
  const { paper: papersNow = [] } = await stateOf(tx, { papers: cameIn.map(({ key }) => key) })
  for (const { ballot, live, markedCode, received, recordId } of casts) {
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
      receivedAt: received,
      handedInBy: voted.handed_in_by,
      ...(voted.is_late === 1 ? { late: true } : {}),
      ...(voted.proxy_public_id === '' ? {} : { proxyId: voted.proxy_public_id }),
    }
    const row = rows.get(recordId)
    journal.record({
      caller,
      action: vote.action,
      subject: recordId,
      before,
      after,
      state: row && { record: [row], paper: papersNow.filter(({ ballotId }) => ballotId === ballot.id) },
    })
  }
  return recordIds
}

/** @throws Refusal `proxy.oneBallot` (400) for more than one ballot; else as `requireFor` of the proxies */
async function requireProxy(
  proxies: VoteWriteDeps['proxies'],
  tx: Transaction<Schema>,
  { key: activityKey }: FoundActivity,
  papers: readonly Paper[],
  { proxyId, receivedAt: typed, choices }: Pick<VoteRequest, 'proxyId' | 'receivedAt' | 'choices'>,
  now: number,
): Promise<void> {
  if (proxyId === '') return
  const [paper, ...others] = papers
  if (!paper || others.length > 0) throw new Refusal('proxy.oneBallot')
  const answeredTopicIds = choices.filter(({ answer }) => answer !== 0).map(({ topicId }) => topicId)
  const received = receivedAt(typed, paper.receivedAt, now)
  await proxies.requireFor(tx, { activityKey, proxyId, ballotKey: paper.ballot.key, receivedAt: received, answeredTopicIds })
}

/** What every vote ends with, once its ballots are known to be free. */
export async function castAll(
  { clock, papersOfVotes, proxies }: Pick<VoteWriteDeps, 'clock' | 'papersOfVotes' | 'proxies'>,
  write: Write,
  { activity, papers }: { readonly activity: FoundActivity; readonly papers: readonly Paper[] },
  { action, answers, ...voting }: Omit<TallyRequest, 'ballotIds'> & Pick<Vote, 'action' | 'answers'>,
  caller: Caller,
): Promise<{ recordIds: string[] }> {
  const now = clock.now()
  await requireProxy(proxies, write.tx, activity, papers, voting, now)
  const vote = voteOf(action, answers, voting, papers, caller)
  return { recordIds: await cast(write, papersOfVotes, { activity, papers, vote }, caller, now) }
}

/** Votes at the desk and from marked papers. */
export function createVoteWrites(deps: VoteWriteDeps) {
  const { database, clock, layouts, papersOfVotes } = deps
  return {
    /**
     * Votes with every ballot named, all or none; where none is, with the ballots that the codes name.
     *
     * @returns the records' ids, in the order of `ballotIds`
     * @throws Refusal `voting.otherTopics` (400), `activity.notFound`, `ballot.notFound`, `voting.unknownCode` (404); 409 with
     * `activity.wrongStatus`, `ballot.ended`, `voting.alreadyVoted`, `voting.otherCode`, `paper.spoiled` or `paper.replaced`; 402
     * with `ballot.none` or `voting.outsideTime`, and as {@link cast} and {@link requireProxy}
     */
    async complete({ ballotIds, ...voting }: VoteRequest, caller: Caller): Promise<{ recordIds: string[] }> {
      const { activityId, choices } = voting
      if (ballotIds.length === 0 && voting.markedCodes.length === 0) throw new Refusal('ballot.none')
      return database.write(async (write) => {
        const { tx } = write
        const store = votingStore(tx)
        const markedCodes = await spelledCodes(store, activityId, voting.markedCodes)
        const marked = markedCodes.length > 0 ? await store.ballotsMarked(activityId, markedCodes) : undefined
        const situation = ballotIds.length > 0 ? await store.ballotsNamed(activityId, ballotIds, '') : marked
        if (!situation) throw new Refusal('activity.notFound')
        const { status } = situation.activity
        const onRecord = situation.ballots.map(returnedAt)
        throwIfRefused(entryRefusal(situation.activity, clock.now(), voting.receivedAt, onRecord), { status, step: 'vote' })
        const answers = requireAnswers(await layouts.of(tx, situation.activity), choices)
        const found = new Map(situation.ballots.map((ballot) => [ballot.id, ballot]))
        // A code that was sent is never ignored: it must be that of a ballot which is to vote.
        const unknown = codesRefusal(markedCodes, marked?.ballots.map(codeOf) ?? [])
        if (unknown !== null) {
          await papersOfVotes.refuseDead(tx, situation.activity.key, markedCodes)
          throw new Refusal(unknown)
        }
        if (marked?.ballots.some(({ id }) => !found.has(id))) throw new Refusal('voting.otherCode')
        const free = await requireFree(tx, ballotIds.length > 0 ? ballotIds.map((id) => found.get(id)) : situation.ballots)
        const papers = free.map((ballot) => ({ ballot, markedCode: ballot.paper?.code ?? '', receivedAt: returnedAt(ballot) }))
        return castAll(deps, write, { activity: situation.activity, papers }, { ...voting, markedCodes, action: 'voting.complete', answers }, caller)
      })
    },

    /**
     * Turns every mark named by its code into a vote, and reads papers again whose vote was voided, all or none.
     *
     * A voided one is named by its code too, or by its ballot where it had none.
     *
     * @throws Refusal `voting.noCode`, `voting.otherTopics` (400), `activity.notFound`, `voting.unknownCode` (404); 409 with
     * `activity.wrongStatus`, `voting.alreadyVoted`, `voting.onlyVoided`, `paper.spoiled` or `paper.replaced`; and as {@link cast}
     * and {@link requireProxy}
     */
    async tally({ ballotIds, ...voting }: TallyRequest, caller: Caller): Promise<{ recordIds: string[] }> {
      const { activityId, choices } = voting
      if (voting.markedCodes.length === 0 && ballotIds.length === 0) throw new Refusal('voting.noCode')
      return database.write(async (write) => {
        const { tx } = write
        const store = votingStore(tx)
        const markedCodes = await spelledCodes(store, activityId, voting.markedCodes)
        const situation = await store.ballotsMarked(activityId, markedCodes)
        if (!situation) throw new Refusal('activity.notFound')
        throwIfRefused(stepRefusal(situation.activity.status, 'tally'), { status: situation.activity.status, step: 'tally' })
        const answers = requireAnswers(await layouts.of(tx, situation.activity), choices)
        await papersOfVotes.refuseDead(tx, situation.activity.key, markedCodes)
        const papers = await papersToTally(store, situation, markedCodes, ballotIds)
        await requireFree(
          tx,
          papers.map(({ ballot }) => ballot),
        )
        return castAll(deps, write, { activity: situation.activity, papers }, { ...voting, markedCodes, action: 'voting.tally', answers }, caller)
      })
    },
  }
}
