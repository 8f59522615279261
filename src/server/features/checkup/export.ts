import { formatTime } from '#shared/time/chinaTime.ts'
import { checkRuleNames, checkTierNames } from '#shared/features/checkup/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { STEP, type ListExport } from '../../exports/kind.ts'
import { requireExportedActivity } from '../activity/exported.ts'
import { requireEstate } from '../estate/service.ts'
import type { Found } from './rules/check.ts'
import type { CheckedProperty } from './rules/properties.ts'
import { checkupStore } from './store.ts'
import { foundIn, type CheckupOrder } from './work.ts'

/** A property of a finding, or a place missing in all rows; findings are numbered from 1. */
export interface CheckupSheetRow {
  readonly number: number
  readonly finding: Found
  readonly property: CheckedProperty | null
  readonly missing: string
  /** Its dismissal in words; `''` if open. */
  readonly aside: string
}

const rowsOf = (finding: Found, number: number, aside: string): CheckupSheetRow[] => [
  ...finding.properties.map((property) => ({ number, finding, property, missing: '', aside })),
  ...finding.missing.map((missing) => ({ number, finding, property: null, missing, aside })),
]

/** 名册体检: a row per property of a finding. */
export const checkupExport: ListExport<CheckupOrder & { readonly estateId: string; readonly activityId: string }, CheckupSheetRow> = {
  sheet: '名册体检',
  columns: (shown) => [
    { title: '序号', width: 8, kind: 'count', value: ({ number }) => number },
    { title: '级别', width: 10, kind: 'centred', value: ({ finding }) => checkTierNames[finding.tier] },
    { title: '项目', width: 14, kind: 'text', value: ({ finding }) => checkRuleNames[finding.rule] },
    { title: '说明', width: 44, kind: 'text', value: ({ finding }) => finding.why },
    { title: '影响', width: 36, kind: 'text', value: ({ finding }) => finding.effect },
    { title: '房屋', width: 28, kind: 'text', value: ({ property, missing }) => (property ? placeInWords(property) : `（缺）${missing}`) },
    { title: '产权人', width: 18, kind: 'text', value: ({ property }) => property?.ownerName ?? '' },
    { title: '手机号', width: 18, kind: 'text', value: ({ property }) => shown.phone(property?.phone ?? '') },
    { title: '证件号', width: 26, kind: 'text', value: ({ property }) => shown.idNumber(property?.idNumber ?? '') },
    { title: '面积(㎡)', width: 13, kind: 'area', value: ({ property }) => property?.areaHundredths ?? null },
    { title: '处理', width: 30, kind: 'text', value: ({ aside }) => aside },
  ],

  async open(db, { estateId, activityId, ...order }) {
    const belongsTo = activityId === '' ? { estateName: (await requireEstate(db, estateId)).name } : await activityNames(db, activityId)
    const { properties, found } = await foundIn(db, order)
    const dismissed = await checkupStore(db).dismissals(order.subject)
    const aside = (finding: Found): string => {
      const said = dismissed(finding)
      return said === undefined ? '' : `${said.by} ${formatTime(said.at).slice(0, 10)}：${said.reason}`
    }
    const rows = found.flatMap((finding, index) => rowsOf(finding, index + 1, aside(finding)))
    return {
      title: `${'activityTitle' in belongsTo ? belongsTo.activityTitle : belongsTo.estateName}　名册体检`,
      belongsTo,
      scope: '全部',
      about: [`共检查 ${properties.length} 套`, `${found.length} 项`, '按登记内容推断，供核对'],
      rowCount: rows.length,
      totals: {},
      rows: inSteps(rows),
    }
  },
}

async function activityNames(db: Parameters<typeof requireExportedActivity>[0], activityId: string) {
  return { activityId, activityTitle: (await requireExportedActivity(db, activityId)).title }
}

async function* inSteps<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += STEP) yield rows.slice(from, from + STEP)
}
