/** The rows of some keys in the order of the keys; a key without a row is left out. */
export function inOrderOf<Row extends { readonly id: number }>(keys: readonly number[], rows: readonly Row[]): Row[] {
  const byKey = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}
