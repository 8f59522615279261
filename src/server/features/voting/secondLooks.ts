import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Choice, CastRequest } from '#shared/features/voting/contract.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Slot } from '../activity/rules.ts'
import type { Write } from '../journal/journal.ts'
import { castAll, requireAnswers, type CastDeps } from './casting.ts'
import { castVotes } from './castVotes.ts'
import { spelledCodes } from './codeSpelling.ts'
import { ballotsToTally, type BallotToCast } from './ballotsToCast.ts'
import { codeOf, returnedAt } from './papersOfVotes.ts'
import { requireFree, throwIfRefused } from './requirements.ts'
import { entryRefusal } from './rules.ts'
import type { FoundActivity, FoundBallot } from './contextQueries.ts'
import { votingStore } from './store.ts'
import { voidVote, type VoidRequest } from './voids.ts'

type SecondLookDeps = Pick<CastDeps, 'clock' | 'answerSlots' | 'papersOfVotes' | 'proxies'>

/** Operations on votes whose papers are checked again (`reading.md`). */
export function createSecondLooks(deps: SecondLookDeps) {
  return { ...createLooks(deps), ...createScannedVotes(deps) }
}

function createLooks(deps: SecondLookDeps) {
  const { clock, answerSlots, papersOfVotes } = deps

  return {
    /**
     * Choices encoded as a record stores them, and the answer slots.
     *
     * @throws Refusal `activity.notFound` (404), `voting.otherTopics` (400)
     */
    async answersOf(
      db: Kysely<Schema>,
      activityId: string,
      choices: readonly Choice[],
    ): Promise<{ readonly activity: FoundActivity; readonly slots: readonly Slot[]; readonly answers: string }> {
      const situation = await votingStore(db).ballotsMarked(activityId, [])
      if (!situation) throw new Refusal('activity.notFound')
      const slots = await answerSlots.of(db, situation.activity)
      return { activity: situation.activity, slots, answers: requireAnswers(slots, choices) }
    },

    /**
     * The ballot whose paper or mark has a code, with its live record if any; null if its last vote is void.
     *
     * @throws Refusal `voting.unknownCode` (404), `paper.spoiled`, `paper.replaced` (409)
     */
    async ballotOfCode(tx: Transaction<Schema>, { id, key }: Pick<FoundActivity, 'id' | 'key'>, typed: string): Promise<FoundBallot | null> {
      const store = votingStore(tx)
      const codes = await spelledCodes(store, id, [typed])
      await papersOfVotes.refuseDead(tx, key, codes)
      const found = (await store.ballotsMarked(id, codes))?.ballots.find((ballot) => codes.includes(codeOf(ballot)))
      if (found) return found
      if ((await store.lastVoids(key, { codes, ballotKeys: [] })).length === 0) throw new Refusal('voting.unknownCode')
      return null
    },

    /**
     * 改正: voids a vote and enters it with other answers, in one transaction, by the rules of the activity's status; keeps
     * code, voter, channel, time of receipt, deliverer and proxy.
     *
     * @returns the new record's id
     * @throws Refusal as {@link voidVote}, and as entering a vote
     */
    async correct(write: Write, { choices, ...request }: VoidRequest & { readonly choices: readonly Choice[] }, caller: Caller): Promise<string> {
      const { tx } = write
      const old = await voidVote(write, clock, request, caller)
      const store = votingStore(tx)
      const situation = await store.ballotsMarked(request.activityId, old.marked_code === '' ? [] : [old.marked_code])
      if (!situation) throw new Refusal('activity.notFound')
      const { activity } = situation
      const isTally = activity.status === ActivityStatus.tallying
      if (!isTally) throwIfRefused(entryRefusal(activity, clock.now(), old.received_at, []), { status: activity.status, step: 'cast' })
      const answers = requireAnswers(await answerSlots.of(tx, activity), choices)
      const codes = old.marked_code === '' ? [] : [old.marked_code]
      const found = await ballotsToTally(store, situation, codes, codes.length === 0 ? [old.ballot] : [])
      await requireFree(
        tx,
        found.map(({ ballot }) => ballot),
      )
      const toCast = found.map((one) => ({ ...one, receivedAt: old.received_at ?? one.receivedAt }))
      const voting = {
        activityId: request.activityId,
        choices: [...choices],
        voterName: old.voter_name,
        voterPhone: old.voter_phone,
        voterIdNumber: old.voter_id_number,
        markedCodes: codes,
        channel: old.channel,
        // A tally is a late entry if its time was typed; the former one's lateness is kept.
        receivedAt: old.is_late === 1 ? old.received_at : null,
        handedInBy: old.handed_in_by,
        proxyId: old.proxy_public_id,
        answers,
      }
      const { recordIds } = await castAll(deps, write, { activity, toCast }, { ...voting, isTally }, caller)
      return recordIds[0] ?? ''
    },
  }
}

/** Votes from papers recognized on scanned pages. */
function createScannedVotes({ clock, papersOfVotes }: Pick<SecondLookDeps, 'clock' | 'papersOfVotes'>) {
  return {
    /**
     * The unvoted papers of codes, found as by a tally or the desk.
     *
     * @throws Refusal `activity.notFound`, `voting.unknownCode` (404), `ballot.ended`, `voting.alreadyVoted` (409)
     */
    async freeBallots(
      tx: Transaction<Schema>,
      activityId: string,
      codes: readonly string[],
    ): Promise<{ readonly activity: FoundActivity; readonly toCast: readonly BallotToCast[] }> {
      const store = votingStore(tx)
      const situation = await store.ballotsMarked(activityId, codes)
      if (!situation) throw new Refusal('activity.notFound')
      const { activity } = situation
      const found = await ballotsToTally(store, situation, codes, [])
      const free = await requireFree(
        tx,
        found.map(({ ballot }) => ballot),
      )
      if (activity.status === ActivityStatus.tallying) return { activity, toCast: found }
      return { activity, toCast: free.map((ballot) => ({ ballot, markedCode: ballot.paper?.code ?? '', receivedAt: returnedAt(ballot) })) }
    },

    /**
     * 确认读数: casts papers by their codes, each with its own answers and the roster's voter, like a tally or the desk.
     *
     * @returns the records' ids, in the order of `votes`, which is that of the papers
     * @throws Refusal `voting.outsideTime` (402), and as {@link castVotes}
     */
    confirm(
      write: Write,
      { activity, toCast: all }: { readonly activity: FoundActivity; readonly toCast: readonly BallotToCast[] },
      {
        votes,
        receivedAt,
        channel,
      }: { readonly votes: readonly { readonly code: string; readonly answers: string; readonly readingId: string }[] } & Pick<
        CastRequest,
        'receivedAt' | 'channel'
      >,
      caller: Caller,
    ): Promise<string[]> {
      const isTally = activity.status === ActivityStatus.tallying
      const now = clock.now()
      const onRecord = all.map(({ ballot }) => returnedAt(ballot))
      if (!isTally) throwIfRefused(entryRefusal(activity, now, receivedAt, onRecord), { status: activity.status, step: 'cast' })
      const receipt = { channel, receivedAt, handedInBy: '', proxyId: '' }
      const voter = { voterName: '', voterPhone: null, voterIdNumber: null }
      const casts = all.flatMap((toCast, place) => {
        const { code, answers, readingId } = votes[place] ?? { code: '', answers: '', readingId: '' }
        const vote = {
          isTally,
          answers,
          readingId,
          receipt,
          markedCodes: [code],
          fileHash: null,
          ...voter,
        } as const
        return [{ toCast, vote }]
      })
      return castVotes(write, papersOfVotes, { activity, casts }, caller, now)
    },
  }
}
