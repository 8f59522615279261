import type { EstateSort } from '#shared/features/estate/contract.ts'
import type { ListExport } from '../../exports/kind.ts'
import type { EstateScope } from '../../scope/estateScope.ts'
import { estatesInOrder, sumOf, type EstateRow, type TotalsOf } from './records.ts'

/** All estates of a scope are exported; only their order is chosen. */
export interface EstateExportFilter {
  readonly scope: EstateScope
  readonly sort?: EstateSort
}

/** 小区管理. The properties stand later in the order of features, so what is asked of them is handed in. */
export function estateExport(totalsOf: TotalsOf): ListExport<EstateExportFilter, EstateRow> {
  return {
    sheet: '小区',
    columns: () => [
      { title: '小区名称', width: 24, kind: 'text', value: ({ row }) => row.name },
      { title: '所在区划', width: 36, kind: 'text', value: ({ row }) => row.division_name },
      { title: '详细地址', width: 36, kind: 'text', value: ({ row }) => row.address },
      { title: '房屋数', width: 12, kind: 'count', value: ({ totals }) => totals.propertyCount, isSummed: true },
      { title: '票权数', width: 12, kind: 'count', value: ({ totals }) => totals.ballotCount, isSummed: true },
      { title: '房屋面积(㎡)', width: 16, kind: 'area', value: ({ totals }) => totals.areaHundredths, isSummed: true },
    ],

    async open(db, { scope, sort }) {
      const estates = await estatesInOrder(db, scope, totalsOf, sort ?? null)
      const { propertyCount, ballotCount, areaHundredths } = sumOf(estates)
      return {
        title: '小区',
        belongsTo: { name: '小区列表' },
        scope: '全部',
        about: [`共 ${estates.length} 个小区`],
        rowCount: estates.length,
        totals: { 房屋数: propertyCount, 票权数: ballotCount, '房屋面积(㎡)': areaHundredths },
        rows: allAtOnce(estates),
      }
    },
  }
}

async function* allAtOnce<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows)
}
