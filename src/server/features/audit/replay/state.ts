/** What replay knows of, in the order in which differences are told; entries and answers call a property of a roster `house`. */
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
/** A row as replay compares it, by its public id. Areas: integer 0.01 m². Times: epoch ms. */
export type StateRow = Readonly<Record<string, StateValue>> & { readonly id: string }

/** What a row holds in a field, null if it has none: a field that a forged entry names may be a name that every object inherits (`toString`). */
export const fieldOf = (row: StateRow, field: string): StateValue => (Object.hasOwn(row, field) ? (row[field] ?? null) : null)

/** Fields of rows that older entries do not tell of: where one does not, the row had nothing there (null or an empty text). */
export const laterFields: Partial<Readonly<Record<StateKind, readonly string[]>>> = {
  activity: ['deliveryPolicy', 'adjustedHouses', 'secondEntry', 'rulesId'],
  topic: ['lawItem', 'seats', 'seatOrder'],
  reading: ['pages', 'readStates', 'doubts'],
  record: ['readingId'],
  delivery: ['method', 'receiver', 'relation', 'secondDeliverer', 'trackingNo', 'noticeFrom', 'noticeTo', 'voidedBy', 'voidedAt', 'voidReason'],
}

/** Kinds that older entries do not tell of: they are compared where the entry in which replay begins names them, be it with no rows. */
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
 * What an entry left behind in the tables: each row as it became, so that replay needs to know nothing of what was done.
 *
 * It is in an entry's `after` (`entryContent.ts`), at most {@link STATE_ROWS} rows of it in one entry.
 */
export type State = Partial<Readonly<Record<StateKind, readonly StateRow[]>>> & {
  /** Rows that are there no more, by their public ids. */
  readonly gone?: Partial<Readonly<Record<StateKind, readonly string[]>>>
  /** Replay of the activity starts over here: what stood before is forgotten. */
  readonly begins?: true
}

/** Rows that one entry holds at most. */
export const STATE_ROWS = 500

/** How many rows a state tells of. */
export const countOf = (state: State): number => stateKinds.reduce((sum, kind) => sum + (state[kind]?.length ?? 0) + (state.gone?.[kind]?.length ?? 0), 0)

/** A state in pieces of at most {@link STATE_ROWS} rows, the last of which goes with the entry itself. */
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
