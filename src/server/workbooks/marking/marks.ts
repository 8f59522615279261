import type { WrongCell } from '#shared/import/contract.ts'
import { columnOf, MAX_COLUMN, MAX_ROW } from '../addresses.ts'
import type { HeaderPlace } from '../interpretRows.ts'
import { localName, parseXml, type Attributes, type Part } from '../xml.ts'

/** What is wrong with a row, and in which columns. */
export interface Mark {
  readonly reason: string
  readonly columns: ReadonlySet<number>
}
/** By the sheet's row, from 1. */
export type Marks = ReadonlyMap<number, Mark>

/** Excel takes no longer text in a cell. */
const MAX_CELL_TEXT = 32_000

/** What is wrong by rows; what belongs to no row belongs to the header. */
export function marksByRow(errors: readonly WrongCell[], header: HeaderPlace): Marks {
  const marks = new Map<number, { reasons: string[]; columns: Set<number> }>()
  for (const { row, column, message } of errors) {
    const number = row >= 1 && row <= MAX_ROW ? row : header.row
    const mark = marks.get(number) ?? { reasons: [], columns: new Set<number>() }
    mark.reasons.push(column === '' ? message : `${column}：${message}`)
    const wrong = header.columns[column]
    if (wrong !== undefined) mark.columns.add(wrong)
    marks.set(number, mark)
  }
  return new Map([...marks].map(([row, { reasons, columns }]) => [row, { reason: reasons.join('；').slice(0, MAX_CELL_TEXT), columns }]))
}

/** Follows the addresses of rows and cells, which a writer may leave out: each is the next one then. */
export function createAddresses() {
  const at = { row: 0, column: 0 }
  return {
    at: at as Readonly<typeof at>,
    row(attributes: Attributes): void {
      at.row = attributes['r'] === undefined ? at.row + 1 : Number(attributes['r'])
      at.column = 0
    },
    cell(attributes: Attributes): void {
      at.column = attributes['r'] === undefined ? at.column + 1 : columnOf(attributes['r'])
    },
  }
}

/** A cell's style number; 0 where it names none. */
export function styleOf(attributes: Attributes): number {
  const style = Number(attributes['s'] ?? '0')
  return Number.isInteger(style) && style >= 0 ? style : 0
}

/** What must be known of the sheet before it is written anew. */
export interface MarkSurvey {
  /** Where the reasons go: the column of an earlier round, else the first that is right of everything in the header and the marked rows. */
  readonly reasonColumn: number
  /** The styles of the wrong cells, and 0. */
  readonly styles: ReadonlySet<number>
}

/** Looks through the rows that will be marked. */
export async function surveyMarks(sheet: Part, header: HeaderPlace, marks: Marks): Promise<MarkSurvey> {
  const styles = new Set([0])
  const taken = new Set<number>()
  const addresses = createAddresses()
  let isInData = false
  let isTouched = false
  let isInText = false
  await parseXml(sheet, {
    open(name, attributes) {
      const local = localName(name)
      if (local === 'sheetData') isInData = true
      if (!isInData) return
      if (local === 'row') {
        addresses.row(attributes)
        isTouched = addresses.at.row === header.row || marks.has(addresses.at.row)
      } else if (!isTouched) return
      else if (local === 'c') {
        addresses.cell(attributes)
        if (marks.get(addresses.at.row)?.columns.has(addresses.at.column)) styles.add(styleOf(attributes))
      } else isInText = local === 'v' || local === 't'
    },
    close(name) {
      isInText = false
      if (localName(name) === 'sheetData') isInData = isTouched = false
    },
    text(text) {
      if (isInText && text !== '') taken.add(addresses.at.column)
    },
  })
  return { reasonColumn: header.reasonColumn ?? freeColumn(taken, Object.values(header.columns)), styles }
}

function freeColumn(taken: ReadonlySet<number>, named: readonly number[]): number {
  const last = [...taken, ...named].reduce((one, other) => Math.max(one, other), 0)
  if (last < MAX_COLUMN) return last + 1
  for (let column = Math.max(...named) + 1; column <= MAX_COLUMN; column += 1) if (!taken.has(column)) return column
  throw new Error('no free column')
}
