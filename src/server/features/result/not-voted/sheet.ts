import { required } from '#shared/contract/refusals.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { contactFilterName, contactResultNames, type ContactFilter } from '#shared/features/contact/rules.ts'
import { voteSourceName } from '#shared/features/delivery/contract.ts'
import { occupancyNames, type Occupancy } from '#shared/features/property/categories.ts'
import { propertyRecord } from '#shared/records/property.ts'
import { maskPhone } from '#shared/owner/masking.ts'
import { codeLabels } from '#shared/features/paper/rules.ts'
import type { NotVotedProperty, NotVotedSort } from '#shared/features/result/contract.ts'
import { notVotedStateName } from '#shared/features/result/notVoted.ts'
import type { Db } from '../../../database/schema.ts'
import { createBook } from '../../../workbooks/book.ts'
import type { MadeWorkbook } from '../../../workbooks/maker.ts'
import { reportStore } from '../report/store.ts'
import { mustEqual, openTable, type Column } from '../../../workbooks/table.ts'
import { notVotedStore } from './store.ts'

/** Parameters of the list; an empty `branch` is the whole roster. */
export interface NotVotedOrder {
  readonly activityId: string
  readonly branch: readonly string[]
  readonly state: 'all' | -1 | 0
  readonly contactResult: ContactFilter | null
  readonly occupancy: Occupancy | null
  readonly sort: NotVotedSort
  /** Purpose of the whole phone numbers; `''`: they are masked. */
  readonly purpose: string
  /** Epoch ms, printed as the creation time. */
  readonly now: number
}

/** Properties per progress report. */
const STEP = 500

const columnsFor = (phoneOf: (phone: string) => string): readonly Column<NotVotedProperty>[] => [
  { title: '房屋', width: 28, kind: 'text', value: (property) => property.place },
  { title: '产权人', width: 16, kind: 'text', value: (property) => property.ownerName },
  { title: '手机号', width: 16, kind: 'text', value: (property) => phoneOf(property.phone) },
  { title: '面积', width: 13, kind: 'area', value: (property) => property.areaHundredths, isSummed: true },
  { title: '状态', width: 17, kind: 'centred', value: notVotedStateName },
  { title: codeLabels.either, width: 13, kind: 'text', value: (property) => property.markedCode },
  { title: '同票房屋（套）', width: 9, kind: 'count', value: (property) => property.ballotPropertyCount },
  { title: '最近送达', width: 19, kind: 'centred', value: ({ deliveredAt }) => (deliveredAt === null ? '未送达' : formatTime(deliveredAt)) },
  { title: '送达方式', width: 9, kind: 'centred', value: ({ voteSource }) => voteSourceName(voteSource) },
  { title: '送达人', width: 12, kind: 'text', value: (property) => property.deliveredBy },
  { title: '最近走访', width: 19, kind: 'centred', value: ({ contact }) => (contact?.at ? formatTime(contact.at) : '未走访') },
  { title: '走访结果', width: 12, kind: 'centred', value: ({ contact }) => (contact ? contactResultNames[contact.result] : '') },
  { title: '走访人', width: 12, kind: 'text', value: ({ contact }) => contact?.by ?? '' },
  { title: propertyRecord.occupancy.label, width: 12, kind: 'centred', value: (property) => occupancyNames[property.occupancy] },
  { title: `房屋${propertyRecord.remark.label}`, width: 24, kind: 'text', value: (property) => property.remark },
  { title: '备注', width: 18, kind: 'text', value: () => '' },
]

/**
 * Writes the properties whose ballots have not voted, in the chosen order, from a snapshot of the database.
 *
 * @throws ReportMismatch if the areas do not add up; Refusal 404 for an unknown activity
 */
export async function makeNotVotedSheet(
  db: Db,
  { activityId, branch, state, contactResult, occupancy, sort, purpose, now }: NotVotedOrder,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<MadeWorkbook> {
  const activity = required(await reportStore(db).activity(activityId), 'activity.notFound')
  const store = notVotedStore(db)
  const filter = { activityKey: activity.id, branch, state, contactResult, occupancy }
  const totals = await store.totals(filter)
  const keys = await store.keys(filter, sort)
  mustEqual('not voted properties', keys.length, totals.propertyCount)
  const book = createBook({ isDraft: false, now })
  const table = openTable(book, {
    name: '未投名单',
    title: `${activity.title}　未投名单`,
    remarks: [
      `小区：${activity.estate_name}　范围：${branchInWords(branch)}${contactResult === null ? '' : `，${contactFilterName(contactResult)}`}${occupancy === null ? '' : `，${occupancyNames[occupancy]}`}　${totals.propertyCount} 套，${totals.ballotCount} 票　生成时间：${formatTime(now)}`,
      ...(purpose === '' ? [] : [`含完整手机号，用途：${purpose}`]),
    ],
    columns: columnsFor(purpose === '' ? maskPhone : (phone) => phone),
  })
  for (let from = 0; from < keys.length; from += STEP) {
    for (const property of await store.properties(activity.id, keys.slice(from, from + STEP))) table.add(property)
    progress(Math.min(keys.length, from + STEP), keys.length)
  }
  table.finish({ 面积: totals.areaHundredths })
  return { bytes: await book.finish(), rowCount: totals.propertyCount }
}

/** `一期-1栋`; 全部 for the whole roster. */
export function branchInWords(branch: readonly string[]): string {
  return branch.filter((level) => level !== '').join('-') || '全部'
}
