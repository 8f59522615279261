/** The rows of some keys in the order of the keys; a key without a row is left out. */
export function inOrderOf<Row extends { readonly id: number }>(keys: readonly number[], rows: readonly Row[]): Row[] {
  const byKey = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

/**
 * The keys of rows, some at a time: a long list is read as all keys at once and then the rows by their keys.
 *
 * A database that has no statistics yet would read and sort all the rest again for each page of a keyset.
 */
export function* inChunks(rows: readonly { readonly key: number }[], size: number): Generator<number[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size).map((row) => row.key)
}
