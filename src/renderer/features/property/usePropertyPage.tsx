import { areaSourceNames, occupancyNames, propertyCategoryNames, type PropertyCategory } from '#shared/features/property/categories.ts'
import type { FoundProperty } from '#shared/features/property/contract.ts'
import { searchTerms, type SearchTerm } from '#shared/search/condition.ts'
import { nameMarks, numberMarks, placeMarks } from '#shared/search/marks.ts'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import { askServer } from '../../bridge/bridge.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { MarkedText } from '../../ui/MarkedText.tsx'
import { formatArea } from '../../ui/numbers.ts'
import type { PageColumn } from '../../ui/PageTable.tsx'
import { usePageState } from '../../ui/usePageState.ts'
import { useSort } from '../../ui/useSort.ts'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { hasZones } from './zones.ts'

const levels = ['period', 'zone', 'building', 'unit', 'room'] as const
type Level = (typeof levels)[number]

/** The non-empty parts of a row's place, the room last. */
const writtenParts = (row: FoundProperty) => levels.filter((level) => row[level] !== '').map((level) => ({ level, text: row[level] }))

/** A part of the place with search matches highlighted. */
function PlacePart({ row, level, terms }: { readonly row: FoundProperty; readonly level: Level; readonly terms: readonly SearchTerm[] }) {
  const parts = writtenParts(row)
  const at = parts.findIndex((part) => part.level === level)
  return <MarkedText text={row[level]} ranges={placeMarks(terms, parts)[at] ?? []} />
}

function numberCell(row: FoundProperty, kind: 'phone' | 'idNumber', terms: readonly SearchTerm[]) {
  const parts = writtenParts(row).map(({ text }) => text)
  return <StoredNumber of={{ kind: 'property', id: row.id }} kind={kind} text={row[kind]} marks={numberMarks(terms, row[kind], parts)} />
}

/**
 * The list's columns; includes 区 only for estates with zones.
 *
 * @param terms the search terms, highlighted in the cells
 */
function columnsOf(isZoned: boolean, terms: readonly SearchTerm[]): readonly PageColumn<FoundProperty>[] {
  const placeColumn = (level: Level, title: string, width: number): PageColumn<FoundProperty> => ({
    key: level,
    title,
    text: (row) => row[level],
    cell: (row) => <PlacePart row={row} level={level} terms={terms} />,
    width,
  })
  return [
    { ...placeColumn('period', '分期', 78), sort: 'place' },
    ...(isZoned ? [placeColumn('zone', '区', 62)] : []),
    placeColumn('building', '楼栋', 62),
    placeColumn('unit', '单元', 66),
    { key: 'floor', title: '楼层', text: (row) => row.floor, width: 52, givesWay: 1 },
    { ...placeColumn('room', '房号', 64), isAlwaysShown: true },
    {
      key: 'ownerName',
      title: '产权人',
      text: (row) => row.ownerName,
      cell: (row) => <MarkedText text={row.ownerName} ranges={nameMarks(terms, row.ownerName, row.initials)} />,
      width: 112,
    },
    { key: 'phone', title: '手机号', text: (row) => row.phone, cell: (row) => numberCell(row, 'phone', terms), width: 136 },
    { key: 'idNumber', title: '证件号', text: (row) => row.idNumber, cell: (row) => numberCell(row, 'idNumber', terms), width: 178, givesWay: 2 },
    { key: 'area', title: '面积(㎡)', text: (row) => formatArea(row.areaHundredths), kind: 'number', width: 116, sort: 'area', givesWay: 3 },
    // `console.md` section 2 gives the list nine columns.
    { key: 'category', title: '用途', text: (row) => propertyCategoryNames[row.category], width: 58, isHiddenAtFirst: true },
    { key: 'areaSource', title: '面积依据', text: (row) => areaSourceNames[row.areaSource], width: 80, isHiddenAtFirst: true },
    { key: 'occupancy', title: '居住状态', text: (row) => occupancyNames[row.occupancy], width: 92, isHiddenAtFirst: true },
    { key: 'remark', title: '备注', text: (row) => row.remark, width: 160, isHiddenAtFirst: true },
  ]
}

/** Key under which the property table's settings are saved on this computer. */
export const TABLE = 'property'

/** A page of an estate's properties matching a condition, optionally of one category, with totals. */
export function usePropertyPage(estateId: string, condition: string, category: PropertyCategory | null) {
  const { sort, sorting } = useSort(['place', 'area'])
  const paging = usePageState(TABLE, [estateId, condition, category, sort])
  const asked = { estateId, condition, category, sort }
  const query = useEndpoint('property.list', { query: { ...asked, pageNo: paging.pageNo, pageSize: paging.pageSize } }, { keepsPrevious: true })
  const totals = useEndpoint('property.totals', { query: { estateId, condition, category } })
  const places = useEndpoint('estate.places', { query: { estateId, counts: '' } })
  const isZoned = hasZones(places.data ?? [])
  const columns = columnsOf(isZoned, searchTerms(condition))
  // Placeholder data of another estate must not be shown.
  const isOther = query.isPlaceholderData && query.data.rows.some((row) => row.estateId !== estateId)
  const everyRow = (pageNo: number) => askServer('property.list', { query: { ...asked, pageNo, pageSize: MAX_PAGE_SIZE } })
  return { query: isOther ? { ...query, data: undefined } : query, totals: totals.data, columns, paging, everyRow, sort, sorting }
}

export type PropertyPage = ReturnType<typeof usePropertyPage>
