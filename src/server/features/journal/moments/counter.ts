import { placeInWords } from '#shared/place/place.ts'
import type { State, StateRow } from '../replay/state.ts'

/** An activity's figures at some moment. Areas: integer 0.01 m². */
export interface Counts {
  readonly totalCount: number
  readonly totalArea: number
  readonly votedCount: number
  readonly votedArea: number
  readonly markedCount: number
  /** Ballots with a valid delivery to any of their properties. */
  readonly deliveredCount: number
  /** Votes ever voided. */
  readonly voidCount: number
}
export const NOTHING: Counts = { totalCount: 0, totalArea: 0, votedCount: 0, votedArea: 0, markedCount: 0, deliveredCount: 0, voidCount: 0 }

const MARKED = 0
const VOTED = 1
const VOIDED = 2

const textOf = (row: StateRow, field: string): string => String(row[field] ?? '')

/** The properties with their ballots, and the ballots reached by a delivery. */
function createDelivered() {
  const properties = new Map<string, { readonly ballotId: string; readonly place: string }>()
  /** Whether each delivery counts, by id: voided ones do not. */
  const deliveries = new Map<string, boolean>()
  /** Number of counting deliveries per property; may be known before the property is. */
  const deliveryCounts = new Map<string, number>()
  const reachedCounts = new Map<string, number>()
  let count = 0

  const isReached = (propertyId: string): boolean => (deliveryCounts.get(propertyId) ?? 0) > 0
  const change = (ballotId: string, by: 1 | -1): void => {
    const before = reachedCounts.get(ballotId) ?? 0
    reachedCounts.set(ballotId, before + by)
    if (before + by === 0) count -= 1
    else if (before === 0) count += 1
  }
  return {
    clear(): void {
      for (const each of [properties, deliveries, deliveryCounts, reachedCounts]) each.clear()
      count = 0
    },
    setProperty(row: StateRow): void {
      const was = properties.get(row.id)
      const [period, zone, building, unit, room] = ['period', 'zone', 'building', 'unit', 'room'].map((part) => textOf(row, part)) as [
        string,
        string,
        string,
        string,
        string,
      ]
      const is = { ballotId: textOf(row, 'ballotId'), place: placeInWords({ period, zone, building, unit, room }) }
      properties.set(row.id, is)
      if (!isReached(row.id)) return
      if (was) change(was.ballotId, -1)
      change(is.ballotId, 1)
    },
    dropProperty(id: string): void {
      const was = properties.get(id)
      if (was && isReached(id)) change(was.ballotId, -1)
      properties.delete(id)
    },
    deliver(row: StateRow): void {
      const counts = textOf(row, 'voidedAt') === ''
      if (counts === (deliveries.get(row.id) ?? false)) return
      deliveries.set(row.id, counts)
      const propertyId = textOf(row, 'rosterPropertyId')
      const wasReached = isReached(propertyId)
      deliveryCounts.set(propertyId, (deliveryCounts.get(propertyId) ?? 0) + (counts ? 1 : -1))
      const property = properties.get(propertyId)
      if (property && wasReached !== isReached(propertyId)) change(property.ballotId, counts ? 1 : -1)
    },
    placeOf: (propertyId: string): string => properties.get(propertyId)?.place ?? '',
    count: () => count,
  }
}

/** Follows the rows of an activity and maintains the figures. */
export function createCounter() {
  const ballots = new Map<string, { readonly area: number; readonly isEnded: boolean }>()
  const records = new Map<string, { readonly ballotId: string; readonly status: number }>()
  const voided = new Set<string>()
  const delivered = createDelivered()
  const sums = { totalCount: 0, totalArea: 0, votedCount: 0, votedArea: 0, markedCount: 0 }

  const countBallot = (ballot: { readonly area: number; readonly isEnded: boolean } | undefined, by: 1 | -1): void => {
    if (!ballot || ballot.isEnded) return
    sums.totalCount += by
    sums.totalArea += by * ballot.area
  }
  const setBallot = (row: StateRow): void => {
    const is = { area: Number(row['areaHundredths']), isEnded: row['isEnded'] === 1 }
    countBallot(ballots.get(row.id), -1)
    countBallot(is, 1)
    ballots.set(row.id, is)
  }
  const countRecord = (record: { readonly ballotId: string; readonly status: number } | undefined, by: 1 | -1): void => {
    if (record?.status === MARKED) sums.markedCount += by
    if (record?.status !== VOTED) return
    sums.votedCount += by
    sums.votedArea += by * (ballots.get(record.ballotId)?.area ?? 0)
  }
  const setRecord = (row: StateRow): void => {
    const was = records.get(row.id)
    const is = { ballotId: textOf(row, 'ballotId'), status: Number(row['status']) }
    countRecord(was, -1)
    countRecord(is, 1)
    records.set(row.id, is)
    if (is.status === VOIDED) voided.add(row.id)
  }
  const begin = (): void => {
    for (const each of [ballots, records, voided]) each.clear()
    delivered.clear()
    Object.assign(sums, { totalCount: 0, totalArea: 0, votedCount: 0, votedArea: 0, markedCount: 0 })
  }

  return {
    /** Applies an entry's state. */
    apply(state: State): void {
      if (state.begins) begin()
      for (const row of state.ballot ?? []) setBallot(row)
      for (const row of state.house ?? []) delivered.setProperty(row)
      for (const row of state.delivery ?? []) delivered.deliver(row)
      for (const row of state.record ?? []) setRecord(row)
      for (const id of state.gone?.record ?? []) {
        countRecord(records.get(id), -1)
        records.delete(id)
      }
      for (const id of state.gone?.house ?? []) delivered.dropProperty(id)
    },
    /** The current figures. */
    counts: (): Counts => ({ ...sums, deliveredCount: delivered.count(), voidCount: voided.size }),
    placeOf: delivered.placeOf,
  }
}
