import { formatTime } from '#shared/time/chinaTime.ts'
import { A5, createPdf, type Pdf, type TextLook } from '../../pdf/document.ts'

/** The state of a ballot's vote. */
type ReceiptState = 'counted' | 'voided' | 'received' | 'late' | 'absent'
const stateNames: Readonly<Record<ReceiptState, string>> = {
  counted: '已计入',
  voided: '已作废',
  received: '已收到未录入',
  late: '逾期收到',
  absent: '未收到',
}

/** A topic, or one of its options, and its answer; `''` if there is none. */
export interface AnsweredSlot {
  readonly topic: string
  /** `''` if the topic itself is voted on. */
  readonly option: string
  readonly answer: string
  readonly corrected: string
}

/** The contents of the page about a ballot: no name, phone or ID number. Times in epoch ms. */
export interface ReceiptFacts {
  readonly title: string
  readonly estateName: string
  /** The ballot's properties in words. */
  readonly place: string
  /** Of its paper; `''` without one. */
  readonly code: string
  readonly state: ReceiptState
  readonly receivedAt: number | null
  readonly enteredAt: number | null
  readonly voidedAt: number | null
  readonly answers: readonly AnsweredSlot[]
  /** Corrections by objections, one line each. */
  readonly corrections: readonly string[]
  /** The vote's state after corrections; null if unchanged. */
  readonly correctedState: 'counted' | 'voided' | null
  readonly proof: ReceiptProof
  readonly printedAt: number
}

/** The activity's newest checkpoint. */
interface ReceiptProof {
  /** Its 核验码 in groups of four; `''` without one. */
  readonly code: string
  /** Whether the ballot's entry came after it; null without an entry. */
  readonly isOlder: boolean | null
}

const WIDTH = A5.width - 2 * A5.margin
const BOTTOM = A5.height - A5.margin
const [INK, QUIET, LINE, BLUE, RED] = ['#1f2933', '#52606d', '#c3ccd5', '#1f5fa8', '#b42318']
const ANSWER = 56
/** Maximum lines of a text, and of a large ballot's properties; the height of a line. */
const [LINES, PLACE_LINES] = [4, 16]
const LINE_ROOM = 17
const SIZE = 10
/** Distance of a font's baseline from its top, relative to its size. */
const ASCENT = 1.16

/** Writes downwards, continuing on a new page when full, which starts with `about`. */
function createFlow({ document, write }: Pdf, about: string) {
  let y: number = A5.margin
  const flow = {
    /** The cells of a row, each as [text, from, width]. */
    row(cells: readonly (readonly [text: string, from: number, width: number, look?: Partial<TextLook>])[]): void {
      const lines = Math.max(...cells.map(([, , , look]) => look?.lines ?? LINES))
      if (y + lines * LINE_ROOM > BOTTOM) {
        document.addPage()
        y = write(about, { x: A5.margin, y: A5.margin, width: WIDTH }, { size: 9, color: QUIET, lines: 1 }) + 6
      }
      const largest = Math.max(...cells.map(([, , , look]) => look?.size ?? SIZE))
      const ends = cells.map(([text, from, width, look]) => {
        const lowered = y + (largest - (look?.size ?? SIZE)) * ASCENT
        return write(text, { x: A5.margin + from, y: lowered, width }, { size: SIZE, color: INK, lines: LINES, ...look })
      })
      y = Math.max(...ends) + 2
    },
    line(text: string, look: Partial<TextLook> = {}): void {
      flow.row([[text, 0, WIDTH, look]])
    },
    fact(label: string, value: string, look: Partial<TextLook> = {}): void {
      flow.row([
        [label, 0, 62, { color: QUIET }],
        [value, 66, WIDTH - 66, look],
      ])
    },
    rule(): void {
      document
        .lineWidth(0.6)
        .strokeColor(LINE)
        .moveTo(A5.margin, y + 3)
        .lineTo(A5.margin + WIDTH, y + 3)
        .stroke()
      y += 9
    },
  }
  return flow
}
type Flow = ReturnType<typeof createFlow>

/** 查票: the record of one ballot, on A5. The same facts yield the same bytes. */
export async function receiptPdf(facts: ReceiptFacts, fontFile: string): Promise<Buffer> {
  const { title, estateName, place, code, state, receivedAt, enteredAt, voidedAt, corrections, correctedState, printedAt } = facts
  const pdf = await createPdf({ fontFile, title: `查票：${title}`, size: 'A5', time: printedAt })
  const flow = createFlow(pdf, `查票（续）　${place}`)
  const time = (at: number | null): string => (at === null ? '无' : formatTime(at))
  flow.line('查票', { size: 18, isBold: true })
  flow.rule()
  flow.fact('小区', estateName)
  flow.fact('投票活动', title)
  flow.fact('房屋', place, { lines: PLACE_LINES })
  flow.fact('选票编号', code || '无')
  flow.fact('收到时间', time(receivedAt))
  flow.fact('录入时间', time(enteredAt))
  if (voidedAt !== null) flow.fact('作废时间', time(voidedAt))
  flow.fact('状态', stateNames[state], { size: 14, isBold: true, color: state === 'counted' ? BLUE : RED })
  for (const each of corrections) flow.fact('更正', each, { color: RED })
  if (correctedState !== null) flow.fact('更正后', stateNames[correctedState], { size: 14, isBold: true, color: RED })
  flow.rule()
  writeAnswers(flow, facts)
  flow.rule()
  writeProof(flow, facts.proof)
  flow.line(`打印时间：${formatTime(printedAt)}`, { size: 9, color: QUIET })
  return pdf.finish()
}

function writeAnswers(flow: Flow, { state, answers }: ReceiptFacts): void {
  if (answers.length === 0) return flow.line('没有录入投票内容', { color: QUIET })
  const isCorrected = answers.some(({ corrected }) => corrected !== '')
  const title = WIDTH - ANSWER * (isCorrected ? 2 : 1) - 8
  const row = (text: string, answer: string, corrected: string, look: Partial<TextLook> = {}): void =>
    flow.row([
      [text, 0, title, look],
      [answer, title + 8, ANSWER, { align: 'right', ...look }],
      ...(isCorrected ? [[corrected, title + 8 + ANSWER, ANSWER, { align: 'right', color: RED }] as const] : []),
    ])
  row(state === 'voided' ? '投票内容（已作废，不计入）' : '投票内容', '原记录', isCorrected ? '更正后' : '', { color: QUIET })
  let topic = ''
  for (const each of answers) {
    if (each.option !== '' && each.topic !== topic) flow.line(each.topic)
    topic = each.topic
    row(each.option || each.topic, each.answer, each.corrected)
  }
}

function writeProof(flow: Flow, { code, isOlder }: ReceiptProof): void {
  flow.fact('核验码', code || '无', { isBold: true })
  if (isOlder !== null) flow.line(isOlder ? '核验码早于本票的登记，尚未包含该登记。' : '核验码晚于本票的登记，已包含该登记。', { size: 9, color: QUIET })
}
