import { formatTime } from '#shared/time/chinaTime.ts'
import { contactResultNames } from '#shared/features/contact/rules.ts'
import { occupancyNames } from '#shared/features/property/categories.ts'
import { squareMetres } from '#shared/area/area.ts'
import { routePlanNames } from '#shared/features/route/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { propertyRecord } from '#shared/records/property.ts'
import type { ListExport } from '../../exports/kind.ts'
import { requireExportedActivity } from '../activity/exported.ts'
import { makePlan, type PlannedDoor } from './doors.ts'
import { planDoors } from './plan.ts'
import { doorCount, wayInWords, type PlanQuery } from './words.ts'

const { occupancy, remark } = propertyRecord

/** The plan to export. */
export interface RouteExportFilter extends PlanQuery {
  /** The topics for which delivered ballots would not count; `''` if none. */
  readonly condition: string
  /** Epoch ms. */
  readonly now: number
}

/** A door, with its position in the walk. */
export interface Row extends PlannedDoor {
  readonly number: number
}

const contactInWords = ({ lastContact }: PlannedDoor): string =>
  lastContact === null ? '' : `${formatTime(lastContact.at).slice(0, 16)} ${lastContact.way} ${lastContact.by}`.trim()

const visitInWords = ({ contact }: PlannedDoor): string =>
  contact?.at ? `${formatTime(contact.at).slice(0, 16)} ${contactResultNames[contact.result]} ${contact.by}`.trim() : ''

/** 补票路线 or 送达路线 in walking order: a row per door, with boxes to tick and space to sign. */
export const routeExport: ListExport<RouteExportFilter, Row> = {
  sheet: '路线',
  columns: (shown) => [
    { title: '序号', width: 6, kind: 'count', value: (row) => row.number },
    { title: '房屋', width: 28, kind: 'text', value: placeInWords },
    { title: '产权人', width: 16, kind: 'text', value: (row) => row.ownerName },
    { title: '手机号', width: 16, kind: 'text', value: (row) => shown.phone(row.phone) },
    { title: '票权面积(㎡)', width: 13, kind: 'area', value: (row) => row.areaHundredths, isSummed: true },
    { title: '同票房屋（套）', width: 9, kind: 'count', value: (row) => row.properties.length },
    { title: '最近联系', width: 28, kind: 'text', value: contactInWords },
    { title: '最近走访', width: 28, kind: 'text', value: visitInWords },
    { title: occupancy.label, width: 12, kind: 'centred', value: (row) => occupancyNames[row.occupancy] },
    { title: `房屋${remark.label}`, width: 24, kind: 'text', value: (row) => row.remark },
    { title: '结果', width: 24, kind: 'text', value: () => '□已办 □不在 □拒绝' },
    { title: '签名', width: 14, kind: 'text', value: () => '' },
    { title: '备注', width: 18, kind: 'text', value: () => '' },
  ],

  async open(db, { condition, ...query }) {
    const { activityId, plan, by, margin } = query
    const activity = await requireExportedActivity(db, activityId)
    const made = await makePlan(db, { ...query, activityKey: activity.id }, planDoors)
    const rows = made.units.flatMap(({ doors }) => doors).map((door, index) => ({ ...door, number: index + 1 }))
    const areaHundredths = rows.reduce((sum, row) => sum + row.areaHundredths, 0)
    return {
      title: `${activity.title}　${routePlanNames[plan]}`,
      belongsTo: { activityId, activityTitle: activity.title },
      scope: wayInWords(plan, by, margin),
      about: [
        made.fewest === 0 ? '参与人数和面积都已达到三分之二' : `至少还需 ${made.fewest} 户（${made.proof}）`,
        `本表 ${doorCount(made)} 户，${squareMetres(areaHundredths).toFixed(2)}㎡，${made.units.length} 个单元`,
        ...(made.inHand.count === 0 ? [] : [`含已收回未录入${made.inHand.count}张`]),
        ...(made.leftOut.refused + made.leftOut.later === 0 ? [] : [`未列入：拒绝投票 ${made.leftOut.refused} 户，约定再访未到时间 ${made.leftOut.later} 户`]),
        ...(condition === '' ? [] : [condition]),
        '按面积和位置选出，未使用任何投票意见',
      ],
      rowCount: rows.length,
      totals: { '票权面积(㎡)': areaHundredths },
      rows: (async function* () {
        yield rows
      })(),
    }
  },
}
