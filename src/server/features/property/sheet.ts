import {
  areaSourceNames,
  DEFAULT_CATEGORY,
  NO_AREA_SOURCE,
  NO_OCCUPANCY,
  occupancyNames,
  propertyCategoryNames,
  type AreaSource,
  type Occupancy,
  type PropertyCategory,
} from '#shared/features/property/categories.ts'
import { areaFault, squareMetres } from '#shared/area/area.ts'
import { areOwnerPhones, hasWrongCheckDigit, NO_PHONE } from '#shared/owner/numbers.ts'
import { propertyMessages as say } from '#shared/features/property/rules.ts'
import { propertyRecord as limits, typedFieldNames, type PropertyField, type TypedField } from '#shared/records/property.ts'
import type { TextField } from '#shared/records/record.ts'
import { propertySheet, propertySheetFields } from '#shared/features/property/sheet.ts'
import { holdsMask } from '#shared/owner/masking.ts'
import { hasPhoneEach, idNumbers, isOneEach, ownerNames, phoneNumbers, seemsTwoPeople, splitMany } from '#shared/owner/owners.ts'
import { textFault } from '#shared/text/limits.ts'
import { keptText } from '#shared/text/normalise.ts'
import { asNumber, isFault, type CellValue } from '../../workbooks/cells.ts'
import { areaOf, placeCell, readColumns, textCell, UNREAD } from '../../workbooks/cellText.ts'
import type { Findings, SheetKind } from '../../workbooks/kind.ts'
import type { PropertyFields } from './rules.ts'

/** Texts with parsers of their own; any other is parsed by its column's definition. */
const ownWays = ['period', 'zone', 'building', 'unit', 'floor', 'room', 'ownerName', 'phone', 'idNumber'] as const satisfies readonly TypedField[]
type PlainText = Exclude<TypedField, (typeof ownWays)[number]>
const plainTexts = typedFieldNames.filter((name): name is PlainText => !(ownWays as readonly TypedField[]).includes(name))
/** Builds a value for each plain text column. */
const ofPlainTexts = <Made>(make: (name: PlainText) => Made) => Object.fromEntries(plainTexts.map((name) => [name, make(name)])) as Record<PlainText, Made> // of all

/** Columns that may be missing from a sheet: null then, and existing values are kept. Each with its default for a new property. */
export const optionalColumns = {
  floor: '',
  idNumber: '',
  category: DEFAULT_CATEGORY,
  areaSource: NO_AREA_SOURCE,
  occupancy: NO_OCCUPANCY,
  ...ofPlainTexts(() => ''),
} as const satisfies Partial<PropertyFields>
type OptionalColumn = keyof typeof optionalColumns
/** A parsed row of 房产导入; `row` is the sheet's own number. Missing optional values are `''`. */
export type PropertyRow = { readonly row: number } & Omit<PropertyFields, OptionalColumn> & {
    readonly [Name in OptionalColumn]: PropertyFields[Name] | null
  }

type Cells = Readonly<Record<PropertyField, CellValue>>
type Found = Findings<PropertyField>

const missing: Partial<Record<PropertyField, string>> = {
  ...Object.fromEntries(typedFieldNames.map((name) => [name, (limits[name] as TextField).missing])),
  areaHundredths: say.area,
  phone: `${say.phone}，没有手机号请填 ${NO_PHONE}`,
}

const columns = readColumns(propertySheet.columns, missing)

const isOneName = /^[\u4e00-\u9fff]+$/
const isOnePhone = /^\d{11}$/
const isOneId = /^\d+X?$/

/** Normalised owners, phones or ID numbers; `''` if empty or reported as wrong. */
function many(key: 'ownerName' | 'phone' | 'idNumber', value: CellValue, isSimple: RegExp, normalise: (field: string) => string, found: Found): string {
  if (typeof value === 'string' && value.length <= limits[key].max && isSimple.test(value)) return value
  const read = textCell(columns[key], value, found)
  if (read === null || read === '') return ''
  const joined = isSimple.test(read) ? read : normalise(read)
  if (key === 'ownerName' && seemsTwoPeople(read)) found.doubt(say.seemsTwoPeople)
  const fault = textFault(limits[key], joined, columns[key].missing ?? `${columns[key].name}格式不正确`)
  if (fault === null) return joined
  found.wrong(key, fault)
  return ''
}

function area(cell: CellValue, found: Found): number {
  const value = asNumber(cell)
  if (value === null) found.wrong('areaHundredths', say.area)
  else if (isFault(value)) found.wrong('areaHundredths', value.fault)
  else {
    const hundredths = typeof value === 'number' || typeof value === 'string' ? areaOf(value) : null
    const fault = value instanceof Date ? '被识别为日期，请设为数字' : areaFault(limits.areaHundredths.label, hundredths)
    if (fault === null) return hundredths ?? 0
    found.wrong('areaHundredths', fault)
  }
  return 0
}

const lostInText = /^\d(?:\.\d+)?E\+?\d+$/i

function phones(value: CellValue, found: Found): string {
  const joined = many('phone', asNumber(value), isOnePhone, phoneNumbers, found)
  if (areOwnerPhones(joined)) return joined
  // Whether it masks the current number is checked where that is known; see unmaskRow().
  if (holdsMask(joined)) return joined
  found.wrong('phone', lostInText.test(joined) ? '手机号已变成科学计数法，请设为文本后重新填写' : say.phoneShape)
  return ''
}

function ids(value: CellValue, found: Found): string {
  const joined = many('idNumber', value, isOneId, idNumbers, found)
  if (joined === '') return ''
  if (holdsMask(joined)) return joined
  const all = isOneId.test(joined) ? [joined] : splitMany(joined)
  if (all.some((one) => lostInText.test(one))) {
    found.wrong('idNumber', '证件号已变成科学计数法，末尾数字已丢失，请设为文本后重新填写')
    return ''
  }
  if (all.some(hasWrongCheckDigit)) found.doubt('证件号的校验码不正确，请核对')
  return joined
}

/** The code for a coded column's word; `blank` if empty or reported as wrong. */
function codeCell<Code extends number>(
  key: 'category' | 'areaSource' | 'occupancy',
  value: CellValue,
  found: Found,
  codes: ReadonlyMap<string, Code>,
  blank: Code,
): Code {
  const read = textCell(columns[key], value, found)
  if (read === null || read.trim() === '') return blank
  const code = codes.get(read.normalize('NFKC').replaceAll(/\s/g, ''))
  if (code !== undefined) return code
  found.wrong(key, `${columns[key].name}只能是：${[...codes.keys()].join('、')}`)
  return blank
}

/** Codes by their words. */
const codesOf = <Code extends number>(names: Readonly<Record<Code, string>>): ReadonlyMap<string, Code> =>
  new Map(Object.entries<string>(names).flatMap(([code, name]) => (name === '' ? [] : [[name, Number(code) as Code] as const])))
const categoryCodes = codesOf<PropertyCategory>(propertyCategoryNames)
const areaSourceCodes = codesOf<AreaSource>(areaSourceNames)
const occupancyCodes = codesOf<Occupancy>(occupancyNames)

/** Normalised free text; `''` if empty or reported as wrong. */
function plainText(name: PlainText, value: CellValue, found: Found): string {
  const limit: TextField = limits[name]
  const read = textCell(columns[name], value, found)
  if (read === null || read === '') return ''
  const text = (limit.normalise ?? keptText)(read)
  const fault = textFault(limit, text)
  if (fault === null) return text
  found.wrong(name, fault)
  return ''
}

function checkCounts({ ownerName, phone, idNumber }: Pick<PropertyRow, 'ownerName' | 'phone' | 'idNumber'>, found: Found): void {
  if (ownerName === '') return
  if (phone !== '' && !hasPhoneEach(ownerName, phone)) found.wrong('phone', say.countsDiffer)
  else if (idNumber !== null && idNumber !== '' && !isOneEach(ownerName, idNumber)) found.wrong('idNumber', say.countsDiffer)
}

/** 房产导入 (`workbooks.md` section 1). */
export const propertyKind: SheetKind<PropertyField, PropertyRow> = {
  columns: propertySheet.columns,
  fields: propertySheetFields,
  // Includes 楼层: it is not part of the place, and a merged floor cell applies to all of its rooms.
  fillDown: ['period', 'zone', 'building', 'unit', 'floor'],
  subject: ['room'],
  identityColumn: 'room',
  noteColumn: 'remark',
  whenTwice: say.manyOwners,

  understand(row, cells: Cells, found, has) {
    const understood: PropertyRow = {
      row,
      period: placeCell(columns.period, cells.period, found),
      zone: placeCell(columns.zone, cells.zone, found),
      building: placeCell(columns.building, cells.building, found),
      unit: placeCell(columns.unit, cells.unit, found),
      floor: has.has('floor') ? placeCell(columns.floor, cells.floor, found) : null,
      room: placeCell(columns.room, cells.room, found),
      areaHundredths: area(cells.areaHundredths, found),
      ownerName: many('ownerName', cells.ownerName, isOneName, ownerNames, found),
      phone: phones(cells.phone, found),
      idNumber: has.has('idNumber') ? ids(cells.idNumber, found) : null,
      category: has.has('category') ? codeCell('category', cells.category, found, categoryCodes, DEFAULT_CATEGORY) : null,
      occupancy: has.has('occupancy') ? codeCell('occupancy', cells.occupancy, found, occupancyCodes, NO_OCCUPANCY) : null,
      ...ofPlainTexts((name) => (has.has(name) ? plainText(name, cells[name], found) : null)),
      areaSource: has.has('areaSource') ? codeCell('areaSource', cells.areaSource, found, areaSourceCodes, NO_AREA_SOURCE) : null,
    }
    checkCounts(understood, found)
    return understood
  },

  identityOf({ period, zone, building, unit, room }) {
    if (period === '' || building === '' || room === '') return null
    if (period === UNREAD || zone === UNREAD || building === UNREAD || unit === UNREAD || room === UNREAD) return null
    return `${period}\u0001${zone}\u0001${building}\u0001${unit}\u0001${room}`
  },

  show(read) {
    const { areaHundredths, category, areaSource, occupancy } = read
    const texts = Object.fromEntries(typedFieldNames.map((name) => [name, read[name] ?? ''])) as Record<TypedField, string> // of all of them
    return {
      ...texts,
      areaHundredths: String(squareMetres(areaHundredths)),
      category: category === null ? '' : propertyCategoryNames[category],
      areaSource: areaSource === null ? '' : areaSourceNames[areaSource],
      occupancy: occupancy === null ? '' : occupancyNames[occupancy],
    }
  },
}
