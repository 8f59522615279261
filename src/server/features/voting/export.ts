import { squareMetres } from '#shared/area/area.ts'
import { shortOwner } from '#shared/owner/masking.ts'
import { pathInWords } from '#shared/place/placeText.ts'
import { placeInWords } from '#shared/place/place.ts'
import { answerColumn, askedItems, offeredWords, voteSheet, type AskedItem } from '#shared/features/voting/sheet.ts'
import { byKeys, type ListExport } from '../../exports/kind.ts'
import type { Column } from '../../workbooks/table.ts'
import { requireExportedActivity } from '../activity/exported.ts'
import { wholeActivity } from '../activity/records.ts'
import { scopeOf } from '../activity/rules.ts'
import { rosterQueries } from './rosterQueries.ts'

/** Which ballots 录入表 lists; `path` `''` is the whole roster. */
export interface VoteSheetFilter {
  readonly activityId: string
  readonly path: string
  readonly only: 'unvoted' | 'all'
}

/** A ballot with identifying columns and no answers. */
export interface SheetBallot {
  readonly ballotId: string
  readonly code: string
  /** Its properties in words. */
  readonly place: string
  readonly ownerName: string
  readonly areaHundredths: number
}

/** Column width that fits a title within the page. */
const widthOf = (title: string): number => Math.min(24, Math.max(12, Math.ceil((title.length * 2) / 3)))
const nothing = (): null => null

function columnsFor(items: readonly AskedItem[]): Column<SheetBallot>[] {
  const { columns } = voteSheet(items)
  const { markedCode, place, time, channel, handedInBy, ballot } = columns
  return [
    { title: markedCode.name, width: markedCode.width, kind: 'text', value: (row) => row.code },
    { title: place.name, width: place.width, kind: 'text', value: (row) => row.place },
    { title: '产权人', width: 12, kind: 'text', value: (row) => shortOwner(row.ownerName) },
    { title: '面积(㎡)', width: 11, kind: 'area', value: (row) => row.areaHundredths },
    ...items.map((item): Column<SheetBallot> => {
      const { name = '' } = columns[answerColumn(item)] ?? {}
      return { title: name, width: widthOf(name), kind: 'centred', value: nothing, choices: offeredWords(item) }
    }),
    { title: time.name, width: time.width, kind: 'text', value: nothing },
    { title: channel.name, width: channel.width, kind: 'centred', value: nothing, choices: channel.choices ?? [] },
    { title: handedInBy.name, width: handedInBy.width, kind: 'text', value: nothing },
    { title: '备注', width: 18, kind: 'text', value: nothing },
    { title: ballot.name, width: ballot.width, kind: 'text', value: (row) => row.ballotId, isHidden: true },
  ]
}

function explanationsOf(items: readonly AskedItem[]): readonly (readonly [string, string])[] {
  const { columns } = voteSheet(items)
  const { markedCode, place, time, channel, handedInBy, ballot } = columns
  return [
    ['怎样填', '一行一票。对照收回的选票，在每个议题或选项的列中选择意见；整行不填表示这张票不导入。'],
    ['只填一部分', '填了任何一项意见的行，没有填的议题按未选计。'],
    ['导入', '在“导入投票”中选择本文件。全部正确才会导入；有错误时一行也不会写入，并指出第几行哪一列。'],
    ['已投过的票', '意见与已投的相同，不会重复；意见不同的，会指出来，或由导入的人选择跳过。'],
    ['委托代理', '由受托人代投的票不能导入，请在投票台录入。'],
    ...[markedCode, place].map(({ name, hint }): [string, string] => [name, hint]),
    ['产权人、面积', '供核对，不读取；投票人以票权清册为准。'],
    ...items.map((item): [string, string] => [columns[answerColumn(item)]?.name ?? '', columns[answerColumn(item)]?.hint ?? '']),
    ...[time, channel, handedInBy].map(({ name, hint }): [string, string] => [name, hint]),
    ['备注', '选填，不读取'],
    [ballot.name, ballot.hint],
  ]
}

/** 录入表: a row per ballot, in which votes on paper are typed for import (`after.md` section 1). */
export const voteSheetExport: ListExport<VoteSheetFilter, SheetBallot> = {
  sheet: '录入表',
  columns: () => [],

  async open(db, { activityId, path, only }) {
    const activity = await requireExportedActivity(db, activityId)
    const items = askedItems((await wholeActivity(db, activityId)).topics)
    const isInside = scopeOf(path === '' ? [] : [path])
    /** In reading order, by their first property. */
    const places = new Map<number, { readonly names: string[]; readonly ownerName: string; isInside: boolean }>()
    for await (const properties of rosterQueries(db).properties(activity.id)) {
      for (const property of properties) {
        const ballot = places.get(property.ballotKey) ?? { names: [], ownerName: property.ownerName, isInside: false }
        ballot.names.push(placeInWords(property))
        ballot.isInside ||= isInside(property)
        places.set(property.ballotKey, ballot)
      }
    }
    const keys = [...places].flatMap(([key, ballot]) => (ballot.isInside ? [key] : []))
    const rows: SheetBallot[] = []
    for await (const some of byKeys(keys, (chunk) => rosterQueries(db).sheetBallots(chunk))) {
      for (const { id, ballotId, code, areaHundredths, isVoted } of some) {
        const ballot = places.get(id)
        if (ballot && (only === 'all' || !isVoted)) rows.push({ ballotId, code, areaHundredths, place: ballot.names.join('、'), ownerName: ballot.ownerName })
      }
    }
    return {
      title: `${activity.title}　录入表`,
      belongsTo: { activityId, activityTitle: activity.title },
      scope: [only === 'all' ? '全部票权' : '未投票的票权', ...(path === '' ? [] : [pathInWords(path)])].join('、'),
      about: [`共 ${rows.length} 票，${squareMetres(rows.reduce((sum, row) => sum + row.areaHundredths, 0)).toFixed(2)}㎡`, '填写方法见“填写说明”'],
      columns: columnsFor(items),
      explanations: explanationsOf(items),
      rowCount: rows.length,
      totals: {},
      rows: (async function* () {
        yield rows
      })(),
    }
  },
}
