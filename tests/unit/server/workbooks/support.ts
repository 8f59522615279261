import { createSheetReader, type SheetRequest, type SheetResult } from '../../../../src/server/workbooks/reader.ts'
import { propertyFieldNames, type PropertyField } from '../../../../src/shared/records/property.ts'
import { handMade, row, sharedStringsXml, type Cell, type HandMade } from '../../../support/workbooks/handMade.ts'
import { workerUrl } from '../../../support/serverCode.ts'
import { PROPERTY_HEADER } from '../../../support/workbooks/make.ts'

const quiet = { warn: () => undefined, error: () => undefined }

/** A separate reader: one file at a time, as in the server. */
export const newReader = (url = workerUrl('sheet-worker')) => createSheetReader({ workerUrl: url, log: quiet })
const reader = newReader()

export const readWorkbook = (bytes: Uint8Array, options: Partial<SheetRequest<'property'>> = {}): Promise<SheetResult<'property'>> =>
  reader.read({ bytes, fileName: '房产.xlsx', kind: 'property', ...options })

/** The message with which a workbook is refused. */
export const refusalOf = (bytes: Uint8Array, options: Partial<SheetRequest<'property'>> = {}): Promise<string> =>
  readWorkbook(bytes, options).then(
    () => 'imported',
    (error: Error) => error.message,
  )

const rightCells: Record<PropertyField, Cell> = {
  period: '一期',
  zone: '',
  building: '3栋',
  unit: '1单元',
  floor: '12',
  room: '1201',
  areaHundredths: 89.5,
  ownerName: '张三',
  phone: '13800138000',
  idNumber: '',
  category: '住宅',
  areaSource: '',
  occupancy: '',
  remark: '',
}

/** A valid row's cells in the template's order, except the given ones. */
export const cellsOf = (changes: Partial<Record<PropertyField, Cell>> = {}): Cell[] =>
  propertyFieldNames.map((column) => changes[column] ?? (column in changes ? null : rightCells[column]))

/** A workbook of the template's header and these rows, from row 2 on. */
export const workbook = (rows: readonly (readonly Cell[])[], parts: HandMade & { readonly after?: string } = {}): Uint8Array =>
  handMade({
    ...parts,
    sheets: [
      {
        rows: row(1, PROPERTY_HEADER) + rows.map((cells, index) => row(index + 2, cells)).join(''),
        ...(parts.after === undefined ? {} : { after: parts.after }),
      },
    ],
  })

/** A cell that refers to a shared string. */
export const shared = (index: number): Cell => ({ attributes: 't="s"', inside: `<v>${index}</v>` })
export const sharedTexts = (...items: string[]): string => sharedStringsXml(items)

/** The parsed row of one whose cells differ from a valid one's. */
export async function understood(changes: Partial<Record<PropertyField, Cell>>, parts: HandMade = {}) {
  const { rows, errors } = await readWorkbook(workbook([cellsOf(changes)], parts))
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return rows[0]
}

/** The messages of a row whose cells differ from a valid one's: `column：message`. */
export async function complaints(changes: Partial<Record<PropertyField, Cell>>, parts: HandMade = {}): Promise<string[]> {
  const { errors, rows } = await readWorkbook(workbook([cellsOf(changes)], parts))
  if (errors.length > 0 && rows.length > 0) throw new Error('a wrong row was handed over')
  return errors.map(({ column, message }) => `${column}：${message}`)
}
