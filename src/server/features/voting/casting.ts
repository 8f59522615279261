import { Refusal } from '#shared/contract/refusals.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import type { Choice, TallyRequest, CastRequest } from '#shared/features/voting/contract.ts'
import { holdsMask, maskOf, type MaskedKind } from '#shared/owner/masking.ts'
import type { Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { JournaledDatabase, Write } from '../journal/journal.ts'
import type { ProxyService } from '../proxy/service.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Slot } from '../activity/rules.ts'
import { castVotes, type Vote } from './castVotes.ts'
import type { AnswerSlots } from './answerSlots.ts'
import { codeOf, returnedAt, type PapersOfVotes } from './papersOfVotes.ts'
import { ballotsToTally, type BallotToCast } from './ballotsToCast.ts'
import { requireFree, throwIfRefused } from './requirements.ts'
import { codesRefusal, encodeAnswers, entryRefusal, receivedAt } from './rules.ts'
import type { FoundActivity } from './contextQueries.ts'
import { spelledCodes } from './codeSpelling.ts'
import { votingStore } from './store.ts'

export interface CastDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly answerSlots: AnswerSlots
  readonly papersOfVotes: PapersOfVotes
  readonly proxies: Pick<ProxyService, 'requireFor'>
}

/** A request whose answers are known to be the activity's. */
type Voting = Omit<TallyRequest, 'ballotIds'> & Pick<Vote, 'isTally' | 'answers'>

/** @throws Refusal `voting.otherTopics` (400) for answers not among those of the activity's topics */
export function requireAnswers(slots: readonly Slot[], choices: readonly Choice[]): string {
  const answers = encodeAnswers(slots, choices)
  if (answers === null) throw new Refusal('voting.otherTopics')
  return answers
}

/**
 * Callers who see masks cannot know the voter's numbers: the roster's are used. For others, a mask of the roster's number
 * stands for that number (`trust.md` section 5).
 *
 * @throws Refusal `property.masked` (400) for any other mask
 */
function voteOf(
  { isTally, answers, voterName, voterPhone, voterIdNumber, channel, receivedAt: typed, handedInBy, proxyId, markedCodes }: Voting,
  toCast: readonly BallotToCast[],
  { seesMasks }: Caller,
): Vote {
  const receipt = { channel, receivedAt: typed, handedInBy, proxyId }
  const vote = { isTally, answers, voterName, receipt, markedCodes, fileHash: null, readingId: '' }
  if (seesMasks) return { ...vote, voterPhone: null, voterIdNumber: null }
  const written = (sent: string, field: string, kind: MaskedKind, ofOwner: (one: BallotToCast) => string | undefined): string | null => {
    if (!holdsMask(sent)) return sent
    if (toCast.some((one) => maskOf[kind](ofOwner(one) ?? '') !== sent)) throw new Refusal('property.masked', { field, kind })
    return null
  }
  return {
    ...vote,
    voterPhone: written(voterPhone, 'votermobileno', 'phone', ({ ballot }) => ballot.property?.phone),
    voterIdNumber: written(voterIdNumber, 'voteridno', 'idNumber', ({ ballot }) => ballot.property?.idNumber),
  }
}

/** @throws Refusal `proxy.oneBallot` (400) for more than one ballot; else as the proxies' `requireFor` */
async function requireProxy(
  proxies: CastDeps['proxies'],
  tx: Transaction<Schema>,
  { key: activityKey }: FoundActivity,
  toCast: readonly BallotToCast[],
  { proxyId, receivedAt: typed, choices }: Pick<CastRequest, 'proxyId' | 'receivedAt' | 'choices'>,
  now: number,
): Promise<void> {
  if (proxyId === '') return
  const [only, ...others] = toCast
  if (!only || others.length > 0) throw new Refusal('proxy.oneBallot')
  const answeredTopicIds = choices.filter(({ answer }) => answer !== 0).map(({ topicId }) => topicId)
  const received = receivedAt(typed, only.receivedAt, now)
  await proxies.requireFor(tx, { activityKey, proxyId, ballotKey: only.ballot.key, receivedAt: received, answeredTopicIds })
}

/** The last step of every vote, once its ballots are known to be free. */
export async function castAll(
  { clock, papersOfVotes, proxies }: Pick<CastDeps, 'clock' | 'papersOfVotes' | 'proxies'>,
  write: Write,
  { activity, toCast }: { readonly activity: FoundActivity; readonly toCast: readonly BallotToCast[] },
  voting: Voting,
  caller: Caller,
): Promise<{ recordIds: string[] }> {
  const now = clock.now()
  await requireProxy(proxies, write.tx, activity, toCast, voting, now)
  const vote = voteOf(voting, toCast, caller)
  const casts = toCast.map((one) => ({ toCast: one, vote }))
  return { recordIds: await castVotes(write, papersOfVotes, { activity, casts }, caller, now) }
}

/** Casts votes at the desk and tallies marked papers. */
export function createCasting(deps: CastDeps) {
  const { database, clock, answerSlots, papersOfVotes } = deps
  return {
    /**
     * Votes with all the named ballots, or none; if no ballot is named, with those that the codes belong to.
     *
     * @returns the records' ids, in the order of `ballotIds`
     * @throws Refusal `voting.otherTopics` (400), `activity.notFound`, `ballot.notFound`, `voting.unknownCode` (404); 409
     * with `activity.wrongStatus`, `ballot.ended`, `voting.alreadyVoted`, `voting.otherCode`, `paper.spoiled` or
     * `paper.replaced`; 402 with `ballot.none` or `voting.outsideTime`, and as {@link castVotes} and {@link requireProxy}
     */
    async cast({ ballotIds, ...voting }: CastRequest, caller: Caller): Promise<{ recordIds: string[] }> {
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
        throwIfRefused(entryRefusal(situation.activity, clock.now(), voting.receivedAt, onRecord), { status, step: 'cast' })
        const answers = requireAnswers(await answerSlots.of(tx, situation.activity), choices)
        const found = new Map(situation.ballots.map((ballot) => [ballot.id, ballot]))
        // A code sent is never ignored: it must be that of one of the ballots to vote.
        const unknown = codesRefusal(markedCodes, marked?.ballots.map(codeOf) ?? [])
        if (unknown !== null) {
          await papersOfVotes.refuseDead(tx, situation.activity.key, markedCodes)
          throw new Refusal(unknown)
        }
        if (marked?.ballots.some(({ id }) => !found.has(id))) throw new Refusal('voting.otherCode')
        const free = await requireFree(tx, ballotIds.length > 0 ? ballotIds.map((id) => found.get(id)) : situation.ballots)
        const toCast = free.map((ballot) => ({ ballot, markedCode: ballot.paper?.code ?? '', receivedAt: returnedAt(ballot) }))
        return castAll(deps, write, { activity: situation.activity, toCast }, { ...voting, markedCodes, isTally: false, answers }, caller)
      })
    },

    /**
     * Turns every mark named by its code into a vote, and re-enters papers whose vote was voided; all or none.
     *
     * A voided one is also named by its code, or by its ballot if it had none.
     *
     * @throws Refusal `voting.noCode`, `voting.otherTopics` (400), `activity.notFound`, `voting.unknownCode` (404); 409
     * with `activity.wrongStatus`, `voting.alreadyVoted`, `voting.onlyVoided`, `paper.spoiled` or `paper.replaced`; and as
     * {@link castVotes} and {@link requireProxy}
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
        const answers = requireAnswers(await answerSlots.of(tx, situation.activity), choices)
        await papersOfVotes.refuseDead(tx, situation.activity.key, markedCodes)
        const toCast = await ballotsToTally(store, situation, markedCodes, ballotIds)
        await requireFree(
          tx,
          toCast.map(({ ballot }) => ballot),
        )
        return castAll(deps, write, { activity: situation.activity, toCast }, { ...voting, markedCodes, isTally: true, answers }, caller)
      })
    },
  }
}
