/** The kinds of rows known to replay, in the order of reported differences; entries and answers call a property of a roster `house`. */
export const stateKinds = [
  'activity',
  'ballot',
  'change',
  'contact',
  'decision',
  'delivery',
  'house',
  'layout',
  'objection',
  'option',
  'page',
  'paper',
  'proxy',
  'publication',
  'reading',
  'record',
  'rules',
  'sample',
  'topic',
] as const
export type StateKind = (typeof stateKinds)[number]

export type StateValue = string | number | null
/** A row as compared by replay, by public id. Areas: integer 0.01 m². Times: epoch ms. */
export type StateRow = Readonly<Record<string, StateValue>> & { readonly id: string }

/** A row's value of a field, null if absent: a forged entry may name a field that every object inherits (`toString`). */
export const fieldOf = (row: StateRow, field: string): StateValue => (Object.hasOwn(row, field) ? (row[field] ?? null) : null)

/** Fields missing in older entries: if absent, the row had no value (null or an empty text). */
export const laterFields: Partial<Readonly<Record<StateKind, readonly string[]>>> = {
  activity: ['deliveryPolicy', 'adjustedHouses', 'secondEntry', 'rulesId'],
  topic: ['lawItem', 'seats', 'seatOrder'],
  reading: ['pages', 'readStates', 'doubts'],
  record: ['readingId'],
  delivery: ['method', 'receiver', 'relation', 'secondDeliverer', 'trackingNo', 'noticeFrom', 'noticeTo', 'voidedBy', 'voidedAt', 'voidReason'],
}

/** Kinds missing in older entries: compared only if the entry in which replay begins names them, even without rows. */
export const laterKinds: ReadonlySet<StateKind> = new Set([
  'change',
  'contact',
  'decision',
  'layout',
  'objection',
  'page',
  'paper',
  'proxy',
  'publication',
  'reading',
  'rules',
  'sample',
])

/**
 * The rows as they are after an entry, so that replay needs no knowledge of the operations.
 *
 * Part of an entry's `after` (`entryContent.ts`), with at most {@link STATE_ROWS} rows per entry.
 */
export type State = Partial<Readonly<Record<StateKind, readonly StateRow[]>>> & {
  /** Removed rows, by public id. */
  readonly gone?: Partial<Readonly<Record<StateKind, readonly string[]>>>
  /** Replay of the activity restarts here: any former state is dropped. */
  readonly begins?: true
}

/** Maximum rows per entry. */
export const STATE_ROWS = 500

/** Number of rows in a state. */
export const countOf = (state: State): number => stateKinds.reduce((sum, kind) => sum + (state[kind]?.length ?? 0) + (state.gone?.[kind]?.length ?? 0), 0)

/** Splits a state into pieces of at most {@link STATE_ROWS} rows, the last of which is stored with the entry itself. */
export function piecesOf(state: State): readonly State[] {
  if (countOf(state) <= STATE_ROWS) return [state]
  const pieces: State[] = []
  for (const kind of stateKinds) {
    const rows = state[kind] ?? []
    for (let from = 0; from < rows.length; from += STATE_ROWS) pieces.push({ [kind]: rows.slice(from, from + STATE_ROWS) })
    const gone = state.gone?.[kind] ?? []
    for (let from = 0; from < gone.length; from += STATE_ROWS) pieces.push({ gone: { [kind]: gone.slice(from, from + STATE_ROWS) } })
  }
  const [first, ...others] = pieces
  return first && state.begins ? [{ ...first, begins: true }, ...others] : pieces
}
