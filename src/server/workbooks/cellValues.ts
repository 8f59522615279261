/** A formula and its stored result. */
export interface FormulaValue {
  readonly formula: string
  readonly result: number
}

/** A value to write into a cell; null leaves it empty. Values read are in cells.ts. */
export type CellValue = string | number | null | FormulaValue
