import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { canonical } from '../canonical.ts'
import { chained, contentHash, NO_ENTRY, type Draft } from '../chain.ts'
import { STATE_FIELD, type EntryContent } from '../entryContent.ts'
import { piecesOf, type State, type StateRow } from '../replay/state.ts'
import { rosterStates, rulesState } from '../replay/stateStore.ts'
import { auditStore } from '../store.ts'
import { toSummary } from '../summaries.ts'
import { firstFormFacts, type FirstFormFacts } from './firstFormFacts.ts'

const ACTION = 'audit.baseline'

/**
 * Writes entries from which replay can follow every activity that has started (`proof-layout.md` section 1): what the
 * tables hold, but where the entries of the first form tell otherwise what they tell. What differed then stays a difference.
 *
 * Once, when a journal of the first form is brought up to date, in the same transaction.
 */
export async function writeBaseline(tx: Kysely<Schema>): Promise<void> {
  const activities = await tx.selectFrom('activity').select(['id', 'public_id', 'title']).where('status', '>', 0).orderBy('id').execute()
  for (const { id, public_id: activityId, title } of activities) {
    const facts = await firstFormFacts(tx, activityId)
    const recorded = [...(await rosterStates(tx, id)), await rulesState(tx, id)].map((piece) => asRecorded(piece, facts))
    await append(tx, activityId, title, [...recorded, missing(facts)].flatMap(piecesOf))
  }
}

/** Rows with the fields that entries tell. A record that no entry tells of was not made by the program, and is left out. */
function asRecorded(piece: State, facts: FirstFormFacts): State {
  const rowsAsRecorded = (kind: 'activity' | 'house' | 'delivery', rows: readonly StateRow[]) =>
    rows.map((row) => {
      const fields = facts[kind].get(row.id)
      facts[kind].delete(row.id)
      return { ...row, ...fields }
    })
  const records = (rows: readonly StateRow[]) =>
    rows.flatMap((row) => {
      const fields = facts.record.get(row.id)
      facts.record.delete(row.id)
      return fields ? [{ ...row, ...fields }] : []
    })
  return {
    ...piece,
    ...(piece.activity ? { activity: rowsAsRecorded('activity', piece.activity) } : {}),
    ...(piece.house ? { house: rowsAsRecorded('house', piece.house) } : {}),
    ...(piece.delivery ? { delivery: rowsAsRecorded('delivery', piece.delivery) } : {}),
    ...(piece.record ? { record: records(piece.record) } : {}),
  }
}

/** Votes and deliveries that entries tell of and no table has: properties may have left a roster since, with what was delivered to them. */
function missing({ record }: FirstFormFacts): State {
  const rows = [...record].map(([id, fields]) => ({ id, ...fields }))
  return rows.length === 0 ? {} : { record: rows }
}

async function append(tx: Kysely<Schema>, activityId: string, title: string, states: readonly State[]): Promise<void> {
  const store = auditStore(tx)
  const at = Date.now()
  const drafts = states
    .filter((state) => Object.keys(state).length > 0)
    .map((state): Draft => {
      const recorded = { action: ACTION, address: '', at, before: null, kind: 'change', nickName: '', subject: activityId, userid: '', username: '' } as const
      const after = { activityId, activityTitle: title, [STATE_FIELD]: state }
      const content = canonical({ ...recorded, after, voteactivityid: activityId } satisfies EntryContent)
      const salt = randomBytes(16).toString('hex')
      const hashes = { salt, content, content_hash: contentHash(salt, content) }
      const columns = { user_id: 0, username: '', nick_name: '', address: '', action: ACTION, subject: activityId, before_data: '', after_data: '' }
      return { ...columns, ...hashes, at, row_count: 0, parts_hash: '' }
    })
  const entries = chained((await store.last()) ?? NO_ENTRY, drafts)
  await store.insertAll(entries)
  const summary = { subjectName: title, activityId, activityTitle: title, summary: '' }
  await store.insertSummaries(entries.map((entry) => toSummary(entry, summary, null)))
}
