import { formatTime } from '#shared/time/chinaTime.ts'
import { voteSourceName } from '#shared/features/delivery/contract.ts'
import { voidedInWords } from '#shared/features/delivery/voided.ts'
import { codeLabels } from '#shared/features/paper/rules.ts'
import { areaSourceNames, propertyCategoryNames } from '#shared/features/property/categories.ts'
import { maskIdNumber, maskPhone } from '#shared/owner/masking.ts'
import { placeInWords, type Place } from '#shared/place/place.ts'
import type { Book } from '../../../../workbooks/book.ts'
import { answerAt, countedAnswerAt, slotLabel, stateNames, type ReportContext } from '../context.ts'
import type { BallotProperties, NotVotedBallot, ReportBallot, ReportProperty, OwnedReportProperty } from '../ballotQueries.ts'
import { adjustedInWords } from '../../results.ts'
import type { VoidedVote } from '../voidedQueries.ts'
import { openTable, type Column } from '../../../../workbooks/table.ts'

type Steps<Row> = AsyncIterable<readonly Row[]>

const places = (properties: readonly Place[]): string => properties.map(placeInWords).join('、')
const LATE = '截止后录入'
/** Only exceptions are marked. */
const yes = (is: boolean): string => (is ? '是' : '')
const time = (moment: number | null): string => (moment === null ? '' : formatTime(moment))
/** A merged ballot has one owner: name and contact data are taken from the first property. */
const owner = ({ properties }: BallotProperties): OwnedReportProperty | undefined => properties[0]

/** Sheet 4: a row per ballot, with its answers and masked owner data. */
export async function writeBallots(
  book: Book,
  { title, slots, electionSlots, totals, secondEntries }: ReportContext,
  ballots: Steps<ReportBallot>,
): Promise<void> {
  const columns: Column<ReportBallot>[] = [
    { title: '房屋', width: 27, kind: 'text', value: (ballot) => places(ballot.properties) },
    { title: '产权人', width: 14, kind: 'text', value: (ballot) => owner(ballot)?.ownerName ?? '' },
    { title: '手机号', width: 13, kind: 'text', value: (ballot) => maskPhone(owner(ballot)?.phone ?? '') },
    { title: '证件号', width: 20, kind: 'text', value: (ballot) => maskIdNumber(owner(ballot)?.idNumber ?? '') },
    { title: '面积', width: 11, kind: 'area', value: (ballot) => ballot.areaHundredths, isSummed: true },
    { title: codeLabels.either, width: 14, kind: 'text', value: (ballot) => ballot.markedCode },
    { title: '状态', width: 8, kind: 'centred', value: (ballot) => stateNames[ballot.state] },
    ...slots.map((slot, position): Column<ReportBallot> => ({
      title: slotLabel(slot),
      width: 11,
      kind: 'centred',
      value: ({ answers }) => countedAnswerAt(answers, position, electionSlots),
    })),
    { title: '时间', width: 19, kind: 'centred', value: (ballot) => time(ballot.at) },
    { title: '操作人', width: 9, kind: 'text', value: (ballot) => ballot.operator },
    { title: '收票渠道', width: 5, kind: 'centred', value: ({ receipt }) => (receipt ? voteSourceName(receipt.channel) : '') },
    { title: '收到时间', width: 19, kind: 'centred', value: ({ receipt }) => time(receipt?.receivedAt ?? null) },
    { title: '交票人', width: 7, kind: 'text', value: ({ receipt }) => receipt?.handedInBy ?? '' },
    { title: LATE, width: 5, kind: 'centred', value: ({ receipt }) => yes(receipt?.isLate ?? false) },
    { title: '受托人', width: 7, kind: 'text', value: ({ receipt }) => receipt?.agentName ?? '' },
    {
      title: '录入方式',
      width: 6,
      kind: 'centred',
      value: ({ state, receipt }) => (receipt === null ? '' : receipt.isScanned ? '扫描确认' : state === 'imported' ? '导入' : '录入'),
    },
    { title: '复录', width: 6, kind: 'centred', value: ({ recordId }) => secondEntries.get(recordId)?.state ?? '' },
    { title: '复看人', width: 7, kind: 'text', value: ({ recordId }) => secondEntries.get(recordId)?.readers ?? '' },
  ]
  const table = openTable(book, { name: '表决明细', title: `${title}　表决明细`, columns })
  for await (const chunk of ballots) for (const ballot of chunk) table.add(ballot)
  table.finish({ 面积: totals.ballotAreaHundredths })
}

const notVotedColumns: readonly Column<NotVotedBallot>[] = [
  { title: '房屋', width: 34, kind: 'text', value: (ballot) => places(ballot.properties) },
  { title: '产权人', width: 16, kind: 'text', value: (ballot) => owner(ballot)?.ownerName ?? '' },
  { title: '手机号', width: 16, kind: 'text', value: (ballot) => maskPhone(owner(ballot)?.phone ?? '') },
  { title: '面积', width: 14, kind: 'area', value: (ballot) => ballot.areaHundredths, isSummed: true },
  { title: '已送达', width: 9, kind: 'centred', value: (ballot) => (ballot.isDelivered ? '是' : '否') },
  { title: '已作废的送达', width: 24, kind: 'text', value: (ballot) => ballot.voidedDeliveries.map(voidedInWords).join('；') },
]

/** Sheet 5: the ballots without a vote. */
export async function writeNotVoted(book: Book, context: ReportContext, ballots: Steps<NotVotedBallot>): Promise<void> {
  const table = openTable(book, { name: '未表决名单', title: `${context.title}　未表决名单`, columns: notVotedColumns })
  for await (const chunk of ballots) for (const ballot of chunk) table.add(ballot)
  table.finish({ 面积: context.ballots.whole.areaHundredths - context.ballots.voted.areaHundredths })
}

/** Sheet 6: every voided vote, with its answers. */
export async function writeVoided(book: Book, { title, slots }: ReportContext, votes: Steps<VoidedVote>): Promise<void> {
  const said = ({ answers }: VoidedVote): string => slots.map((slot, position) => `${slotLabel(slot)}：${answerAt(answers, position)}`).join('；')
  const table = openTable<VoidedVote>(book, {
    name: '作废记录',
    title: `${title}　作废记录`,
    columns: [
      { title: '房屋', width: 30, kind: 'text', value: (vote) => places(vote.properties) },
      { title: codeLabels.either, width: 14, kind: 'text', value: (vote) => vote.markedCode },
      { title: '作废前的选择', width: 40, kind: 'text', value: said },
      { title: '作废人', width: 12, kind: 'text', value: (vote) => vote.voidedBy },
      { title: '作废时间', width: 20, kind: 'centred', value: (vote) => time(vote.voidedAt) },
      { title: '收到时间', width: 20, kind: 'centred', value: (vote) => time(vote.receivedAt) },
      { title: LATE, width: 11, kind: 'centred', value: (vote) => yes(vote.isLate) },
    ],
  })
  for await (const chunk of votes) for (const vote of chunk) table.add(vote)
  table.finish()
}

interface RosterRow {
  readonly property: OwnedReportProperty
  readonly ballot: BallotProperties
}
const rosterColumns: readonly Column<RosterRow>[] = [
  { title: '房屋', width: 26, kind: 'text', value: ({ property }) => placeInWords(property) },
  { title: '产权人', width: 16, kind: 'text', value: ({ property }) => property.ownerName },
  { title: '面积', width: 14, kind: 'area', value: ({ property }) => property.areaHundredths, isSummed: true },
  { title: '票权号', width: 10, kind: 'count', value: ({ ballot }) => ballot.number },
  {
    title: '合并房屋',
    width: 34,
    kind: 'text',
    value: ({ property, ballot }) => (ballot.properties.length > 1 ? places(ballot.properties.filter((other) => other !== property)) : ''),
  },
  { title: '用途', width: 9, kind: 'centred', value: ({ property }) => propertyCategoryNames[property.category] },
  { title: '面积依据', width: 10, kind: 'centred', value: ({ property }) => areaSourceNames[property.areaSource] },
]

/** Sheet 7: a row per property, grouped by ballot; below them the changes of the total during voting. */
export async function writeRoster(
  book: Book,
  { title, totals, adjustedProperties, adjustments }: ReportContext,
  ballots: Steps<BallotProperties>,
): Promise<void> {
  const table = openTable(book, { name: '票权清册', title: `${title}　票权清册`, columns: rosterColumns })
  for await (const chunk of ballots) for (const ballot of chunk) for (const property of ballot.properties) table.add({ property, ballot })
  const below = adjustedProperties === 0 ? [] : [adjustedInWords(adjustedProperties), ...adjustments]
  table.finish({ 面积: totals.propertyAreaHundredths }, below)
}

const propertyColumns: readonly Column<ReportProperty>[] = [
  { title: '房屋', width: 40, kind: 'text', value: placeInWords },
  { title: '面积', width: 16, kind: 'area', value: (property) => property.areaHundredths, isSummed: true },
  { title: '用途', width: 10, kind: 'centred', value: (property) => propertyCategoryNames[property.category] },
]

/** The public edition's list of properties and areas, without owner data. */
export async function writeProperties(book: Book, { title, totals }: ReportContext, properties: Steps<ReportProperty>): Promise<void> {
  const table = openTable(book, { name: '房屋面积', title: `${title}　房屋面积`, columns: propertyColumns })
  for await (const chunk of properties) for (const property of chunk) table.add(property)
  table.finish({ 面积: totals.propertyAreaHundredths })
}
