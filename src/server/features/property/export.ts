import { areaSourceNames, occupancyNames, propertyCategoryNames, type PropertyCategory } from '#shared/features/property/categories.ts'
import type { PropertySort } from '#shared/features/property/contract.ts'
import { floorOfRoom } from '#shared/place/place.ts'
import { propertySheet } from '#shared/features/property/sheet.ts'
import { propertyFieldNames, propertyRecord, type PropertyField } from '#shared/records/property.ts'
import { squareMetres } from '#shared/area/area.ts'
import { isMaskedKind } from '#shared/owner/masking.ts'
import { byKeys, type ListExport } from '../../exports/kind.ts'
import { createPropertySearch, type SearchScope } from '../../search/propertySearch.ts'
import type { NumberMatch } from '../../search/numberMatch.ts'
import type { Kind } from '../../workbooks/styles.ts'
import { mustEqual } from '../../workbooks/table.ts'
import { requireEstate } from '../estate/service.ts'
import { findInEstate } from './finding.ts'
import { propertyStore, type PropertyRow } from './store.ts'

/** As the list's filter. */
export interface PropertyExportFilter {
  readonly estateId: string
  readonly condition: string
  readonly category?: PropertyCategory | null | undefined
  readonly sort?: PropertySort
  readonly numberMatch: NumberMatch
}

const kinds: { readonly [Name in PropertyField]?: Kind } = { areaHundredths: 'area', category: 'centred', areaSource: 'centred', occupancy: 'centred' }
const words: { readonly [Name in PropertyField]?: (row: PropertyRow) => string } = {
  floor: (row) => (row.floor === '' ? floorOfRoom(row.room) : row.floor),
  category: (row) => propertyCategoryNames[row.category],
  areaSource: (row) => areaSourceNames[row.area_source],
  occupancy: (row) => occupancyNames[row.occupancy],
}

/**
 * 房产信息, in the columns of the import template.
 *
 * The total is above the header, not in a last row, so that an export with whole numbers can be re-imported.
 */
export const propertyExport: ListExport<PropertyExportFilter, PropertyRow> = {
  sheet: propertySheet.title,
  columns: (shown) =>
    propertyFieldNames.map((name) => {
      const { column, kind } = propertyRecord[name]
      const value = words[name] ?? ((row) => (isMaskedKind(kind) ? shown[kind](String(row[column])) : row[column]))
      const width = name === 'areaHundredths' ? 12 : propertySheet.columns[name].width
      return { title: propertySheet.columns[name].name, width, kind: kinds[name] ?? 'text', value }
    }),

  async open(db, { estateId, condition, category, sort, numberMatch }) {
    const estate = await requireEstate(db, estateId)
    const store = propertyStore(db)
    const search = createPropertySearch()
    const find = (from: typeof db, scope: SearchScope, words: string) => search.find(from, scope, { condition: words, numberMatch })
    const found = (await findInEstate({ db, find, estateKey: estate.id }, { condition, category }))?.keys ?? null
    const { propertyCount, areaHundredths } = await store.totals(estate.id, found)
    // Search results without a chosen order are in the list's order: best match first.
    const keys = found && condition !== '' && !sort ? found : await store.keys(estate.id, found, sort ?? null)
    return {
      title: `${estate.name}　房产信息`,
      belongsTo: { estateName: estate.name },
      scope: [!category ? '' : propertyCategoryNames[category], condition].filter((part) => part !== '').join('；') || '全部',
      about: [`共 ${propertyCount} 套`, `面积合计 ${squareMetres(areaHundredths).toFixed(2)}㎡`],
      rowCount: propertyCount,
      totals: {},
      rows: summed(
        byKeys(keys, (some) => store.byKeys(some)),
        areaHundredths,
      ),
    }
  },
}

/** Passes the rows through; throws at the end if their area differs from the database's sum. */
async function* summed(steps: AsyncIterable<readonly PropertyRow[]>, expected: number): AsyncGenerator<readonly PropertyRow[]> {
  let sum = 0
  for await (const rows of steps) {
    for (const row of rows) sum += row.area_hundredths
    yield rows
  }
  mustEqual('房产信息 面积', sum, expected)
}
