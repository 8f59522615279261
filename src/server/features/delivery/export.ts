import { formatTime } from '#shared/time/chinaTime.ts'
import { squareMetres } from '#shared/area/area.ts'
import { deliveryMethodNames } from '#shared/features/activity/deliveryPolicy.ts'
import { voteSourceName, type DeliverySort } from '#shared/features/delivery/contract.ts'
import { relationNames } from '#shared/features/delivery/judging.ts'
import { deliveryStatusName } from '#shared/features/delivery/rules.ts'
import { voidedInWords } from '#shared/features/delivery/voided.ts'
import { placeInWords } from '#shared/place/place.ts'
import { byKeys, type ListExport } from '../../exports/kind.ts'
import type { NumberMatch } from '../../search/numberMatch.ts'
import { createPropertySearch } from '../../search/propertySearch.ts'
import { requireExportedActivity } from '../activity/exported.ts'
import { toVoided } from './reads.ts'
import { branchOf, filterInWords, deliveryStatus } from './rules.ts'
import { deliveryStore, type DeliveryRecord, type VoidedRecord } from './store.ts'

/** As the list's filter. */
export interface DeliveryExportFilter {
  readonly activityId: string
  readonly condition: string
  readonly status: 'all' | -1 | 0 | 1
  readonly path: string
  readonly sort?: DeliverySort
  readonly numberMatch: NumberMatch
}

const minutes = (moment: number | null): string => (moment === null ? '' : formatTime(moment).slice(0, 16))

type ExportedRow = DeliveryRecord & { readonly voided: VoidedRecord | undefined }

/** 送达登记: a row per property, with its newest valid delivery, and the newest void one. */
export const deliveryExport: ListExport<DeliveryExportFilter, ExportedRow> = {
  sheet: '送达登记',
  columns: (shown) => [
    { title: '房屋', width: 28, kind: 'text', value: placeInWords },
    { title: '产权人', width: 18, kind: 'text', value: (row) => row.owner_name },
    { title: '手机号', width: 18, kind: 'text', value: (row) => shown.phone(row.phone) },
    { title: '面积(㎡)', width: 13, kind: 'area', value: (row) => row.area_hundredths, isSummed: true },
    { title: '状态', width: 10, kind: 'centred', value: (row) => deliveryStatusName(deliveryStatus(row.record_status, row.delivery_key !== null)) },
    { title: '送达方式', width: 10, kind: 'centred', value: (row) => voteSourceName(row.voteSource) },
    { title: '送达时间', width: 18, kind: 'centred', value: (row) => minutes(row.deliveredAt) },
    { title: '送达人', width: 16, kind: 'text', value: (row) => row.deliveredBy ?? '' },
    { title: '登记人', width: 14, kind: 'text', value: (row) => row.createdBy ?? '' },
    { title: '登记时间', width: 18, kind: 'centred', value: (row) => minutes(row.created_at) },
    { title: '备注', width: 24, kind: 'text', value: (row) => row.remark ?? '' },
    { title: '认可方式', width: 18, kind: 'centred', value: ({ method }) => (method === null ? '' : deliveryMethodNames[method]) },
    { title: '签收人', width: 14, kind: 'text', value: (row) => row.receiver ?? '' },
    { title: '关系', width: 10, kind: 'centred', value: ({ relation }) => (relation === null ? '' : relationNames[relation]) },
    { title: '第二送达人', width: 14, kind: 'text', value: (row) => row.secondDeliverer ?? '' },
    { title: '单号', width: 20, kind: 'text', value: (row) => row.trackingNo ?? '' },
    { title: '公告起', width: 18, kind: 'centred', value: (row) => minutes(row.noticeFrom) },
    { title: '公告止', width: 18, kind: 'centred', value: (row) => minutes(row.noticeTo) },
    { title: '已作废的送达', width: 40, kind: 'text', value: ({ voided }) => (voided ? voidedInWords(toVoided(voided)) : '') },
  ],

  async open(db, { activityId, condition, status, path, sort, numberMatch }) {
    const activity = await requireExportedActivity(db, activityId)
    const store = deliveryStore(db)
    const found = condition === '' ? null : (await createPropertySearch().find(db, { kind: 'roster', key: activity.id }, { condition, numberMatch })).keys
    const filter = { activityKey: activity.id, among: found, branch: branchOf(path), status }
    const counts = await store.counts(filter)
    const share = status === 'all' ? counts.all : status === -1 ? counts.undelivered : status === 0 ? counts.delivered : counts.voted
    // Search results without a chosen order are in the list's order: best match first.
    const keys = found && !sort ? (await store.pageAsFound(filter, found, 0, found.length)).keys : await store.keys(filter, sort ?? null)
    return {
      title: `${activity.title}　送达登记`,
      belongsTo: { activityId, activityTitle: activity.title },
      scope: filterInWords({ branch: filter.branch, status, condition }),
      about: [`共 ${share.count} 套`, `面积合计 ${squareMetres(share.areaHundredths).toFixed(2)}㎡`],
      rowCount: share.count,
      totals: { '面积(㎡)': share.areaHundredths },
      rows: byKeys(keys, async (some) => {
        const [rows, voided] = [await store.rows(some), await store.voidedTo(some)]
        return rows.map((row) => ({ ...row, voided: voided.get(row.property_key) }))
      }),
    }
  },
}
