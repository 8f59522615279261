import type { HeaderPlace } from '../interpretRows.ts'
import { localName, parseXml, type Part } from '../xml.ts'
import { createColumnUse } from './columnUse.ts'
import { createAddresses, styleOf, type Marks } from './marks.ts'

/** What must be known of the sheet before it is written anew. */
export interface MarkSurvey {
  /** Where the reasons go: the column of an earlier round, else one that holds nothing. */
  readonly reasonColumn: number
  /** The styles of the wrong cells, and 0. */
  readonly styles: ReadonlySet<number>
}

/**
 * Looks through the rows from the header down.
 *
 * All of them, not only those that will be marked: the reasons' column is cleared as a whole in the next round, so it must
 * hold nothing but reasons.
 */
export async function surveyMarks(sheet: Part, header: HeaderPlace, marks: Marks): Promise<MarkSurvey> {
  const styles = new Set([0])
  const use = createColumnUse(header, marks)
  const addresses = createAddresses()
  let isInData = false
  let isInText = false
  await parseXml(sheet, {
    open(name, attributes) {
      const local = localName(name)
      if (!isInData) {
        if (local === 'sheetData') isInData = true
        else if (local === 'mergeCell') use.merge(attributes['ref'] ?? '')
      } else if (local === 'row') addresses.row(attributes)
      else if (addresses.at.row < header.row) return
      else if (local === 'c') {
        addresses.cell(attributes)
        if (marks.get(addresses.at.row)?.columns.has(addresses.at.column)) styles.add(styleOf(attributes))
      } else if (local === 'f') use.fill(addresses.at.column)
      else isInText = local === 'v' || local === 't'
    },
    close(name) {
      isInText = false
      if (localName(name) === 'sheetData') isInData = false
    },
    text(text) {
      if (isInText && text !== '') use.fill(addresses.at.column)
    },
  })
  return { reasonColumn: header.reasonColumn ?? use.freeColumn(), styles }
}
