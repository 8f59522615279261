import { Refusal } from '#shared/contract/refusals.ts'
import type { MarkRequest } from '#shared/features/voting/contract.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { Caller } from '../../http/context.ts'
import type { CastDeps } from './casting.ts'
import { about, aboutRecord } from './journalSubjects.ts'
import { newRecord } from './newRecord.ts'
import { refuseTaken, requireFree, throwIfRefused } from './requirements.ts'
import { unmarkRefusal, votingRefusal } from './rules.ts'
import { codeKey, spelledCodes } from './codeSpelling.ts'
import { votingStore } from './store.ts'

/** @throws Refusal `voting.markChanged` (409) if the ballot's code is no longer the expected one; `''` expects nothing */
function requireCode(meant: string, code: string): void {
  if (meant !== '' && codeKey(meant) !== codeKey(code)) throw new Refusal('voting.markChanged', { code })
}

/** Codes given to ballots before the tally, and taken back. */
export function createMarks({ database, clock, papersOfVotes }: Pick<CastDeps, 'database' | 'clock' | 'papersOfVotes'>) {
  return {
    /**
     * Gives a ballot a code under which it is tallied later, replacing an earlier one.
     *
     * @throws Refusal `activity.notFound`, `ballot.notFound` (404); 402 with `ballot.none` or `voting.outsideTime`; 409
     * with `activity.wrongStatus`, `ballot.ended`, `ballot.notOnIt`, `voting.alreadyVoted`, `voting.codeTaken`,
     * `voting.markChanged`, `paper.otherCode`, `paper.spoiled` or `paper.replaced`
     */
    async mark({ ballotId, activityId, markedCode: typed, propertyId, replacedCode }: MarkRequest, caller: Caller): Promise<{ recordId: string; status: 0 }> {
      if (ballotId === '') throw new Refusal('ballot.none')
      return database.write(async ({ tx, journal }) => {
        const store = votingStore(tx)
        const [markedCode = typed] = await spelledCodes(store, activityId, [typed])
        const situation = await store.ballotsNamed(activityId, [ballotId], propertyId)
        if (!situation) throw new Refusal('activity.notFound')
        const { activity } = situation
        throwIfRefused(votingRefusal(activity, clock.now(), 'mark'), { status: activity.status, step: 'mark' })
        const [ballot] = await requireFree(tx, [situation.ballots[0]])
        if (!ballot) throw new Refusal('ballot.notFound')
        const property = propertyId === '' && ballot.live ? ballot.live.propertyId : (ballot.property?.propertyId ?? '')
        // By its id in the registry or in the roster, as elsewhere.
        if (propertyId !== '' && propertyId !== property && propertyId !== ballot.property?.rosterPropertyId) throw new Refusal('ballot.notOnIt')
        await papersOfVotes.refuseDead(tx, activity.key, [markedCode])
        if (ballot.paper && ballot.paper.code !== markedCode) throw new Refusal('paper.otherCode', { code: ballot.paper.code })
        const holder = await store.holderOfCode(activity.key, markedCode)
        if (holder !== undefined && holder.ballot_id !== ballot.key) await refuseTaken(tx, 'voting.codeTaken', [holder.id])

        const paperHolder = await store.ballotOfPaper(activity.key, markedCode)
        if (paperHolder !== undefined && paperHolder.ballot_id !== ballot.key) throw new Refusal('voting.codeTaken', { taken: null })
        const { live } = ballot
        requireCode(replacedCode, live?.markedCode ?? '')
        const after = { ...about(activity, ballot), status: 0, markedCode }
        if (!live) {
          const record = newRecord(activity, { ballot, markedCode }, caller, clock.now())
          await store.insertRecords([record])
          journal.record({
            caller,
            action: 'voting.mark',
            subject: record.public_id,
            before: null,
            after,
            state: await stateOf(tx, { records: [record.public_id] }),
          })
          return { recordId: record.public_id, status: 0 }
        }
        if (live.markedCode !== markedCode || live.propertyId !== property) {
          await store.updateRecords([live.key], { marked_code: markedCode, property_public_id: property, desk: caller.desk })
          const state = await stateOf(tx, { records: [live.id] })
          journal.record({ caller, action: 'voting.mark', subject: live.id, before: { ...after, markedCode: live.markedCode }, after, state })
        }
        return { recordId: live.id, status: 0 }
      })
    },

    /**
     * Takes back a mark: the ballot counts as never marked, its code is free, and only the journal keeps a trace.
     *
     * @throws Refusal `voting.noRecord` (404); 409 with `activity.wrongStatus`, `voting.onlyMarked`, `voting.markChanged`,
     * or `paper.ofMark` if the code is that of a printed paper
     */
    async unmark({ recordId, markedCode, reason }: { recordId: string; markedCode: string; reason: string }, caller: Caller): Promise<null> {
      await database.write(async ({ tx, journal }) => {
        const store = votingStore(tx)
        const record = await store.recordOfAny(recordId)
        if (!record) throw new Refusal('voting.noRecord')
        throwIfRefused(unmarkRefusal(record.activity_status, record.status), { status: record.activity_status, step: 'unmark' })
        requireCode(markedCode, record.marked_code)
        const paper = await store.paperOfBallot(record.ballot_id)
        if (paper) throw new Refusal('paper.ofMark', { code: paper.code })
        await store.removeRecords([record.id])
        const named = aboutRecord(record)
        const before = { ...named, status: record.status, markedCode: record.marked_code }
        journal.record({ caller, action: 'voting.unmark', subject: recordId, before, after: { ...named, reason }, state: { gone: { record: [recordId] } } })
      })
      return null
    },
  }
}
