import { formatTime } from '#shared/time/chinaTime.ts'
import type { ChangeSort, PropertyState } from '#shared/features/property-change/contract.ts'
import { changeStatusNames, WITHDRAWN, type ChangeStatus } from '#shared/features/property-change/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { EstateScope } from '../../scope/estateScope.ts'
import type { NumberMatch } from '../../search/numberMatch.ts'
import { pagesOf, type ListExport, type Shown } from '../../exports/kind.ts'
import { isWithdrawn } from './rules.ts'
import { propertyChangeStore } from './store.ts'

/** As the list's filter. */
export interface ChangeExportFilter {
  readonly status: 'all' | ChangeStatus
  readonly condition: string
  readonly sort?: ChangeSort
  readonly numberMatch: NumberMatch
  readonly scope: EstateScope
}

type Stored = Awaited<ReturnType<ReturnType<typeof propertyChangeStore>['page']>>['rows'][number]
/** A request, and the property before and after it. */
export interface ChangeRow {
  readonly stored: Stored
  readonly before: PropertyState
  readonly after: PropertyState
}

/** A field before and after, `甲 → 乙`; `''` if unchanged. */
const changed = (before: string, after: string): string => (before === after ? '' : `${before === '' ? '（无）' : before} → ${after === '' ? '（无）' : after}`)
const area = ({ areaHundredths }: PropertyState): string => (areaHundredths / 100).toFixed(2)
const time = (moment: number | null): string => (moment === null ? '' : formatTime(moment).slice(0, 16))

const columns = (shown: Shown): ReturnType<ListExport<ChangeExportFilter, ChangeRow>['columns']> => [
  { title: '申请时间', width: 18, kind: 'centred', value: ({ stored }) => time(stored.created_at) },
  { title: '申请人', width: 14, kind: 'text', value: ({ stored }) => stored.applicant },
  { title: '小区', width: 18, kind: 'text', value: ({ before }) => before.estateName },
  { title: '房屋', width: 28, kind: 'text', value: ({ before }) => placeInWords(before) },
  { title: '产权人', width: 24, kind: 'text', value: ({ before, after }) => changed(before.ownerName, after.ownerName) },
  { title: '手机号', width: 28, kind: 'text', value: ({ before, after }) => changedShown(before.phone, after.phone, shown.phone) },
  { title: '证件号', width: 42, kind: 'text', value: ({ before, after }) => changedShown(before.idNumber, after.idNumber, shown.idNumber) },
  { title: '面积(㎡)', width: 20, kind: 'text', value: ({ before, after }) => changed(area(before), area(after)) },
  { title: '状态', width: 10, kind: 'centred', value: ({ stored }) => (isWithdrawn(stored) ? WITHDRAWN : changeStatusNames[stored.status]) },
  { title: '审批人', width: 14, kind: 'text', value: ({ stored }) => stored.decider ?? '' },
  { title: '审批时间', width: 18, kind: 'centred', value: ({ stored }) => time(stored.decided_at) },
  { title: '审批意见', width: 30, kind: 'text', value: ({ stored }) => stored.comment },
]

/** Compares the whole values but shows them masked: two phones may look alike when masked. */
const changedShown = (before: string, after: string, show: (text: string) => string): string =>
  before === after ? '' : `${before === '' ? '（无）' : show(before)} → ${after === '' ? '（无）' : show(after)}`

/** 房产变更审批. */
export const propertyChangeExport: ListExport<ChangeExportFilter, ChangeRow> = {
  sheet: '房产变更',
  columns,

  async open(db, filter) {
    const page = (offset: number, limit: number) => propertyChangeStore(db).page(filter, offset, limit)
    const { total } = await page(0, 1)
    const filters = [...(filter.status === 'all' ? [] : [changeStatusNames[filter.status]]), ...(filter.condition === '' ? [] : [filter.condition])]
    const read = async (offset: number, limit: number) => ({
      // these columns are written only by this feature
      rows: (await page(offset, limit)).rows.map((stored) => ({
        stored,
        before: JSON.parse(stored.before_data) as PropertyState,
        after: JSON.parse(stored.after_data) as PropertyState,
      })),
    })
    return {
      title: '房产变更申请',
      belongsTo: { name: '房产变更列表' },
      scope: filters.length === 0 ? '全部' : filters.join('、'),
      about: [`共 ${total} 条`],
      rowCount: total,
      totals: {},
      rows: pagesOf(read),
    }
  },
}
