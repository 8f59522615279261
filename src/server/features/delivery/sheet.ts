import { formatTime } from '#shared/time/chinaTime.ts'
import { voteSourceNames, type VOTE_SOURCES } from '#shared/features/delivery/contract.ts'
import { DELIVERY_METHODS, deliveryMethodNames, type DeliveryMethod } from '#shared/features/activity/deliveryPolicy.ts'
import { RELATIONS, relationNames, type Relation } from '#shared/features/delivery/judging.ts'
import { deliveryMessages } from '#shared/features/delivery/rules.ts'
import { deliverySheet, deliverySheetFields, type DeliveryColumn } from '#shared/features/delivery/sheet.ts'
import { propertyMessages as say } from '#shared/features/property/rules.ts'
import { toldFields } from '#shared/records/delivery.ts'
import { textFault } from '#shared/text/limits.ts'
import type { CellValue } from '../../workbooks/cells.ts'
import type { Findings, SheetKind } from '../../workbooks/kind.ts'
import { momentCell, placeCell, readColumns, textCell, UNREAD } from '../../workbooks/cellText.ts'

export type VoteSource = (typeof VOTE_SOURCES)[number]

/** A parsed row of 送达登记; `row` is the sheet's own number. Missing optional values are `''`. */
export interface DeliveryRow {
  readonly row: number
  readonly period: string
  readonly zone: string
  readonly building: string
  readonly unit: string
  readonly room: string
  readonly voteSource: VoteSource
  /** Epoch milliseconds. */
  readonly deliveredAt: number
  /** null if the sheet has no such column: the existing value is kept. */
  readonly deliveredBy: string | null
  readonly remark: string | null
  /** Of the extra columns; null if missing. */
  readonly method: DeliveryMethod | null
  readonly receiver: string
  readonly relation: Relation | null
  readonly secondDeliverer: string
  readonly trackingNo: string
  /** Epoch milliseconds. */
  readonly noticeFrom: number | null
  readonly noticeTo: number | null
}

type Found = Findings<DeliveryColumn>

const missing: Partial<Record<DeliveryColumn, string>> = {
  period: say.period,
  building: say.building,
  room: say.room,
  voteSource: '请填写送达方式：电话、上门、定点、线上、其他',
  deliveredAt: '请填写送达时间',
}
const columns = readColumns(deliverySheet.columns, missing)

const sourceOf = new Map(Object.entries(voteSourceNames).map(([code, name]) => [name as string, Number(code) as VoteSource]))

function way(value: CellValue, found: Found): VoteSource {
  const read = textCell(columns.voteSource, value, found)
  const source = read === null ? undefined : sourceOf.get(read)
  if (read !== null && read !== '' && source === undefined) found.wrong('voteSource', '送达方式应为电话、上门、定点、线上、其他之一')
  return source ?? 5
}

function noticeTimes(cells: Readonly<Record<'noticeFrom' | 'noticeTo', CellValue>>, found: Found): Pick<DeliveryRow, 'noticeFrom' | 'noticeTo'> {
  const [noticeFrom, noticeTo] = [momentCell(columns.noticeFrom, cells.noticeFrom, found), momentCell(columns.noticeTo, cells.noticeTo, found)]
  if (noticeFrom !== null && noticeTo !== null && noticeTo < noticeFrom) found.wrong('noticeTo', deliveryMessages.noticeEndsBefore)
  return { noticeFrom, noticeTo }
}

/** A code by its name; null if the cell is empty or unknown. */
function oneOf<Code extends number>(key: 'method' | 'relation', names: Readonly<Record<Code, string>>, codes: readonly Code[], value: CellValue, found: Found) {
  const read = textCell(columns[key], value, found)
  const named = codes.find((each) => names[each] === read) ?? null
  if (read !== null && read !== '' && named === null) found.wrong(key, `${columns[key].name}应为${codes.map((each) => names[each]).join('、')}之一`)
  return named
}

function note(key: 'deliveredBy' | 'remark' | 'receiver' | 'secondDeliverer' | 'trackingNo', value: CellValue, found: Found): string {
  const read = textCell(columns[key], value, found) ?? ''
  const fault = textFault({ ...toldFields[key], label: columns[key].name }, read)
  if (fault !== null) found.wrong(key, fault)
  return read
}

const minutes = (moment: number | null): string => (moment === null ? '' : formatTime(moment).slice(0, 16))

/** 送达登记 (`workbooks.md` section 2). The service checks that properties are in the roster, and times not in the future. */
export const deliveryKind: SheetKind<DeliveryColumn, DeliveryRow> = {
  columns: deliverySheet.columns,
  fields: deliverySheetFields,
  fillDown: ['period', 'zone', 'building', 'unit'],
  subject: ['room'],
  identityColumn: 'room',
  // All rows are checked against the roster, so that one answer lists all errors.
  goesOnAfterErrors: true,

  understand(row, cells, found, has) {
    return {
      row,
      period: placeCell(columns.period, cells.period, found),
      zone: placeCell(columns.zone, cells.zone, found),
      building: placeCell(columns.building, cells.building, found),
      unit: placeCell(columns.unit, cells.unit, found),
      room: placeCell(columns.room, cells.room, found),
      voteSource: way(cells.voteSource, found),
      deliveredAt: momentCell(columns.deliveredAt, cells.deliveredAt, found) ?? 0,
      deliveredBy: has.has('deliveredBy') ? note('deliveredBy', cells.deliveredBy, found) : null,
      remark: has.has('remark') ? note('remark', cells.remark, found) : null,
      method: oneOf('method', deliveryMethodNames, DELIVERY_METHODS, cells.method, found),
      receiver: note('receiver', cells.receiver, found),
      relation: oneOf('relation', relationNames, RELATIONS, cells.relation, found),
      secondDeliverer: note('secondDeliverer', cells.secondDeliverer, found),
      trackingNo: note('trackingNo', cells.trackingNo, found),
      ...noticeTimes(cells, found),
    }
  },

  /** A property may occur several times: only the same delivery twice is an error. */
  identityOf({ period, zone, building, unit, room, voteSource, deliveredAt }) {
    if (period === '' || building === '' || room === '' || deliveredAt === 0) return null
    const identity = [period, zone, building, unit, room, voteSource, deliveredAt].join('\u0001')
    return identity.includes(UNREAD) ? null : identity
  },

  show: ({ voteSource, deliveredAt, deliveredBy, remark, method, relation, noticeFrom, noticeTo, ...texts }) => ({
    ...texts,
    method: method === null ? '' : deliveryMethodNames[method],
    relation: relation === null ? '' : relationNames[relation],
    noticeFrom: minutes(noticeFrom),
    noticeTo: minutes(noticeTo),
    voteSource: voteSourceNames[voteSource],
    deliveredAt: minutes(deliveredAt),
    deliveredBy: deliveredBy ?? '',
    remark: remark ?? '',
  }),
}
