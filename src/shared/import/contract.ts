import { z } from 'zod'
import { CORRECTIONS_MESSAGE, MAX_COLUMN_NAME, MAX_CORRECTION, MAX_WORKBOOK_BYTES } from './workbook.ts'
import { flag, jobId, optionalText } from '../contract/values.ts'

/** Maximum length of the JSON of assigned columns: an activity has a column for every option, and may have three. */
const MAX_MAPPING_JSON = 60_000

/** Manual assignment of a file's columns: JSON of fields by header. */
export const mapping = optionalText('列的对应关系', { max: MAX_MAPPING_JSON })

/** Maximum cells of a file corrected manually, and maximum length of their JSON. */
const MAX_CORRECTIONS = 3_000
const MAX_CORRECTIONS_JSON = 250_000

/** A cell corrected in the program: row number in the sheet, column name in the template, and the value to use. */
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

/** The file of all imports: its corrections, mostly Chinese, may be long. */
export const importFile = { field: 'uploadfile', maxBytes: MAX_WORKBOOK_BYTES, tooLarge: 'workbook.tooLarge', fieldBytes: 3 * MAX_CORRECTIONS_JSON } as const

/** The multipart fields of all imports (`wire.md` section 9). */
export const importFields = {
  isDryRun: ['dryrun', flag],
  jobId: ['jobid', jobId],
  mapping: ['mapping', mapping],
  corrections: ['corrections', corrections],
} as const

/** The result of a check without writing: how the sheet was read. */
export const ImportPreview = z.object({
  /** The sheet read: the first visible one. */
  sheet: z.string(),
  /** User-facing messages: other sheets, hidden rows, sums and notes, doubtful names and ID numbers, ID numbers that the import clears. */
  remarks: z.array(z.string()),
  /** The columns found, by template name, in sheet order. */
  columns: z.array(z.string()),
  /** Headers unknown to the import. */
  ignored: z.array(z.string()),
  /** All headers with their assigned fields. */
  headers: z.array(z.object({ text: z.string(), field: z.string() })).optional(),
  /** The first 20 rows as read: the sheet's row number, then texts in the order of `columns`. */
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportResult = z.object({
  total: z.int(),
  inserted: z.int(),
  updated: z.int(),
  /** Possibly unintended changes to stored data; a check lists them among the preview's remarks. */
  remarks: z.array(z.string()).optional(),
  preview: ImportPreview.optional(),
})
export type ImportResult = z.infer<typeof ImportResult>

/** An invalid cell with the reason; `row` is the sheet's own row number. */
export const WrongCell = z.object({ row: z.int(), column: z.string(), message: z.string() })
export type WrongCell = z.infer<typeof WrongCell>

/** An invalid cell: its content and its row's owner. */
export const RowError = WrongCell.extend({
  /** The cell's content as read; phones and ID numbers masked. `''` if empty. */
  value: z.string(),
  /** The row's place and owner, as far as readable. */
  place: z.string(),
  owner: z.string(),
})
export type RowError = z.infer<typeof RowError>

/** Invalid rows as read, phones and ID numbers masked: texts in the order of `columns`, the sheet's columns by template name. */
export const WrongRows = z.object({ columns: z.array(z.string()), rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })) })
export type WrongRows = z.infer<typeof WrongRows>

/** `data` of a 402 refusing an import: at most {@link MAX_ROW_ERRORS} errors, their total, and the rows containing them. */
export const ImportRefusal = z.object({
  message: z.string(),
  errors: z.array(RowError),
  errorCount: z.int(),
  wrongRows: WrongRows.optional(),
  preview: ImportPreview.optional(),
})
export type ImportRefusal = z.infer<typeof ImportRefusal>
export const MAX_ROW_ERRORS = 1_000
