import { z } from 'zod'
import { CORRECTIONS_MESSAGE, MAX_COLUMN_NAME, MAX_CORRECTION, MAX_WORKBOOK_BYTES } from './workbook.ts'
import { flag, jobId, optionalText } from '../contract/values.ts'

/** As long as the JSON of named columns may be: an activity has a column for every option, and may have three. */
const MAX_MAPPING_JSON = 60_000

/** Which column of a file is which field, named by hand: JSON of fields by the file's headers. */
export const mapping = optionalText('列的对应关系', { max: MAX_MAPPING_JSON })

/** How many cells of one file may be put right by hand, and how long the JSON of them all may be. */
const MAX_CORRECTIONS = 3_000
const MAX_CORRECTIONS_JSON = 250_000

/** A cell that somebody put right without the file: the sheet's own row number, the column's name in the template, what is to count instead. */
export const Correction = z.object({
  row: z.int(CORRECTIONS_MESSAGE).min(1, CORRECTIONS_MESSAGE).max(1_048_576, CORRECTIONS_MESSAGE),
  column: z.string(CORRECTIONS_MESSAGE).min(1, CORRECTIONS_MESSAGE).max(MAX_COLUMN_NAME, CORRECTIONS_MESSAGE),
  value: z.string(CORRECTIONS_MESSAGE).max(MAX_CORRECTION, `改正的内容每格不能超过${MAX_CORRECTION}个字符`),
})
export type Correction = z.infer<typeof Correction>

const corrections = z.codec(
  z.string(CORRECTIONS_MESSAGE).max(MAX_CORRECTIONS_JSON, CORRECTIONS_MESSAGE).default(''),
  z.array(Correction, CORRECTIONS_MESSAGE).max(MAX_CORRECTIONS, `一次最多改正${MAX_CORRECTIONS}格，请在文件中修改`),
  {
    decode(json, { issues }) {
      if (json.trim() === '') return []
      try {
        return JSON.parse(json) as Correction[] // checked by what it is decoded into
      } catch {
        issues.push({ code: 'custom', message: CORRECTIONS_MESSAGE, input: json })
        return z.NEVER
      }
    },
    encode: (list) => (list.length === 0 ? '' : JSON.stringify(list)),
  },
)

/** The file of all imports: its corrections, most of them Chinese, may be long. */
export const importFile = { field: 'uploadfile', maxBytes: MAX_WORKBOOK_BYTES, tooLarge: 'workbook.tooLarge', fieldBytes: 3 * MAX_CORRECTIONS_JSON } as const

/** The multipart fields of all imports (`wire.md` section 9). */
export const importFields = {
  isDryRun: ['dryrun', flag],
  jobId: ['jobid', jobId],
  mapping: ['mapping', mapping],
  corrections: ['corrections', corrections],
} as const

/** What a check without writing shows: how the sheet was understood. */
export const ImportPreview = z.object({
  /** The sheet that was read: the first visible one. */
  sheet: z.string(),
  /** Sentences for the user: other sheets, hidden rows, sums and notes, doubtful names and ID numbers, ID numbers that are erased. */
  remarks: z.array(z.string()),
  /** The columns found, by the template's names, in the sheet's order. */
  columns: z.array(z.string()),
  /** The sheet's headers that mean nothing to the import. */
  ignored: z.array(z.string()),
  /** All of the sheet's headers with the fields that they were read as. */
  headers: z.array(z.object({ text: z.string(), field: z.string() })).optional(),
  /** The first 20 rows as they were understood: the sheet's row number, then texts in the order of `columns`. */
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportResult = z.object({
  total: z.int(),
  inserted: z.int(),
  updated: z.int(),
  /** What the import did to stored data that nobody may have meant; a check tells it among its preview's remarks. */
  remarks: z.array(z.string()).optional(),
  preview: ImportPreview.optional(),
})
export type ImportResult = z.infer<typeof ImportResult>

/** Which cell is wrong and why; `row` is the sheet's own row number. */
export const WrongCell = z.object({ row: z.int(), column: z.string(), message: z.string() })
export type WrongCell = z.infer<typeof WrongCell>

/** A wrong cell: its content and the owner of its row. */
export const RowError = WrongCell.extend({
  /** What is in the cell, as it was read; phones and ID numbers are masked. `''` for an empty one. */
  value: z.string(),
  /** The place and the owner that the row is about, as far as they could be read. */
  place: z.string(),
  owner: z.string(),
})
export type RowError = z.infer<typeof RowError>

/** Rows that are not right, as they were read, phones and ID numbers masked: texts in the order of `columns`, which are the sheet's by the template's names. */
export const WrongRows = z.object({ columns: z.array(z.string()), rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })) })
export type WrongRows = z.infer<typeof WrongRows>

/** `data` of a 402 that refuses an import: at most {@link MAX_ROW_ERRORS} errors and their true number, and the rows that these are in. */
export const ImportRefusal = z.object({
  message: z.string(),
  errors: z.array(RowError),
  errorCount: z.int(),
  wrongRows: WrongRows.optional(),
  preview: ImportPreview.optional(),
})
export type ImportRefusal = z.infer<typeof ImportRefusal>
export const MAX_ROW_ERRORS = 1_000
