import { openWorkbook } from '../parts.ts'
import type { MarkTask } from '../protocol.ts'
import { decoded, unpack } from '../unpack.ts'
import { writeArchive } from './archiveWriter.ts'
import { markedSheet } from './markedSheet.ts'
import { markStyles } from './markedStyles.ts'
import { marksByRow } from './marks.ts'
import { surveyMarks } from './survey.ts'

/**
 * The user's own workbook with a column 错误原因 in the sheet that was read, and the wrong cells coloured.
 *
 * Adds to the file's own parts: formats, lists, formulas, other sheets stay as they are, and no range in the file is ever
 * walked. An earlier column 错误原因 is used again.
 * @throws Refusal where a part is damaged
 */
export async function markWorkbook({ archive, entries, header, errors }: MarkTask): Promise<Uint8Array<ArrayBuffer>> {
  const { sheet, paths } = await openWorkbook(archive, entries)
  const marks = marksByRow(errors, header)
  const survey = await surveyMarks(sheet, header, marks)
  const stylesEntry = entries.find(({ name }) => name === paths.styles)
  const styles = stylesEntry ? await markStyles(() => decoded(unpack(archive, stylesEntry)), survey.styles) : null
  return writeArchive(
    entries.map((entry) => ({
      name: entry.name,
      content: () => {
        if (entry.name === paths.sheet) return markedSheet(sheet, { header, marks, reasonColumn: survey.reasonColumn, styles })
        return entry.name === paths.styles && styles !== null ? whole(styles.xml) : unpack(archive, entry)
      },
    })),
  )
}

async function* whole(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}
