import { areaSourceNames, propertyCategoryNames } from '#shared/features/property/categories.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Db } from '../../database/schema.ts'
import { byKeys, STEP, type ListExport } from '../../exports/kind.ts'
import { chunksOf, inOrderOf } from '../../database/rows.ts'
import { requireExportedActivity } from '../activity/exported.ts'
import { ownerGroups, type OwnerGroup, type OwnerGroupKind } from './ownerGroups.ts'
import { ballotState } from './rules.ts'
import { ballotStore, type BallotRow } from './store.ts'
import { type RosterPropertyRow } from './rosterPropertyQueries.ts'

/** A property of the roster with its ballot. */
export interface RosterRow {
  readonly property: RosterPropertyRow
  readonly ballot: BallotRow
  /** The ballot's other properties, in words. */
  readonly others: string
}
/** A property of an owner with several ballots; groups are numbered from 1. */
export interface UnmergedRow extends RosterRow {
  readonly group: number
  readonly differs: string
}

const states = { [-1]: '未投', 0: '已标记', 1: '已投票' } as const
const stateOf = ({ ballot }: RosterRow): string => states[ballotState(ballot.record_status)]

/** Properties with their ballots, in the given order. */
async function rowsOf(db: Db, properties: readonly RosterPropertyRow[]): Promise<RosterRow[]> {
  const store = ballotStore(db)
  const keys = [...new Set(properties.map((property) => property.ballot_id))]
  const ballots = new Map((await store.byKeys(keys)).map((ballot) => [ballot.id, ballot]))
  const shared = Map.groupBy(await store.propertiesOf(keys), (property) => property.ballot_id)
  return properties.flatMap((property) => {
    const ballot = ballots.get(property.ballot_id)
    if (!ballot) return []
    const others = (shared.get(property.ballot_id) ?? []).filter((other) => other.id !== property.id)
    return [{ property, ballot, others: others.map(placeInWords).join('、') }]
  })
}

/** 票权清册: a row per property. */
export const rosterExport: ListExport<{ readonly activityId: string }, RosterRow> = {
  sheet: '票权清册',
  columns: (shown) => [
    { title: '房屋', width: 28, kind: 'text', value: ({ property }) => placeInWords(property) },
    { title: '产权人', width: 18, kind: 'text', value: ({ property }) => property.owner_name },
    { title: '手机号', width: 18, kind: 'text', value: ({ property }) => shown.phone(property.phone) },
    { title: '证件号', width: 26, kind: 'text', value: ({ property }) => shown.idNumber(property.id_number) },
    { title: '面积(㎡)', width: 13, kind: 'area', value: ({ property }) => property.area_hundredths, isSummed: true },
    { title: '票权号', width: 10, kind: 'count', value: ({ ballot }) => ballot.number },
    { title: '同一票权的其他房屋', width: 34, kind: 'text', value: ({ others }) => others },
    { title: '票权状态', width: 10, kind: 'centred', value: stateOf },
    { title: '用途', width: 9, kind: 'centred', value: ({ property }) => propertyCategoryNames[property.category] },
    { title: '面积依据', width: 10, kind: 'centred', value: ({ property }) => areaSourceNames[property.area_source] },
  ],

  async open(db, { activityId }) {
    const activity = await requireExportedActivity(db, activityId)
    const store = ballotStore(db)
    const { propertyCount, ballotCount, areaHundredths } = await store.totals(activity.id)
    const keys = await store.propertyKeysInOrder(activity.id)
    return {
      title: `${activity.title}　票权清册`,
      belongsTo: { activityId, activityTitle: activity.title },
      scope: '全部',
      about: [`共 ${propertyCount} 套`, `${ballotCount} 票`],
      rowCount: propertyCount,
      totals: { '面积(㎡)': areaHundredths },
      rows: byKeys(keys, async (some) => rowsOf(db, inOrderOf(some, await store.propertiesByKeys(some)))),
    }
  },
}

const kindNames: Readonly<Record<OwnerGroupKind, string>> = { same: '姓名、证件号相同', alike: '仅姓名相同' }

/** 未合并的产权人: a row per property, grouped by owner. */
export const unmergedExport: ListExport<{ readonly activityId: string; readonly kind: OwnerGroupKind }, UnmergedRow> = {
  sheet: '未合并的产权人',
  columns: (shown) => [
    { title: '序号', width: 8, kind: 'count', value: ({ group }) => group },
    { title: '产权人', width: 18, kind: 'text', value: ({ property }) => property.owner_name },
    { title: '房屋', width: 28, kind: 'text', value: ({ property }) => placeInWords(property) },
    { title: '面积(㎡)', width: 13, kind: 'area', value: ({ property }) => property.area_hundredths, isSummed: true },
    { title: '手机号', width: 18, kind: 'text', value: ({ property }) => shown.phone(property.phone) },
    { title: '证件号', width: 26, kind: 'text', value: ({ property }) => shown.idNumber(property.id_number) },
    { title: '票权号', width: 10, kind: 'count', value: ({ ballot }) => ballot.number },
    { title: '票权状态', width: 10, kind: 'centred', value: stateOf },
    { title: '不一致', width: 16, kind: 'text', value: ({ differs }) => differs },
  ],

  async open(db, { activityId, kind }) {
    const activity = await requireExportedActivity(db, activityId)
    const store = ballotStore(db)
    const keys = await store.propertyKeysInOrder(activity.id)
    const owned = []
    for (const some of chunksOf(keys, STEP)) owned.push(...(await store.ownersOf(some)))
    const groups = (await ownerGroups(owned))[kind]
    const inGroups = new Set(groups.flatMap(({ ballotKeys }) => ballotKeys))
    const sums = [...(await areasOf(db, [...inGroups]))]
    const sum = (index: 0 | 1): number => sums.reduce((all, share) => all + share[index], 0)
    return {
      title: `${activity.title}　未合并的产权人`,
      belongsTo: { activityId, activityTitle: activity.title },
      scope: kindNames[kind],
      about: [`共 ${groups.length} ${kind === 'same' ? '位' : '组'}`],
      rowCount: sum(0),
      totals: { '面积(㎡)': sum(1) },
      rows: unmergedRows(db, groups),
    }
  },
}

/** Loads the rows of many groups at a time, to avoid a query per small group. */
async function* unmergedRows(db: Db, groups: readonly OwnerGroup[]): AsyncGenerator<UnmergedRow[]> {
  const wanted = groups.flatMap(({ ballotKeys, phoneDiffers, idNumberDiffers }, index) => {
    const differs = [...(phoneDiffers ? ['手机号'] : []), ...(idNumberDiffers ? ['证件号'] : [])].join('、')
    return ballotKeys.map((ballotKey) => ({ ballotKey, group: index + 1, differs }))
  })
  for (const some of chunksOf(wanted, STEP)) {
    const rows = await rowsOf(db, await ballotStore(db).propertiesOf(some.map(({ ballotKey }) => ballotKey)))
    yield [...Map.groupBy(some, ({ group }) => group)].flatMap(([group, members]) => {
      const ballots = new Map(members.map(({ ballotKey, differs }) => [ballotKey, differs]))
      return rows.flatMap((row) => {
        const differs = ballots.get(row.ballot.id)
        return differs === undefined ? [] : [{ ...row, group, differs }]
      })
    })
  }
}

/** The properties and areas of ballots, per ballot. */
async function areasOf(db: Db, ballotKeys: readonly number[]): Promise<[properties: number, areaHundredths: number][]> {
  const shares: [number, number][] = []
  for (const some of chunksOf(ballotKeys, STEP)) {
    const rows = await db
      .selectFrom('roster_property')
      .select((select) => [select.fn.countAll<number>().as('properties'), select.fn.sum<number>('area_hundredths').as('area')])
      .where('ballot_id', 'in', some)
      .groupBy('ballot_id')
      .execute()
    for (const { properties, area } of rows) shares.push([properties, area])
  }
  return shares
}
