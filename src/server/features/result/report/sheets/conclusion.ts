import type { Style } from 'exceljs'
import type { CellValue } from '../../../../workbooks/cellValues.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { squareMetres } from '#shared/area/area.ts'
import { lawItemLabel, topicRuleName } from '#shared/features/activity/law.ts'
import { countsDelivered, statusName } from '#shared/features/activity/rules.ts'
import { CODE_ON_PAPER } from '#shared/features/journal/checkpoint.ts'
import { propertyCategoryNames } from '#shared/features/property/categories.ts'
import { pathInWords } from '#shared/place/placeText.ts'
import { minus, NO_SHARE, plus, ratePercent, type AnswerName, type Share } from '#shared/features/result/rules.ts'
import type { SlotResult } from '../../results.ts'
import { DRAFT_MARK, type Book, type SheetOut } from '../../../../workbooks/book.ts'
import { slotLabel, type ReportContext } from '../context.ts'
import { orderLines, writeElections } from './elections.ts'
import { styles, type Kind } from '../../../../workbooks/styles.ts'
import { columnLetters } from '../../../../workbooks/addresses.ts'
import { cellOf, mustEqual, writeHeader, type HeaderCell } from '../../../../workbooks/table.ts'

const SHEET = '表决结论'
const LAW = '《民法典》第二百七十八条'
const signatures = ['监票人', '唱票人', '计票人', '记录人', '业主代表', '居（村）委会代表', '业主委员会（盖章）', '日期'] as const

const answers = [
  ['approve', '同意'],
  ['oppose', '反对'],
  ['abstain', '弃权'],
] as const
const answerName = (answer: AnswerName): string => answers.find(([name]) => name === answer)?.[1] ?? ''

/** Cells of 表决结论 that other sheets' formulas refer to. */
export interface ConclusionPlaces {
  /** The cell with the area of the returned ballots. */
  readonly votedArea: string
}

interface SlotColumn extends HeaderCell {
  readonly kind: Kind
  readonly value: (slot: SlotResult) => string | number
  /** The columns it is the sum of, as a formula; absent: written as a value. */
  readonly sumOf?: readonly SlotColumn[]
}

/** Sheet 1: eligible and participating owners, the conclusion on each topic, and signature lines (`workbooks.md` section 3). */
export function writeConclusion(book: Book, context: ReportContext): ConclusionPlaces {
  const columns = slotColumns(context)
  const intro = introLines(context)
  const parts = participationRows(context)
  const above = (book.isDraft ? 1 : 0) + 1 + intro.length + 1 + parts.length + 1
  const headerRow = above + 1
  const sheet = book.sheet({ name: SHEET, widths: columns.map((column) => column.width), headerRow, isFrozen: false })
  const wide = (text: string, style: Partial<Style>, height?: number): void =>
    sheet.add([text], [style], { mergedTo: columns.length, ...(height === undefined ? {} : { height }) })

  if (book.isDraft) wide(DRAFT_MARK, styles.watermark, 24)
  wide(`${context.estateName}　${context.title}　${SHEET}`, styles.title, 26)
  for (const line of intro) wide(line, styles.body.text, heightOf(line))
  const votedRow = sheet.nextRow + 1 + parts.findIndex(({ isReturned }) => isReturned === true)
  writeParticipation(sheet, columns, parts, context.ballots.whole)
  sheet.add([null], [styles.none])

  mustEqual(`${SHEET} header`, sheet.nextRow, headerRow)
  writeHeader(sheet, columns)
  for (const slot of context.slots) writeSlot(sheet, columns, slot)
  sheet.add([null], [styles.none])
  writeElections(sheet, columns, context, (line) => wide(line, styles.sentence, heightOf(line)))
  for (const sentence of publishedSentences(context)) wide(sentence, styles.sentence, heightOf(sentence))
  sheet.add([null], [styles.none])
  for (const name of signatures)
    sheet.add([`${name}：`, null, null, null], [styles.signature, styles.signature, styles.signature, styles.signature], { height: 30 })
  sheet.add([null], [styles.none])
  wide(`生成时间：${formatTime(context.now)}`, styles.remark)
  wide(journalLine(context), styles.remark)
  wide(`核验码：${context.code}`, styles.remark)
  wide(CODE_ON_PAPER, styles.remark)
  wide(`签名密钥：操作日志中共 ${context.keyCount} 把`, styles.remark)
  for (const line of clockLines(context)) wide(line, styles.remark, heightOf(line))
  for (const line of context.accountFaults) wide(`与操作日志不一致的${line}`, styles.remark)
  for (const line of knownLines(context)) wide(line, styles.remark, heightOf(line))
  sheet.finish()
  return { votedArea: `'${SHEET}'!C${votedRow}` }
}

function introLines(context: ReportContext): string[] {
  const { estateName, title, status, rule, ruleBasis, startsAt, endsAt, extensions, scopePaths, categories } = context
  const scope = scopePaths.length === 0 ? '全体业主' : scopePaths.map(pathInWords).join('、')
  const basis = [...(rule === 6 ? [] : [LAW]), ...(ruleBasis === '' ? [] : [ruleBasis])]
  return [
    `小区：${estateName}`,
    `活动：${title}`,
    `表决范围：${scope}`,
    `房屋用途：${categories.map(({ category, propertyCount, areaHundredths }) => `${propertyCategoryNames[category]} ${propertyCount} 套 ${area(areaHundredths)} ㎡`).join('；')}`,
    `表决时间：${formatTime(startsAt)} 至 ${formatTime(endsAt)}`,
    ...extensions.map(({ from, to, reason }) => `延期：${formatTime(from ?? 0)} 延至 ${formatTime(to ?? 0)}，原因：${reason}`),
    `活动状态：${statusName(status)}`,
    `计票规则：${topicRuleName({ rule, lawItem: null })}`,
    ...(namesItems(context) ? ['各议题的多数：按《民法典》第二百七十八条第一款的事项确定，见“适用规则”一列'] : []),
    `规则依据：${basis.length === 0 ? '无' : basis.join('；')}`,
    ...context.rulesLines,
    ...orderLines(context),
    ...context.secondEntryLines,
    ...context.sampleLines,
    ...context.correctionLines,
  ]
}

/** Whether any topic has its own majority: each row then names its rule. */
const namesItems = ({ slots }: ReportContext): boolean => slots.some(({ topic }) => topic.lawItem !== null)

interface Part {
  readonly name: string
  /** null if the topics differ. */
  readonly share: Share | null
  /** Whether it suffices; `''` if not required. */
  readonly verdict: string
  /** The returned ballots, whose area other sheets' formulas refer to. */
  readonly isReturned?: true
}

/** The legal participants: equal on every slot, unless a rule assigns unreturned ballots by majority. */
function commonParticipants({ slots, ballots }: ReportContext): Share | null {
  const [first] = slots
  const share = first?.concluded.participants ?? ballots.voted
  const isCommon = slots.every(
    ({ concluded }) => concluded.participants.count === share.count && concluded.participants.areaHundredths === share.areaHundredths,
  )
  return isCommon ? share : null
}

function participationRows(context: ReportContext): Part[] {
  const { whole, voted, delivered } = context.ballots
  const common = commonParticipants(context)
  const isEnough = context.slots[0]?.concluded.isQuorumMet ?? false
  return [
    { name: '应参与', share: whole, verdict: '' },
    { name: '收回表决票', share: voted, verdict: '', isReturned: true },
    ...(countsDelivered(context.rule) ? [{ name: '已送达未反馈', share: delivered, verdict: '' }] : []),
    { name: '实际参与', share: common, verdict: common === null ? SEE_BELOW : yesOrNo(isEnough) },
  ]
}

const SEE_BELOW = '见下表'
const yesOrNo = (value: boolean): string => (value ? '是' : '否')

function writeParticipation(sheet: SheetOut, columns: readonly HeaderCell[], parts: readonly Part[], whole: Share): void {
  const titles = ['参与情况', '人数', '面积（㎡）', '人数占比', '面积占比', '达到三分之二']
  const kinds = ['text', 'count', 'area', 'rate', 'rate', 'centred'] as const
  writeHeader(
    sheet,
    titles.map((title, index) => ({ title, width: columns[index]?.width ?? 10 })),
  )
  for (const { name, share, verdict } of parts) {
    const figures = share
      ? [share.count, share.areaHundredths, ratePercent(share.count, whole.count), ratePercent(share.areaHundredths, whole.areaHundredths)]
      : [SEE_BELOW, SEE_BELOW, SEE_BELOW, SEE_BELOW]
    sheet.add(
      [name, ...figures, verdict].map((value, index) => cellOf(kinds[index] ?? 'text', value)),
      kinds.map((kind) => styles.body[kind]),
    )
  }
}

/** Ballots with an answer, including the delivered ones that the rule adds to it. */
function answered({ counted, concluded }: SlotResult, answer: AnswerName): Share {
  return plus(counted[answer], concluded.deliveredTo === answer ? counted.delivered : NO_SHARE)
}

/** Votes that left this topic open: they participate without an answer. */
const leftOpen = ({ counted: { voted, approve, oppose, abstain } }: SlotResult): Share => [approve, oppose, abstain].reduce(minus, voted)

/** A share's two columns: heads and area. */
const pair = (name: string, share: (slot: SlotResult) => Share): readonly [SlotColumn, SlotColumn] => [
  { title: `${name}人数`, width: 7, kind: 'count', value: (slot) => share(slot).count },
  { title: `${name}面积`, width: 12, kind: 'area', value: (slot) => share(slot).areaHundredths },
]

function slotColumns(context: ReportContext): SlotColumn[] {
  const rates = answers.flatMap(([answer, name]): SlotColumn[] => [
    { title: `${name}人数占比`, width: 8, kind: 'rate', value: (slot) => ratePercent(answered(slot, answer).count, slot.concluded.participants.count) },
    {
      title: `${name}面积占比`,
      width: 8,
      kind: 'rate',
      value: (slot) => ratePercent(answered(slot, answer).areaHundredths, slot.concluded.participants.areaHundredths),
    },
  ])
  const sent: SlotColumn[] = [
    { title: '未反馈票计入', width: 8, kind: 'centred', value: ({ concluded }) => (concluded.deliveredTo ? answerName(concluded.deliveredTo) : '不计入') },
  ]
  const own: SlotColumn[] = [
    { title: '适用规则', width: 16, kind: 'text', value: ({ ruleName }) => ruleName },
    { title: '法定事项', width: 16, kind: 'text', value: ({ topic }) => (topic.lawItem === null ? '' : lawItemLabel(topic.lawItem)) },
  ]
  const parts = [...answers.map(([answer, name]) => pair(name, (slot) => answered(slot, answer))), pair('未选', leftOpen)]
  const [heads, areas] = pair('参与表决', ({ concluded }) => concluded.participants)
  return [
    { title: '议题', width: 26, kind: 'text', value: slotLabel },
    ...parts.flat(),
    { ...heads, sumOf: parts.map(([count]) => count) },
    { ...areas, sumOf: parts.map(([, area]) => area) },
    ...rates,
    ...(countsDelivered(context.rule) ? sent : []),
    { title: '达到三分之二', width: 8, kind: 'centred', value: ({ concluded }) => yesOrNo(concluded.isQuorumMet) },
    { title: '表决结果', width: 9, kind: 'centred', value: ({ concluded }) => concluded.outcome },
    { title: '仅计收回票的结果', width: 9, kind: 'centred', value: ({ concluded }) => concluded.strictOutcome },
    { title: '说明', width: 16, kind: 'text', value: ({ concluded }) => concluded.note },
    ...(namesItems(context) ? own : []),
  ]
}

/** One slot; the participants are the sum of the answers and the open ones, as a verified formula. */
function writeSlot(sheet: SheetOut, columns: readonly SlotColumn[], slot: SlotResult): void {
  const row = sheet.nextRow
  const values = columns.map((column) => column.value(slot))
  const cells = columns.map(({ title, kind, sumOf }, index): CellValue => {
    const value = values[index] ?? null
    if (sumOf === undefined || typeof value !== 'number') return cellOf(kind, value)
    const parts = sumOf.map((part) => columns.indexOf(part))
    mustEqual(
      `${SHEET} ${title} ${slotLabel(slot)}`,
      parts.reduce((sum, part) => sum + Number(values[part]), 0),
      value,
    )
    const sum = parts.map((part) => `${columnLetters(part + 1)}${row}`).join('+')
    return kind === 'area' ? { formula: `ROUND(${sum},2)`, result: squareMetres(value) } : { formula: sum, result: value }
  })
  sheet.add(
    cells,
    columns.map(({ kind }) => styles.body[kind]),
  )
}

const area = (hundredths: number): string => squareMetres(hundredths).toFixed(2)

/** The sentence for publication; one per topic if their participants differ. */
function publishedSentences(context: ReportContext): string[] {
  const { whole } = context.ballots
  const sentence = (about: string, { count, areaHundredths }: Share, isQuorumMet: boolean): string =>
    `${about}应参与 ${whole.count} 人 ${area(whole.areaHundredths)} ㎡，实际参与 ${count} 人（${ratePercent(count, whole.count).toFixed(2)}%）${area(areaHundredths)} ㎡（${ratePercent(
      areaHundredths,
      whole.areaHundredths,
    ).toFixed(2)}%），${isQuorumMet ? '符合' : '不符合'}${LAW}关于参与表决的规定。`
  const common = commonParticipants(context)
  const [first] = context.slots
  if (common && first) return [sentence('本次表决', common, first.concluded.isQuorumMet)]
  return context.slots.map((slot) => sentence(`本次表决“${slotLabel(slot)}”`, slot.concluded.participants, slot.concluded.isQuorumMet))
}

function journalLine({ journalHead }: ReportContext): string {
  return journalHead ? `操作日志：第 ${journalHead.number} 条，校验值 ${journalHead.hash}` : '操作日志：无'
}

/** Maximum entries with an earlier clock listed in one report. */
const MAX_CLOCK = 20

/** Reports that the server's clock was set back, possibly by a legitimate correction. */
function clockLines({ clock: { count, entries } }: ReportContext): string[] {
  if (count === 0) return []
  const words = entries.slice(0, MAX_CLOCK).map(({ number, at, journalTime }) => `第 ${number} 条 ${formatTime(at)}（此前已有 ${formatTime(journalTime)}）`)
  return [`有 ${count} 条操作日志的时间早于前面的日志：${words.join('；')}${count > MAX_CLOCK ? '……' : ''}`]
}

/** Maximum differences in one report; the program itself shows all. */
const MAX_KNOWN = 100

/** Differences between the journal and the records that an administrator has acknowledged. */
function knownLines({ known }: ReportContext): string[] {
  return known.flatMap(({ at, nickName, reason, sentences, what }) => {
    const rest = sentences.length > MAX_KNOWN ? [`等，共 ${sentences.length} 处`] : []
    return [`${what}，共 ${sentences.length} 处；${nickName} 于 ${formatTime(at)} 说明：${reason}`, ...sentences.slice(0, MAX_KNOWN), ...rest]
  })
}

/** Excel does not auto-fit merged rows, so the height is estimated: about 110 characters per line. */
function heightOf(text: string): number {
  return Math.min(400, 18 * Math.ceil(Math.max(1, text.length) / 110))
}
