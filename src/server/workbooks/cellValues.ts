/** A formula and the result that is stored with it. */
export interface FormulaValue {
  readonly formula: string
  readonly result: number
}

/** What the program writes into a cell; null leaves it empty. What it reads from one is in cells.ts. */
export type CellValue = string | number | null | FormulaValue
