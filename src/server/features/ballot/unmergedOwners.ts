import { Refusal, sentenceFor, type PlainReason } from '#shared/contract/refusals.ts'
import type { Kysely, Transaction } from 'kysely'
import type { AnswerOf } from '#shared/contract/index.ts'
import type { OwnerMerge, UnmergedOwner } from '#shared/features/ballot/contract.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { Schema } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { inJournal, type ActivityService } from '../activity/service.ts'
import { propertyInJournal } from './propertyInJournal.ts'
import { ownerGroups, type OwnerGroup, type OwnerGroupKind } from './ownerGroups.ts'
import { ballotState, isRowFrozen, mergeRefusal } from './rules.ts'
import { ballotStore, type BallotRow } from './store.ts'
import { type RosterPropertyRow } from './rosterPropertyQueries.ts'

export interface UnmergedOwnersDeps {
  readonly database: JournaledDatabase
  readonly activities: ActivityService
}

export interface UnmergedQuery {
  readonly activityId: string
  readonly kind: OwnerGroupKind
  readonly pageNo: number
  readonly pageSize: number
}

/** Ballots and their houses that one statement asks for. */
const ASKED_AT_ONCE = 500
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

function* inChunks<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += ASKED_AT_ONCE) yield all.slice(from, from + ASKED_AT_ONCE)
}

/** Ballots with their houses, by the ballots' keys; other calls are answered between the statements. */
async function loadBallots(db: Kysely<Schema>, keys: readonly number[]) {
  const [ballots, properties] = [new Map<number, BallotRow>(), new Map<number, RosterPropertyRow[]>()]
  for (const chunk of inChunks([...new Set(keys)])) {
    for (const row of await ballotStore(db).byKeys(chunk)) ballots.set(row.id, row)
    for (const row of await ballotStore(db).propertiesOf(chunk)) properties.set(row.ballot_id, [...(properties.get(row.ballot_id) ?? []), row])
    await nextTurn()
  }
  return { ballots, propertiesOf: (key: number): RosterPropertyRow[] => properties.get(key) ?? [] }
}

const sumOfAreas = (properties: readonly RosterPropertyRow[]): number => properties.reduce((sum, property) => sum + property.area_hundredths, 0)

/** What the journal keeps of a house that moves to another ballot. */
const movedInJournal = (property: RosterPropertyRow, ballot: BallotRow) => ({ ...propertyInJournal(property), ...ballotInJournal(ballot) })
const ballotInJournal = ({ public_id: ballotId, number: ballotNumber }: BallotRow) => ({ ballotId, ballotNumber })

function unless(reason: PlainReason | null, about: string): void {
  if (reason !== null) throw new Refusal(reason, null, { about })
}

/** The owners who vote with several ballots, and how they become one each (`counting.md` section 1: one owner is one head). */
export function createUnmergedOwners({ database, activities }: UnmergedOwnersDeps) {
  /** @param rosterPropertyKeys in the order in which the groups are wanted */
  async function groupsOf(db: Kysely<Schema>, rosterPropertyKeys: readonly number[]): Promise<Readonly<Record<OwnerGroupKind, OwnerGroup[]>>> {
    const properties = []
    for (const chunk of inChunks(rosterPropertyKeys)) {
      properties.push(...(await ballotStore(db).ownersOf(chunk)))
      await nextTurn()
    }
    return ownerGroups(properties, nextTurn)
  }

  /** The rows behind the names of a batch; a refusal where one is unknown, has ended, or is named twice. */
  async function requireBallots(tx: Transaction<Schema>, activityKey: number, merges: readonly OwnerMerge[]) {
    const ids = merges.flatMap(({ ballotId, mergedIds }) => [ballotId, ...mergedIds])
    if (new Set(ids).size !== ids.length) throw new Refusal('ballot.namedTwice')
    const keys = new Map<string, number>()
    for (const chunk of inChunks(ids)) for (const row of await ballotStore(tx).keysOf(activityKey, chunk)) keys.set(row.public_id, row.id)
    const { ballots, propertiesOf } = await loadBallots(tx, [...keys.values()])
    const ballotOf = (id: string): BallotRow => {
      const row = ballots.get(keys.get(id) ?? 0)
      if (!row) throw new Refusal('ballot.notFound')
      if (row.is_ended === 1) throw new Refusal('ballot.ended')
      return row
    }
    return { ballotOf, propertiesOf }
  }

  return {
    /** How many owners vote with several ballots, without listing them: only houses of names that occur twice are looked at. */
    unmergedOwnerCount: async (db: Kysely<Schema>, activityKey: number): Promise<number> =>
      (await groupsOf(db, await ballotStore(db).namesakeKeys(activityKey))).same.length,

    async unmergedOwners({ activityId, kind, pageNo, pageSize }: UnmergedQuery): Promise<AnswerOf<'ballot.unmergedOwners'>> {
      const activity = await activities.require(database.read, activityId)
      const groups = await groupsOf(database.read, await ballotStore(database.read).propertyKeysInOrder(activity.id))
      const shown = groups[kind].slice((pageNo - 1) * pageSize, pageNo * pageSize)
      const { ballots, propertiesOf } = await loadBallots(
        database.read,
        shown.flatMap(({ ballotKeys }) => ballotKeys),
      )
      const toOwner = ({ ballotKeys, phoneDiffers, idNumberDiffers }: OwnerGroup): UnmergedOwner => {
        const properties = ballotKeys.flatMap(propertiesOf)
        return {
          ownerName: properties[0]?.owner_name ?? '',
          propertyCount: properties.length,
          areaHundredths: sumOfAreas(properties),
          phoneDiffers,
          idNumberDiffers,
          ballots: ballotKeys.flatMap((key) => {
            const row = ballots.get(key)
            if (!row) return [] // merged by another desk between two statements
            const refusal = isRowFrozen(activity.status, row) ? sentenceFor('ballot.frozen') : ''
            return [{ ballotId: row.public_id, ballotState: ballotState(row.record_status), refusal, properties: propertiesOf(key).map(toProperty) }]
          }),
        }
      }
      return { rows: shown.map(toOwner), total: groups[kind].length, sameCount: groups.same.length, alikeCount: groups.alike.length }
    },

    /**
     * Merges the ballots of each owner into its main one: all of them or, at the first refusal, none.
     *
     * @throws Refusal 402 or 409 that names the house at which it ended
     */
    async mergeOwners({ activityId, owners }: { activityId: string; owners: readonly OwnerMerge[] }, caller: Caller) {
      return database.write(
        async ({ tx, journal }) => {
          const activity = await activities.requireStep(tx, activityId, 'adjustBallots', caller)
          const { ballotOf, propertiesOf } = await requireBallots(tx, activity.id, owners)
          const moved: { readonly property: number; readonly to: number }[] = []
          const touched: number[] = []
          for (const { ballotId, mergedIds } of owners) {
            const main = ballotOf(ballotId)
            const merged = mergedIds.map(ballotOf)
            const kept = propertiesOf(main.id)
            const rows: { readonly before: ReturnType<typeof movedInJournal>; readonly after: ReturnType<typeof movedInJournal> }[] = []
            for (const ballot of merged) {
              for (const property of propertiesOf(ballot.id)) {
                const reason = mergeRefusal({ isFrozen: isRowFrozen(activity.status, main), properties: kept.map(asNamed) }, asNamed(property), {
                  isFrozen: isRowFrozen(activity.status, ballot),
                })
                unless(reason, `${placeInWords(property)}（${property.owner_name}）`)
                moved.push({ property: property.id, to: main.id })
                rows.push({ before: movedInJournal(property, ballot), after: movedInJournal(property, main) })
              }
            }
            touched.push(main.id, ...merged.map(({ id }) => id))
            const [first] = kept
            const named = { ...inJournal(activity), place: first ? placeInWords(first) : '', ownerName: first?.owner_name ?? '', ...ballotInJournal(main) }
            const areaBefore = sumOfAreas(kept)
            journal.record({
              caller,
              action: 'ballot.mergeOwners',
              subject: ballotId,
              before: { ...named, ballotAreaHundredths: areaBefore },
              after: { ...named, ballotAreaHundredths: areaBefore + rows.reduce((sum, { after }) => sum + after.areaHundredths, 0), movedCount: rows.length },
              rows,
            })
          }
          await ballotStore(tx).putOnBallots(moved, nextTurn)
          for (const chunk of inChunks(touched)) {
            await nextTurn()
            await ballotStore(tx).settle(chunk)
          }
          return { ownerCount: owners.length, ballotCount: touched.length - owners.length }
        },
        { isLong: true },
      )
    },
  }
}

const asNamed = (row: RosterPropertyRow) => ({ key: row.id, ownerName: row.owner_name, phone: row.phone })

const toProperty = (row: RosterPropertyRow) => ({
  rosterPropertyId: row.public_id,
  propertyId: row.property_public_id,
  place: placeInWords(row),
  ownerName: row.owner_name,
  phone: row.phone,
  idNumber: row.id_number,
  areaHundredths: row.area_hundredths,
})
