import { answersOf, TopicType, answerNames } from '../activity/rules.ts'
import { BOX, rounded, type BallotLayout, type LayoutPage } from './layout.ts'
import { blank, COLUMN, CONTENT_END, emptyPage, facts, firstHead, footer, linesHeight, nextHead, rule, verticalRule, write } from './layoutPage.ts'
import { cutText, textLines } from './layoutText.ts'
import { ballotNotes, chineseNumber, topicNotes, type BallotContent, type BallotTopic } from './layoutWords.ts'
import { slipsPage } from './slips.ts'

const NOTE_SIZE = 3.3
const TITLE_SIZE = 4.2
const OPTION_SIZE = 4.4
const SMALL_SIZE = 3.4
const ANSWER_SIZE = 4
/** Distance between the edges of a topic's rows and boxes. */
const PADDING = 0.6
/** Minimum row height, and thus distance between boxes: ten rows and the signature fit on one page. */
const ROW_HEIGHT = BOX.apart
/** Distance between boxes of a row; the next answer's word is printed between them. */
const BOX_STEP = 21
/** Line thickness of the topics table. */
const LINE = 0.3
const LAST_BOX = COLUMN.right - 3 - BOX.size
/** Right edge of a row's text, before the words of its boxes. */
const WORDS_LEFT = COLUMN.left + 3
/** Height of the signature with its lines. */
const SIGNING_HEIGHT = 23

/** A row of boxes with the text before it on the same page. */
interface Row {
  /** The topic's title above its options; null for a row below another. */
  readonly band: { readonly title: string; readonly notes: readonly string[] } | null
  /** Text of the band when rows continue on the next page. */
  readonly continued: string
  readonly text: string
  readonly size: number
  /** In small print: below the text of a topic without options, in the band of one with options. */
  readonly notes: readonly string[]
  readonly topic: BallotTopic
  readonly optionId: string | null
}

/**
 * Lays out a ballot: as many A4 pages as needed, and the sheet with the stub and the receipt.
 *
 * The same content yields the same layout, whatever ballot it is printed for.
 */
export function layOutBallot(content: BallotContent): BallotLayout {
  const pages: LayoutPage[] = []
  const rows = rowsOf(content)
  const columns = boxColumns(content)
  let page = emptyPage('ballot')
  let y = beginFirst(page, content)
  pages.push(page)
  let top = y
  for (const [index, row] of rows.entries()) {
    const isLast = index === rows.length - 1
    const needed = bandHeight(row) + rowHeight(row, columns) + (isLast ? SIGNING_HEIGHT : 0)
    let shown = row
    if (y + needed > CONTENT_END && y > top) {
      page = emptyPage('ballot')
      pages.push(page)
      y = beginNext(page, content)
      top = y
      if (row.band === null && row.optionId !== null) shown = { ...row, band: { title: row.continued, notes: row.notes } }
    }
    y = writeRow(page, shown, columns, y)
    if (isLast) writeSigning(page, y)
  }
  for (const [index, each] of pages.entries()) footer(each, `第 ${index + 1} 页　共 ${pages.length} 页`)
  return { version: 1, pages: [...pages, slipsPage(content, pages.length)] }
}

function rowsOf(content: BallotContent): Row[] {
  return content.topics.flatMap((topic, index): Row[] => {
    const notes = topicNotes(content, topic)
    const number = `议题${chineseNumber(index + 1)}`
    const title = `${number}　${topic.title}`
    if (topic.topicType === TopicType.topic) return [{ band: null, continued: '', text: title, size: TITLE_SIZE, notes, topic, optionId: null }]
    const continued = cutText(`${number}（续）　${topic.title}`, COLUMN.width - 8, TITLE_SIZE)
    return topic.options.map((option, position) => ({
      band: position === 0 ? { title, notes } : null,
      continued,
      text: `${position + 1}. ${option.title}`,
      size: OPTION_SIZE,
      notes,
      topic,
      optionId: option.id,
    }))
  })
}

function beginFirst(page: LayoutPage, content: BallotContent): number {
  let y = facts(page, firstHead(page, content) + 2.5, [
    [
      { label: '房屋坐落', value: { field: 'place' }, share: 0.65 },
      { label: '票权号', value: { field: 'number' }, share: 0.35 },
    ],
    [
      { label: '投票时间', value: { text: `${content.starts} 至 ${content.ends}` }, share: 0.65 },
      { label: '建筑面积', value: { field: 'area' }, share: 0.35 },
    ],
  ])
  y += 2
  for (const [index, note] of ballotNotes(content).entries()) {
    const indent = NOTE_SIZE * 1.5
    write(page, `${index + 1}.`, { x: COLUMN.left, y, width: indent, size: NOTE_SIZE })
    y = write(page, note, { x: COLUMN.left + indent, y, width: COLUMN.width - indent, size: NOTE_SIZE })
  }
  return rounded(y + 1.5)
}

function beginNext(page: LayoutPage, content: BallotContent): number {
  const end = facts(page, nextHead(page, content) + 3, [
    [
      { label: '房屋坐落', value: { field: 'place' }, share: 0.65 },
      { label: '票权号', value: { field: 'number' }, share: 0.35 },
    ],
  ])
  return rounded(end + 4)
}

/** Position of each answer's box: the same on all rows of a ballot, to avoid wrong ticks. */
interface BoxColumns {
  readonly first: number
  /** Up to the label of the first box. */
  readonly textWidth: number
}
function boxColumns({ topics }: BallotContent): BoxColumns {
  const most = Math.max(...topics.map(({ voteModel }) => answersOf[voteModel].length))
  const first = rounded(LAST_BOX - (most - 1) * BOX_STEP)
  return { first, textWidth: rounded(first - ANSWER_SIZE * 2 - 4 - WORDS_LEFT) }
}

const BAND_WIDTH = COLUMN.width - 8
const smallHeight = (notes: readonly string[], width: number): number =>
  linesHeight(notes.flatMap((note) => textLines(note, width, SMALL_SIZE)).length, SMALL_SIZE)
/** The notes below a row's own text. */
const notesBelow = ({ optionId, notes }: Row): readonly string[] => (optionId === null ? notes : [])
const wordsHeight = (row: Row, width: number): number =>
  rounded(linesHeight(textLines(row.text, width, row.size).length, row.size) + smallHeight(notesBelow(row), width))
const rowHeight = (row: Row, { textWidth }: BoxColumns): number => rounded(Math.max(ROW_HEIGHT, wordsHeight(row, textWidth) + 2 * PADDING))
const bandHeight = ({ band }: Row): number =>
  band === null ? 0 : rounded(linesHeight(textLines(band.title, BAND_WIDTH, TITLE_SIZE).length, TITLE_SIZE) + smallHeight(band.notes, BAND_WIDTH) + 2 * 1.6)

/** Writes notes below one another, starting at `y`. */
function writeNotes(page: LayoutPage, notes: readonly string[], width: number, y: number): void {
  for (const note of notes) y = write(page, note, { x: WORDS_LEFT, y, width, size: SMALL_SIZE })
}

/** Writes a row with its band above; returns where it ends. */
function writeRow(page: LayoutPage, row: Row, columns: BoxColumns, top: number): number {
  const { band, text, size, topic, optionId } = row
  const start = rounded(top + bandHeight(row))
  if (band !== null) {
    page.bands.push({ x: COLUMN.left, y: top, width: COLUMN.width, height: bandHeight(row) })
    rule(page, top, LINE)
    writeNotes(page, band.notes, BAND_WIDTH, write(page, band.title, { x: WORDS_LEFT, y: top + 1.6, width: BAND_WIDTH, size: TITLE_SIZE }))
  }
  const height = rowHeight(row, columns)
  const width = columns.textWidth
  const below = write(page, text, { x: WORDS_LEFT, y: start + (height - wordsHeight(row, width)) / 2, width, size })
  writeNotes(page, notesBelow(row), width, below)
  const centre = start + height / 2
  for (const [position, answer] of answersOf[topic.voteModel].entries()) {
    const x = columns.first + position * BOX_STEP
    page.boxes.push({ topicId: topic.id, optionId, answer, x: rounded(x), y: rounded(centre - BOX.size / 2) })
    write(page, answerNames[answer], { x: x - 1.5, y: centre - linesHeight(1, ANSWER_SIZE) / 2, width: ANSWER_SIZE * 2, size: ANSWER_SIZE, align: 'right' })
  }
  const end = rounded(start + height)
  for (const line of [start, end]) rule(page, line, LINE)
  for (const edge of [COLUMN.left, COLUMN.right]) verticalRule(page, edge, top, end, LINE)
  return end
}

function writeSigning(page: LayoutPage, top: number): void {
  const y = top + 11
  blank(page, '业主（受托人）签名', COLUMN.left, 112, y)
  blank(page, '日期', 118, COLUMN.right, y)
  blank(page, '联系电话', COLUMN.left, 112, y + 10)
  write(page, '由受托人签名的，请附业主的书面委托。', { x: 118, y: y + 5.4, width: 72, size: 3.4 })
}
