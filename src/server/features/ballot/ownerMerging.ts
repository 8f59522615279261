import type { BodyOf } from '#shared/contract/index.ts'
import { Refusal, type PlainReason, throwIfRefused, required } from '#shared/contract/refusals.ts'
import type { OwnerMerge } from '#shared/features/ballot/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import { mergeRefusal, wholeRefusal } from '#shared/features/ballot/rules.ts'
import { chunksOf, foundFor } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { type ActivityRecord, inJournal } from '../activity/service.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { noteAdjusted } from './adjusting.ts'
import { onBallot } from './adjustable.ts'
import { loadBallots, sumOfAreas } from './ballotChunks.ts'
import { propertyInJournal } from './propertyInJournal.ts'
import type { RosterPropertyRow } from './rosterPropertyQueries.ts'
import { isRowEntrusted, isRowFrozen } from './rules.ts'
import { ballotStore, type BallotRow } from './store.ts'
import type { UnmergedOwnersDeps } from './unmergedOwners.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'

/** Journal fields of a property that moves to another ballot. */
export const movedInJournal = (property: RosterPropertyRow, ballot: BallotRow) => ({ ...propertyInJournal(property), ...ballotInJournal(ballot) })
/** Journal fields of a ballot. */
export const ballotInJournal = ({ public_id: ballotId, number: ballotNumber }: BallotRow) => ({ ballotId, ballotNumber })

function throwIfMergeRefused(reason: PlainReason | null, about: string): void {
  if (reason !== null) throw new Refusal(reason, null, { about })
}

const placesOf = (rows: Moves['rows']): string[] => rows.map(({ after }) => after.place)

/** The rows of the ballots in a batch; throws a Refusal if one is unknown, has ended or is listed twice, or if the total is fixed. */
async function requireBallots(tx: Tx, activity: ActivityRecord, merges: readonly OwnerMerge[]) {
  const ids = merges.flatMap(({ ballotId, mergedIds }) => [ballotId, ...mergedIds])
  const found = await foundFor(ids, (some) => ballotStore(tx).keysOf(activity.id, some))
  const keys = new Map(found.map((row) => [row.public_id, row.id]))
  if (ids.some((id) => !keys.has(id))) throw new Refusal('ballot.notFound')
  throwIfRefused(wholeRefusal(activity.status))
  if (new Set(ids).size !== ids.length) throw new Refusal('ballot.namedTwice')
  const { ballots, propertiesOf } = await loadBallots(tx, [...keys.values()])
  const ballotOf = (id: string): BallotRow => {
    const row = required(ballots.get(keys.get(id) ?? 0), 'ballot.notFound')
    if (row.is_ended === 1) throw new Refusal('ballot.ended')
    return row
  }
  return { ballotOf, propertiesOf }
}

interface Moves {
  readonly rows: readonly { readonly before: ReturnType<typeof movedInJournal>; readonly after: ReturnType<typeof movedInJournal> }[]
  readonly moved: readonly { readonly property: number; readonly to: number }[]
}

/**
 * The moves that merge some ballots into the owner's main one.
 *
 * @throws Refusal 402 or 409 naming the property that may not move
 */
function movesTo(
  activity: ActivityRecord,
  main: BallotRow,
  merged: readonly BallotRow[],
  propertiesOf: (key: number) => readonly RosterPropertyRow[],
  now: number,
): Moves {
  const adjusted = (row: BallotRow) => ({ isFrozen: isRowFrozen(activity.status, row), isEntrusted: isRowEntrusted(row, now) })
  const target = { ...adjusted(main), properties: propertiesOf(main.id).map(onBallot) }
  const moving = merged.flatMap((ballot) => propertiesOf(ballot.id).map((property) => ({ ballot, property })))
  for (const { ballot, property } of moving) {
    const reason = mergeRefusal(target, onBallot(property), adjusted(ballot))
    throwIfMergeRefused(reason, `${placeInWords(property)}（${property.owner_name}）`)
  }
  return {
    rows: moving.map(({ ballot, property }) => ({ before: movedInJournal(property, ballot), after: movedInJournal(property, main) })),
    moved: moving.map(({ property }) => ({ property: property.id, to: main.id })),
  }
}

/** The journal entry of an owner's merge, once all are written, and the rows it touched. */
function mergeInJournal(activity: ActivityRecord, main: BallotRow, merged: readonly BallotRow[], kept: readonly RosterPropertyRow[], { rows, moved }: Moves) {
  const [first] = kept
  const named = { ...inJournal(activity), place: first ? placeInWords(first) : '', ownerName: first?.owner_name ?? '', ...ballotInJournal(main) }
  const areaBefore = sumOfAreas(kept)
  const areaAfter = areaBefore + rows.reduce((sum, { after }) => sum + after.areaHundredths, 0)
  return {
    touched: { ballots: [main.id, ...merged.map(({ id }) => id)], properties: moved.map(({ property }) => property) },
    subject: main.public_id,
    before: { ...named, ballotAreaHundredths: areaBefore },
    after: { ...named, ballotAreaHundredths: areaAfter, movedCount: rows.length },
    rows,
  }
}

/** Merges the several ballots of each owner into one. */
export function createOwnerMerges({ database, clock, activities }: UnmergedOwnersDeps) {
  return {
    /**
     * Merges the ballots of each owner into the main one: all or, at the first refusal, none.
     *
     * @throws Refusal 402 or 409 naming the property that failed
     */
    async mergeOwners({ activityId, owners, reason }: BodyOf<'ballot.mergeOwners'>, caller: Caller) {
      return database.write(
        async ({ tx, journal }) => {
          const activity = await activities.require(tx, activityId)
          const { ballotOf, propertiesOf } = await requireBallots(tx, activity, owners)
          const allMoved: Moves['moved'][number][] = []
          const touched: number[] = []
          const merges: ReturnType<typeof mergeInJournal>[] = []
          for (const { ballotId, mergedIds } of owners) {
            const main = ballotOf(ballotId)
            const merged = mergedIds.map(ballotOf)
            const { rows, moved } = movesTo(activity, main, merged, propertiesOf, clock.now())
            allMoved.push(...moved)
            touched.push(main.id, ...merged.map(({ id }) => id))
            merges.push(mergeInJournal(activity, main, merged, propertiesOf(main.id), { rows, moved }))
          }
          await ballotStore(tx).putOnBallots(allMoved, yieldToEventLoop)
          for (const chunk of chunksOf(touched)) {
            await yieldToEventLoop()
            await ballotStore(tx).settle(chunk)
          }
          // The roster's digest covers all of them together: it is in the last entry.
          const places = merges.flatMap(({ rows }) => placesOf(rows))
          const whole = await noteAdjusted(activities, tx, activity, { touched: { ...merges.at(-1)?.touched }, places, reason })
          for (const [index, { touched: ofOwner, after, ...change }] of merges.entries()) {
            await yieldToEventLoop()
            const isLast = index === merges.length - 1
            const state = isLast ? whole.state : whole.state && (await stateOf(tx, ofOwner))
            const told =
              whole.told.adjustedHouses === undefined ? {} : { ...whole.told, adjustedHouses: after.movedCount, adjustedPlaces: placesOf(change.rows) }
            journal.record({ caller, action: 'ballot.mergeOwners', ...change, after: { ...after, ...told, ...(isLast ? whole.digest : {}) }, state })
          }
          return {
            ownerCount: owners.length,
            ballotCount: touched.length - owners.length,
            merges: merges.map(({ subject, rows }) => ({ ballotId: subject, rosterPropertyIds: rows.map(({ after }) => after.rosterPropertyId) })),
          }
        },
        { isLong: true },
      )
    },
  }
}
