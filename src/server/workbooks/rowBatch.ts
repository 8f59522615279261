/** Some rows on their way from thread to thread: JSON in UTF-8, which burdens nobody's heap until it is unpacked. */
export interface RowBatch {
  readonly count: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Rows of plain data: texts, numbers, null, lists of these. Nothing is kept of the rows. */
export function packRows(rows: readonly object[]): RowBatch {
  return { count: rows.length, bytes: new TextEncoder().encode(JSON.stringify(rows)) }
}

/** The JSON of a batch: a list of rows. */
export const batchJson = ({ bytes }: RowBatch): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

/** The rows of a batch, as the kind of sheet that was read has them. */
export const unpackRows = <Row>(batch: RowBatchOf<Row>): Row[] => JSON.parse(batchJson(batch)) as Row[] // packed by the worker's rule of that kind

declare const rowOf: unique symbol
/** A batch whose rows are known to be of a type. */
export interface RowBatchOf<Row> extends RowBatch {
  readonly [rowOf]?: Row
}
