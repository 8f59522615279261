/** Some rows on their way from thread to thread: JSON in UTF-8, which burdens nobody's heap until it is unpacked. */
export interface RowBatch {
  readonly count: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Rows of plain data (texts, numbers, null, lists of these) that all have the same fields. Nothing is kept of the rows.
 *
 * The names of the fields come once, and then each row's values: half the bytes, and half the work of unpacking.
 */
export function packRows(rows: readonly object[]): RowBatch {
  const names = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => {
    const all = Object.values(row) as unknown[]
    if (all.length !== names.length) throw new Error(`a row has other fields than ${names.join()}`)
    return all
  })
  return { count: rows.length, bytes: new TextEncoder().encode(JSON.stringify([names, ...values])) }
}

/** The JSON of a batch, for {@link rowsOfJson}. */
export const batchJson = ({ bytes }: RowBatch): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

/** The rows of a batch's JSON. */
export function rowsOfJson<Row>(json: string): Row[] {
  const [names, ...rows] = JSON.parse(json) as [string[], ...unknown[][]] // packed above
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = values[index]
    return row as Row
  })
}

/** The rows of a batch, as the kind of sheet that was read has them. */
export const unpackRows = <Row>(batch: RowBatchOf<Row>): Row[] => rowsOfJson<Row>(batchJson(batch))

declare const rowOf: unique symbol
/** A batch whose rows are known to be of a type. */
export interface RowBatchOf<Row> extends RowBatch {
  readonly [rowOf]?: Row
}
