import { GAP } from '#shared/features/document/kinds.ts'
import { deliveryMethodNames } from '#shared/features/activity/deliveryPolicy.ts'
import { areaSourceNames, propertyCategoryNames } from '#shared/features/property/categories.ts'
import { voteSourceName, voteSourceNames } from '#shared/features/delivery/contract.ts'
import { shortOwner } from '#shared/owner/masking.ts'
import { placeInWords } from '#shared/place/place.ts'
import { addressee, line, paragraph, signatures, table, title, type Block } from './content.ts'
import type { DocumentFacts } from './facts.ts'
import type { DeliveryRow, ListedProperty } from './store.ts'
import { convener, estateOf, meetingOf, said, scopeOf, votingPeriod } from './titles.ts'
import { areaInWords, momentInWords } from './words.ts'

const rosterColumns = [
  { title: '序号', width: 8, align: 'center' },
  { title: '房屋坐落', width: 28 },
  { title: '业主', width: 16, align: 'center' },
  { title: '用途', width: 10, align: 'center' },
  { title: '建筑面积（平方米）', width: 15, align: 'right' },
  { title: '面积依据', width: 13, align: 'center' },
  { title: '票号', width: 10, align: 'center' },
] as const

/** 业主名册公示: every property of the roster, owners by surname only. */
export function roster(facts: DocumentFacts, properties: readonly ListedProperty[]): Block[] {
  const { totals } = facts
  const rows = properties.map((property, index) => [
    String(index + 1),
    placeInWords(property),
    shortOwner(property.ownerName),
    propertyCategoryNames[property.category],
    areaInWords(property.areaHundredths),
    areaSourceNames[property.areaSource],
    String(property.ballotNumber),
  ])
  return [
    title(`${meetingOf(facts)}业主名册公示`),
    addressee(`${estateOf(facts)}全体业主：`),
    paragraph(
      `${meetingOf(facts)}将对“${facts.activity.title}”进行表决，表决范围为${scopeOf(facts)}，表决时间为${votingPeriod(facts)}。现将参与表决的房屋、建筑面积和表决票公示如下，共有房屋 ${totals.propertyCount} 套，建筑面积合计 ${areaInWords(totals.areaHundredths)} 平方米，共 ${totals.ballotCount} 票。票号相同的房屋属于同一业主，合并为一张表决票。`,
    ),
    paragraph(
      `公示期自${GAP}起至${GAP}止。对公示内容有异议的，请在公示期内持有效证件到${said(facts, 'venue')}核对更正，电话：${said(facts, 'contactPhone')}。`,
    ),
    convener(facts),
    line(''),
    table(rosterColumns, [...rows, ['合计', `${totals.propertyCount} 套`, '', '', areaInWords(totals.areaHundredths), '', `${totals.ballotCount} 票`]]),
  ]
}

const deliveryColumns = [
  { title: '序号', width: 6, align: 'center' },
  { title: '房屋坐落', width: 25 },
  { title: '业主', width: 12, align: 'center' },
  { title: '送达方式', width: 12, align: 'center' },
  { title: '送达时间', width: 33, align: 'center' },
  { title: '送达人', width: 12, align: 'center' },
] as const

/** 送达情况: every delivery, and the number of properties without any. */
export function deliveries(facts: DocumentFacts, delivered: readonly DeliveryRow[]): Block[] {
  const { totals, activity } = facts
  const missing = totals.propertyCount - totals.deliveredPropertyCount
  const ways = Object.entries(voteSourceNames).flatMap(([code, name]) => {
    const count = delivered.filter(({ voteSource }) => String(voteSource) === code).length
    return count === 0 ? [] : [`${name} ${count} 次`]
  })
  const rows = delivered.map((row, index) => [
    String(index + 1),
    placeInWords(row),
    shortOwner(row.ownerName),
    `${voteSourceName(row.voteSource)}${row.method === null ? '' : `（${deliveryMethodNames[row.method]}）`}`,
    momentInWords(row.deliveredAt),
    row.deliveredBy,
  ])
  return [
    title(`${meetingOf(facts)}表决票送达情况`),
    paragraph(
      `${meetingOf(facts)}对“${activity.title}”进行表决，表决时间为${votingPeriod(facts)}。应送达房屋 ${totals.propertyCount} 套，已送达 ${totals.deliveredPropertyCount} 套，未送达 ${missing} 套；共送达 ${delivered.length} 次${ways.length === 0 ? '' : `，其中${ways.join('，')}`}。`,
    ),
    ...(rows.length === 0 ? [paragraph('尚无送达记录。')] : [table(deliveryColumns, rows)]),
    line(`未送达的原因和处理：${GAP}`),
    signatures('送达人', '见证人', '记录人', '日期'),
    convener(facts),
  ]
}
