import { BOX, type LayoutPage } from '#shared/features/paper/layout.ts'
import { textWidth } from '#shared/features/paper/layoutText.ts'
import { answerNames } from '#shared/features/activity/rules.ts'
import { DOTS, inkOf, straightened, type Grey, type Patch } from './grey.ts'
import type { Location } from './location.ts'
import { wordGlyphs, WORD_AT } from './words.ts'

type Box = LayoutPage['boxes'][number]

/** A row of boxes from left to right, of a topic or an option. */
export interface Row {
  readonly topicId: string
  readonly optionId: string | null
  readonly boxes: readonly Box[]
}

/** The ink in a row, and the positions of its boxes. Lengths are in the patch's dots. */
export interface RowInk {
  readonly width: number
  readonly height: number
  readonly ink: Float32Array
  /** Mask of printed dots, one byte per dot: 0 is paper. */
  readonly print: Uint8Array
  readonly boxes: readonly BoxInk[]
}
export interface BoxInk {
  readonly box: Box
  /** Its upper left corner. */
  readonly x: number
  readonly y: number
  /** Mean ink inside above the noise floor; and all darkness relative to paper. */
  readonly inside: number
  readonly shade: number
  /** Ink near it, outside boxes and print, in mm²; the part left of its word's end, and the part between word and box. */
  readonly stray: number
  readonly before: number
  readonly gap: number
}
export type RowTrouble = 'cut' | 'box' | 'skewed'

export const BOX_DOTS = Math.round(BOX.size * DOTS)

/** Millimetres of a patch beyond its boxes: left (the first word), right, above and below; and the part read for stray ink. */
const BEFORE = 11
const AFTER = 6.5
const BESIDE = 9.7
const UNREAD = 3.2
const MOST_RIGHT = 204

/** Maximum offset of a box from its expected position, minimum clarity of its outline, and maximum difference of offsets within a row. */
const SHIFT = 1.3
const LEAST_OUTLINE = 0.22
const MOST_APART = 0.7
/** Millimetres of an outline excluded from the inside, the noise floor of ink, and the threshold of stray ink. */
const RIM = 0.85
const FLOOR = 0.12
const STRAY = 0.2
/** Dots per millimetre below which a picture is coarse, with blurred letters. */
const COARSE = 5.6

export function rowsOf(page: LayoutPage): Row[] {
  const rows = new Map<string, { topicId: string; optionId: string | null; boxes: Box[] }>()
  for (const box of page.boxes) {
    const key = JSON.stringify([box.topicId, box.optionId])
    const row = rows.get(key) ?? { topicId: box.topicId, optionId: box.optionId, boxes: [] }
    row.boxes.push(box)
    rows.set(key, row)
  }
  return [...rows.values()].map((row) => ({ ...row, boxes: row.boxes.sort((a, b) => a.x - b.x) }))
}

/** Straightens a row and measures its ink. */
export function measure(picture: Grey, { toPicture, scale }: Location, page: LayoutPage, { boxes }: Row, black: number): RowInk | RowTrouble {
  const [first, last] = [boxes[0], boxes.at(-1)]
  if (!first || !last) return 'box'
  const [left, middle] = [first.x - BEFORE, first.y + BOX.size / 2]
  const right = Math.min(MOST_RIGHT, last.x + BOX.size + AFTER)
  const patch = straightened(picture, toPicture, left, middle - BESIDE, right - left, 2 * BESIDE)
  if (patch.outside > 0.01) return 'cut'
  const ink = inkOf(patch, black)
  const places = boxes.map((box) => outlineNear(ink, patch, dotOf(patch, box.x, box.y)))
  if (places.some(({ clarity }) => clarity < LEAST_OUTLINE)) return 'box'
  const shift = { x: median(places.map(({ dx }) => dx)), y: median(places.map(({ dy }) => dy)) }
  if (places.some(({ dx, dy }) => Math.hypot(dx - shift.x, dy - shift.y) > MOST_APART * DOTS)) return 'skewed'
  const print = printMask(patch, page, boxes, shift, scale < COARSE)
  for (const { x, y } of places) fill(print, patch, x - 4, y - 4, x + BOX_DOTS + 4, y + BOX_DOTS + 4)
  const found = boxes.map((box, index) => ({ box, x: places[index]?.x ?? 0, y: places[index]?.y ?? 0 }))
  const strays = straysOf(ink, print, patch, boxes)
  return {
    width: patch.width,
    height: patch.height,
    ink,
    print,
    boxes: found.map((each, index) => ({ ...each, ...insideOf(ink, patch.width, each), ...(strays[index] ?? { stray: 0, before: 0, gap: 0 }) })),
  }
}

const dotOf = ({ left, top }: Patch, x: number, y: number) => ({ x: Math.round((x - left) * DOTS), y: Math.round((y - top) * DOTS) })
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

/** The sides of a box: a first point on each, the direction along it, and across it. */
const EDGE = 1.2
const SIDES = [
  { x: 0, y: EDGE, alongX: 1, alongY: 0 },
  { x: 0, y: BOX_DOTS - 1 - EDGE, alongX: 1, alongY: 0 },
  { x: EDGE, y: 0, alongX: 0, alongY: 1 },
  { x: BOX_DOTS - 1 - EDGE, y: 0, alongX: 0, alongY: 1 },
] as const

/**
 * Finds a box near a position by its clearest outline: ink along its sides relative to the ink next to them; a stroke may hide one side.
 */
function outlineNear(ink: Float32Array, { width, height }: Patch, expected: { readonly x: number; readonly y: number }) {
  const reach = Math.round(SHIFT * DOTS)
  const inkAt = (x: number, y: number): number => {
    const [column, row] = [Math.round(x), Math.round(y)]
    return column < 0 || row < 0 || column >= width || row >= height ? 0 : (ink[row * width + column] ?? 0)
  }
  const clarityAt = (dx: number, dy: number): number => {
    const clear = SIDES.map(({ x, y, alongX, alongY }) => {
      let [on, beside, count] = [0, 0, 0]
      for (let step = 4; step < BOX_DOTS - 4; step += 2) {
        const [px, py] = [expected.x + dx + x + alongX * step, expected.y + dy + y + alongY * step]
        on += inkAt(px, py)
        beside += Math.min(inkAt(px + alongY * 4, py + alongX * 4), inkAt(px - alongY * 4, py - alongX * 4))
        count += 1
      }
      return (on - beside) / count
    }).sort((a, b) => a - b)
    return (clear[0] ?? 0) * 0.5 + (clear[1] ?? 0) * 0.3 + (clear[2] ?? 0) * 0.2 - 0.004 * Math.hypot(dx, dy)
  }
  let best = { dx: 0, dy: 0, clarity: -Infinity }
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1) {
      const clarity = clarityAt(dx, dy)
      if (clarity > best.clarity) best = { dx, dy, clarity }
    }
  return { ...best, x: expected.x + best.dx, y: expected.y + best.dy }
}

function fill(mask: Uint8Array, { width, height }: Patch, left: number, top: number, right: number, bottom: number): void {
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1)
    mask.fill(1, y * width + Math.max(0, left), y * width + Math.max(0, left, Math.min(width, right)))
}

const words: readonly string[] = Object.values(answerNames)

/** Mask of the print on a patch, slightly dilated: lines and texts as rectangles, the answers' words as their glyphs. */
function printMask(patch: Patch, page: LayoutPage, boxes: readonly Box[], shift: { readonly x: number; readonly y: number }, isCoarse: boolean): Uint8Array {
  const mask = new Uint8Array(patch.width * patch.height)
  const printed = (left: number, top: number, right: number, bottom: number): void => {
    const [from, to] = [dotOf(patch, left - 0.7, top - 0.7), dotOf(patch, right + 0.7, bottom + 0.7)]
    fill(mask, patch, from.x + shift.x, from.y + shift.y, to.x + shift.x, to.y + shift.y)
  }
  for (const { x, y, size, align, text } of page.texts) {
    if (align === 'right' && words.includes(text)) continue
    const width = textWidth(text) * size
    const left = align === 'left' ? x : align === 'center' ? x - width / 2 : x - width
    printed(left, y - size * 0.92, left + width, y + size * 0.22)
  }
  for (const { x1, y1, x2, y2, width } of page.lines)
    printed(Math.min(x1, x2) - width / 2, Math.min(y1, y2) - width / 2, Math.max(x1, x2) + width / 2, Math.max(y1, y2) + width / 2)
  for (const { answer, x, y } of boxes) {
    const corner = dotOf(patch, x + WORD_AT.x, y + BOX.size / 2 + WORD_AT.y)
    for (const dot of wordGlyphs(answer, isCoarse)) {
      const [column, row] = [corner.x + shift.x + (dot % WORD_AT.width), corner.y + shift.y + Math.floor(dot / WORD_AT.width)]
      if (column >= 0 && row >= 0 && column < patch.width && row < patch.height) mask[row * patch.width + column] = 1
    }
  }
  return mask
}

function insideOf(ink: Float32Array, width: number, { x, y }: { readonly x: number; readonly y: number }) {
  const rim = Math.round(RIM * DOTS)
  let [inside, shade, count] = [0, 0, 0]
  for (let row = rim; row < BOX_DOTS - rim; row += 1)
    for (let column = rim; column < BOX_DOTS - rim; column += 1) {
      const dark = ink[(y + row) * width + x + column] ?? 0
      inside += Math.max(0, dark - FLOOR) / (1 - FLOOR)
      shade += dark
      count += 1
    }
  return { inside: inside / count, shade: shade / count }
}

/** Ink in a row outside boxes and print, by the nearest box, in mm². */
function straysOf(ink: Float32Array, print: Uint8Array, { width, height, left }: Patch, boxes: readonly Box[]) {
  const found = boxes.map(() => ({ stray: 0, before: 0, gap: 0 }))
  const unread = Math.round(UNREAD * DOTS)
  const distances = boxes.map(
    ({ x }) =>
      (place: number) =>
        Math.abs(x + BOX.size / 2 - place),
  )
  for (let row = unread; row < height - unread; row += 1)
    for (let column = 2; column < width - 2; column += 1) {
      const index = row * width + column
      if (print[index] === 1 || (ink[index] ?? 0) < STRAY) continue
      const place = left + column / DOTS
      const away = distances.map((distance) => distance(place))
      const nearest = away.indexOf(Math.min(...away))
      const [box, of] = [boxes[nearest], found[nearest]]
      if (!box || !of) continue
      of.stray += 1 / DOTS ** 2
      if (place < box.x - 3.5) of.before += 1 / DOTS ** 2
      else if (place < box.x - 0.6) of.gap += 1 / DOTS ** 2
    }
  return found
}
