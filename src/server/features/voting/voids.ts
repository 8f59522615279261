import { Refusal } from '#shared/contract/refusals.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import { NO_REASON } from '#shared/features/ballot/rules.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { JournaledDatabase, Write } from '../journal/journal.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { aboutRecord } from './journalSubjects.ts'
import { throwIfRefused } from './requirements.ts'
import { isOwnVoteOfToday, voidRefusal } from './rules.ts'
import { votingStore, type FoundRecord } from './store.ts'

/** The vote to void, and the reason; `''` if none is given. */
export interface VoidRequest {
  readonly activityId: string
  readonly recordId: string
  readonly reason: string
}

/**
 * Voids a vote within a transaction: keeps its record, and frees the ballot and its code.
 *
 * @returns the record as it was
 * @throws Refusal `voting.noRecord` (404), `voting.notOwnVote` (403) for another user's or an earlier day's vote if the
 * caller is no manager, `voting.onlyVoted` and `activity.wrongStatus` (409)
 */
export async function voidVote({ tx, journal }: Write, clock: Clock, { activityId, recordId, reason }: VoidRequest, caller: Caller): Promise<FoundRecord> {
  const store = votingStore(tx)
  const record = await store.findRecord(activityId, recordId)
  if (!record) throw new Refusal('voting.noRecord')
  const mayVoidAny = isAllowed(caller.user?.roles ?? [], 'manager')
  if (!mayVoidAny && !isOwnVoteOfToday(record, caller.userKey, clock.now())) throw new Refusal('voting.notOwnVote')
  throwIfRefused(voidRefusal(record.activity_status, record.status), { status: record.activity_status, step: 'void' })
  const given = reason || NO_REASON
  await store.updateRecords([record.id], { status: 2, voided_by: caller.userKey, voided_at: clock.now(), void_reason: given })
  const before = { ...aboutRecord(record), status: record.status, markedCode: record.marked_code, answers: record.answers }
  const state = await stateOf(tx, { records: [recordId] })
  journal.record({ caller, action: 'voting.void', subject: recordId, before, after: { ...before, status: 2, reason: given }, state })
  return record
}

export function createVoids({ database, clock }: { readonly database: JournaledDatabase; readonly clock: Clock }) {
  return {
    /** Throws as {@link voidVote}. */
    async void(request: VoidRequest, caller: Caller): Promise<null> {
      await database.write(async (write) => void (await voidVote(write, clock, request, caller)))
      return null
    },
  }
}
