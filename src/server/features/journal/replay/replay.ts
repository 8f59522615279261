import { isFields } from '#shared/features/journal/words.ts'
import { fieldOf, laterFields, laterKinds, stateKinds, type State, type StateKind, type StateRow, type StateValue } from './state.ts'

/** The state of one activity after its entries: rows by kind and public id. */
export type Replayed = Readonly<Record<StateKind, ReadonlyMap<string, StateRow>>>

const forEachKind = <Value>(make: () => Value) => Object.fromEntries(stateKinds.map((kind) => [kind, make()])) as Readonly<Record<StateKind, Value>> // all of them
const nothing = () => forEachKind(() => new Map<string, StateRow>())

const isStateValue = (value: unknown): value is StateValue => value === null || typeof value === 'string' || typeof value === 'number'
function isStateRow(row: unknown): boolean {
  if (!isFields(row) || typeof row['id'] !== 'string') return false
  // JSON objects have only own fields; Object.values would create a list a million times.
  for (const name in row) if (!isStateValue(row[name])) return false
  return true
}
const isListOf = (list: unknown, isItem: (item: unknown) => boolean): boolean => list === undefined || (Array.isArray(list) && list.every(isItem))

/** Whether a value has the shape of a state: anybody with access to the database can write another, with matching hashes. */
export function isState(value: unknown): value is State {
  if (!isFields(value)) return false
  const gone = value['gone'] ?? {}
  return isFields(gone) && stateKinds.every((kind) => isListOf(value[kind], isStateRow) && isListOf(gone[kind], (id) => typeof id === 'string'))
}

/** Replays the entries of one activity in order. */
export function createReplay() {
  let rows = nothing()
  let hasBegun = false
  let kinds: readonly StateKind[] = stateKinds
  return {
    /** Applies an entry's state; returns false, changing nothing, if it is not in the journal's format. */
    apply(left: unknown): boolean {
      if (!isState(left)) return false
      if (left.begins) {
        rows = nothing()
        hasBegun = true
        kinds = stateKinds.filter((kind) => !laterKinds.has(kind) || left[kind] !== undefined)
      }
      for (const kind of kinds) {
        for (const row of left[kind] ?? []) rows[kind].set(row.id, row)
        for (const id of left.gone?.[kind] ?? []) rows[kind].delete(id)
      }
      return true
    },
    /** Whether any entry set the initial state: none does for an activity that has not started. */
    hasBegun: () => hasBegun,
    /** The kinds included in the entries. */
    kinds: () => kinds,
    /** The current rows by kind; not a copy. */
    rows: (): Replayed => rows,
    /** Of all kinds together. */
    rowCount: () => stateKinds.reduce((sum, kind) => sum + rows[kind].size, 0),
  }
}

/** One difference between the journal and the tables. */
export interface Difference {
  readonly kind: StateKind | 'tally' | 'file'
  /** The public id. */
  readonly id: string
  /** The public id of the activity. */
  readonly activity: string
  /** `''` if the whole row is missing or unexpected. */
  readonly field: string
  /** The journal's value; null if it has no such row. */
  readonly expected: StateValue
  /** The tables' value; null if there is no such row. */
  readonly found: StateValue
}

/** Compares rows, passed in any order, with those of the journal. */
export function createComparison(activity: string, expected: Replayed) {
  const differences: Difference[] = []
  const seen = forEachKind(() => new Set<string>())
  let checked = 0

  function addFields(kind: StateKind, recorded: StateRow, row: StateRow): void {
    const about = { kind, id: row.id, activity }
    for (const field of laterFields[kind] ?? []) {
      const is = fieldOf(row, field)
      if (!Object.hasOwn(recorded, field) && is !== null && is !== '') differences.push({ ...about, field, expected: null, found: is })
    }
    for (const field in recorded) {
      const [value, is] = [fieldOf(recorded, field), fieldOf(row, field)]
      if (is !== value) differences.push({ ...about, field, expected: value, found: is })
    }
  }

  return {
    /** Compares a row; returns whether it matches the journal. */
    found(kind: StateKind, row: StateRow): boolean {
      checked++
      const recorded = expected[kind].get(row.id)
      if (!recorded) {
        differences.push({ kind, id: row.id, activity, field: '', expected: null, found: row.id })
        return false
      }
      seen[kind].add(row.id)
      const before = differences.length
      addFields(kind, recorded, row)
      return differences.length === before
    },
    /** All differences, including missing rows, and the number of rows compared. */
    end(): { readonly checked: number; readonly differences: readonly Difference[] } {
      for (const kind of stateKinds) {
        for (const id of expected[kind].keys()) {
          if (seen[kind].has(id)) continue
          checked++
          differences.push({ kind, id, activity, field: '', expected: id, found: null })
        }
      }
      return { checked, differences: differences.toSorted(inOrder) }
    },
  }
}

/** By code unit, in the layout's order: activity, kind, id, field. */
export function inOrder(one: Difference, other: Difference): number {
  for (const name of ['activity', 'kind', 'id', 'field'] as const) {
    if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1
  }
  return 0
}
