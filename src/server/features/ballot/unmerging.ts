import { z } from 'zod'
import { Refusal, throwIfRefused, required } from '#shared/contract/refusals.ts'
import type { MergeUndo } from '#shared/features/ballot/contract.ts'
import { wholeRefusal } from '#shared/features/ballot/rules.ts'
import { haveSameNames } from '#shared/owner/owners.ts'
import { placeInWords } from '#shared/place/place.ts'
import { chunksOf, foundFor } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import { inJournal, type ActivityRecord } from '../activity/service.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import type { JournalService } from '../journal/service.ts'
import { noteAdjusted } from './adjusting.ts'
import { loadBallots, sumOfAreas } from './ballotChunks.ts'
import type { BallotMergeDeps } from './merging.ts'
import { ballotInJournal, movedInJournal } from './ownerMerging.ts'
import type { RosterPropertyRow } from './rosterPropertyQueries.ts'
import { rowMergeRefusal } from './rules.ts'
import { ballotStore, type BallotRow } from './store.ts'

export interface MergeUndoDeps extends BallotMergeDeps {
  readonly journalService: Pick<JournalService, 'newestAbout'>
}

/** The actions that move properties between ballots, each with an entry about the ballot. */
const moves = ['ballot.merge', 'ballot.mergeOwners', 'ballot.undoMerge', 'ballot.split', 'ballot.splitOut'] as const
/** The default reason of a change of the total during voting. */
const UNDONE = '撤销合并'

/** A property in a merge's entry, with the ballot it came from. */
const Came = z.object({ rosterPropertyId: z.string(), ballotId: z.string() })

/** Returns what the last merge into a ballot moved; throws a Refusal if that was not the expected merge, or anything has moved since. */
async function broughtBy(journalService: MergeUndoDeps['journalService'], tx: Db, { ballotId, rosterPropertyIds }: MergeUndo) {
  const entry = await journalService.newestAbout(tx, ballotId, moves)
  const told = entry?.action === 'ballot.merge' ? [entry.before] : entry?.action === 'ballot.mergeOwners' ? entry.rows.map(({ before }) => before) : []
  const came = told.flatMap((before) => Came.safeParse(before).data ?? [])
  const meant = new Set(rosterPropertyIds)
  if (came.length === 0 || came.length !== meant.size || !came.every((each) => meant.has(each.rosterPropertyId))) throw new Refusal('ballot.mergeChanged')
  return came
}

/** The database keys of those of the ballots that belong to the activity. */
async function keysOf(tx: Db, activity: ActivityRecord, ids: readonly string[]): Promise<number[]> {
  return (await foundFor([...new Set(ids)], (some) => ballotStore(tx).keysOf(activity.id, some))).map(({ id }) => id)
}

interface Return {
  readonly main: BallotRow
  readonly kept: readonly RosterPropertyRow[]
  readonly moved: readonly { readonly property: RosterPropertyRow; readonly to: BallotRow }[]
}

/** The entry of undoing one ballot's merge. */
function undoneInJournal(activity: ActivityRecord, { main, kept, moved }: Return) {
  const [first] = kept
  const named = { ...inJournal(activity), place: first ? placeInWords(first) : '', ownerName: first?.owner_name ?? '', ...ballotInJournal(main) }
  const areaAfter = sumOfAreas(kept)
  return {
    subject: main.public_id,
    before: { ...named, ballotAreaHundredths: areaAfter + sumOfAreas(moved.map(({ property }) => property)) },
    after: { ...named, ballotAreaHundredths: areaAfter },
    rows: moved.map(({ property, to }) => ({ before: movedInJournal(property, main), after: movedInJournal(property, to) })),
  }
}

/** Undoes the last merge of each of some ballots. */
export function createMergeUndo({ database, clock, activities, journalService }: MergeUndoDeps) {
  /** Where each property returns to, provided nothing has changed since the merge. */
  async function returnsOf(tx: Tx, activity: ActivityRecord, undone: readonly MergeUndo[]): Promise<Return[]> {
    const mains = await keysOf(
      tx,
      activity,
      undone.map(({ ballotId }) => ballotId),
    )
    if (mains.length < undone.length) throw new Refusal('ballot.notFound')
    throwIfRefused(wholeRefusal(activity.status))
    const came = new Map<string, Awaited<ReturnType<typeof broughtBy>>>()
    for (const each of undone) came.set(each.ballotId, await broughtBy(journalService, tx, each))
    const olds = await keysOf(
      tx,
      activity,
      [...came.values()].flatMap((properties) => properties.map(({ ballotId }) => ballotId)),
    )
    const { ballots, propertiesOf } = await loadBallots(tx, [...mains, ...olds])
    const byId = new Map([...ballots.values()].map((row) => [row.public_id, row]))
    return [...came].map(([mainId, properties]) => {
      const main = required(byId.get(mainId), 'ballot.notFound')
      const onIt = new Map(propertiesOf(main.id).map((row) => [row.public_id, row]))
      const moved = properties.map(({ rosterPropertyId, ballotId }) => {
        const [property, to] = [onIt.get(rosterPropertyId), byId.get(ballotId)]
        if (!property || !to) throw new Refusal('ballot.mergeChanged')
        // It has another owner since: one ballot has one owner.
        if (propertiesOf(to.id).some((each) => !haveSameNames(each.owner_name, property.owner_name))) throw new Refusal('ballot.mergeChanged')
        return { property, to }
      })
      for (const row of [main, ...moved.map(({ to }) => to)]) throwIfRefused(rowMergeRefusal(activity.status, row, clock.now()))
      const left = new Set(moved.map(({ property }) => property.id))
      const kept = [...onIt.values()].filter(({ id }) => !left.has(id))
      if (kept.length === 0) throw new Refusal('ballot.mergeChanged')
      return { main, kept, moved }
    })
  }

  return {
    /**
     * Undoes the last merge of each ballot: its properties return to the ballots they came from; all or nothing.
     *
     * @throws Refusal `activity.notFound`, `ballot.notFound` (404); 409 with `ballot.wholeFixed`, `ballot.mergeChanged` if
     * the ballot's properties have moved since, `ballot.frozen` or `ballot.entrusted`
     */
    undoMerge({ activityId, merges }: { readonly activityId: string; readonly merges: readonly MergeUndo[] }, caller: Caller) {
      return database.write(
        async ({ tx, journal }) => {
          const activity = await activities.require(tx, activityId)
          const returns = await returnsOf(tx, activity, merges)
          const moved = returns.flatMap((each) => each.moved)
          await ballotStore(tx).putOnBallots(
            moved.map(({ property, to }) => ({ property: property.id, to: to.id })),
            yieldToEventLoop,
          )
          const touchedBy = (each: Return) => ({
            ballots: [...new Set([each.main.id, ...each.moved.map(({ to }) => to.id)])],
            properties: each.moved.map(({ property }) => property.id),
          })
          for (const chunk of chunksOf([...new Set(returns.flatMap((each) => touchedBy(each).ballots))])) await ballotStore(tx).settle(chunk)
          const placesOf = (each: Return) => each.moved.map(({ property }) => placeInWords(property))
          // The roster's digest covers all of them together: it is in the last entry.
          const last = returns.at(-1)
          const places = returns.flatMap(placesOf)
          const whole = await noteAdjusted(activities, tx, activity, { touched: last ? touchedBy(last) : {}, places, reason: UNDONE })
          for (const each of returns) {
            await yieldToEventLoop()
            const isLast = each === last
            const { after, ...change } = undoneInJournal(activity, each)
            const told = whole.told.adjustedHouses === undefined ? {} : { ...whole.told, adjustedHouses: each.moved.length, adjustedPlaces: placesOf(each) }
            const state = isLast ? whole.state : whole.state && (await stateOf(tx, touchedBy(each)))
            journal.record({ caller, action: 'ballot.undoMerge', ...change, after: { ...after, ...told, ...(isLast ? whole.digest : {}) }, state })
          }
          return { propertyCount: moved.length }
        },
        { isLong: true },
      )
    },
  }
}
