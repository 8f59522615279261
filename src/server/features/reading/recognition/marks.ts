import { DOTS } from './grey.ts'
import { BOX_DOTS, type BoxInk, type RowInk } from './rows.ts'

/** Thresholds of ink inside a box: marked from the first, empty below the second, certainly blank below the last. */
const MARKED = 0.03
const EMPTY = 0.012
const BLANK = 0.004
/** Maximum darkness by which a box may exceed the next one: more is no noise, which affects a whole row equally. */
const MOST_SHADE = 0.018
/** Minimum ratio of a mark's ink to every other box's. */
const RATIO = 5
/** Negligible stray ink, in mm²: a coarse photo shows 0.7 of a tick on a word, the rest is taken for the word; honest marks rarely leave 0.4. */
const MOST_STRAY = 0.4
/** The same in a row without a mark, of all boxes: a coarse photo shows 0.1 mm² of nothing, and 0.39 of a tick on a word. */
const MOST_STRAY_OF_BLANK = 0.2

/** Why a row is left to a person. */
export type MarkDoubt = 'several' | 'faint' | 'stray' | 'word' | 'shape' | 'hole' | 'filled' | 'small' | 'large'
export type MarkReading = { readonly answer: 1 | 2 | 3 } | 'blank' | MarkDoubt

/** The answer of a row: one box with a tick and nothing else, nothing at all, or a doubt for a person. */
export function markOf(row: RowInk): MarkReading {
  const [marked, second] = row.boxes.toSorted((a, b) => b.inside - a.inside)
  if (!marked) return 'faint'
  if (marked.inside <= EMPTY) {
    if (row.boxes.reduce((sum, { stray }) => sum + stray, 0) > MOST_STRAY_OF_BLANK) return 'stray'
    return marked.inside > BLANK || standsOut(row) ? 'faint' : 'blank'
  }
  if (marked.inside < MARKED) return 'faint'
  const other = second?.inside ?? 0
  if (other > EMPTY || other * RATIO > marked.inside) return 'several'
  if (row.boxes.some((box) => box !== marked && box.stray > MOST_STRAY)) return 'stray'
  const isAlone = row.boxes.length === 1
  if (isOnWord(marked, isAlone)) return 'word'
  return shapeDoubt(row, marked, isAlone) ?? { answer: marked.box.answer }
}

/** A pencil tick of which a coarse photo kept only a shade: no other box has one. */
function standsOut({ boxes }: RowInk): boolean {
  const [most = 0, second = most] = boxes.map(({ shade }) => shade).sort((a, b) => b - a)
  return most - second > MOST_SHADE
}

/** In a row with one box a line through the row looks like a tick: it is detected by its ink before the word. */
function isOnWord({ before, gap }: BoxInk, isAlone: boolean): boolean {
  if (isAlone) return before > 0.12 || gap > 0.3
  return before > 0.5 || (gap > 0.3 && before > 0.04)
}

interface Dot {
  readonly x: number
  readonly y: number
}

/**
 * Ink threshold of a shape, and of ink that may close one; how far a mark is followed beyond its box, in millimetres: not
 * into the next row.
 */
const OF_SHAPE = 0.25
const FAINT = 0.14
/** Minimum fraction of a mark's ink in its shape: ticks have 0.6 and more on scans and good photos. Below it the shape is unknown. */
const LEAST_OF_SHAPE = 0.5
const FOLLOWED = { across: 5.2, along: 3.7 } as const
const RIM = 0.75

/** null for a tick, or a slash rising to the right; else the reason why not. */
function shapeDoubt(row: RowInk, marked: BoxInk, isAlone: boolean): MarkDoubt | null {
  const doubt = inkDoubt(row, marked, isAlone)
  return doubt === null && isCrossed(row, marked) ? 'stray' : doubt
}

/** How much of a column above and below a box is inked by a line through it, and how far the line leans, in millimetres. */
const OF_LINE = 0.7
const MOST_LEAN = 1.2

/** A line through the row above and below the box, from dust on a scanner's glass: with it, two halves of a ring make a tick. */
function isCrossed({ width, height, ink, print }: RowInk, { x, y }: BoxInk): boolean {
  const [wide, high] = [FOLLOWED.across, FOLLOWED.along].map((length) => Math.round(length * DOTS)) as [number, number]
  const isInked = (column: number, row: number): boolean => [-1, 0, 1].some((beside) => (ink[row * width + column + beside] ?? 0) >= FAINT)
  const linesIn = (from: number, to: number): number[] => {
    const columns: number[] = []
    for (let column = Math.max(1, x - wide); column < Math.min(width - 1, x + BOX_DOTS + wide); column += 1) {
      let [seen, inked] = [0, 0]
      for (let row = Math.max(0, from); row < Math.min(height, to); row += 1) {
        if (print[row * width + column] === 1) continue
        seen += 1
        if (isInked(column, row)) inked += 1
      }
      if (seen > DOTS / 2 && inked > OF_LINE * seen) columns.push(column)
    }
    return columns
  }
  const below = linesIn(y + BOX_DOTS, y + BOX_DOTS + high)
  return linesIn(y - high, y).some((column) => below.some((other) => Math.abs(column - other) <= MOST_LEAN * DOTS))
}

function inkDoubt({ width, height, ink, print }: RowInk, { x, y }: BoxInk, isAlone: boolean): MarkDoubt | null {
  const [wide, high, rim] = [FOLLOWED.across, FOLLOWED.along, RIM].map((length) => Math.round(length * DOTS)) as [number, number, number]
  const [dots, faint]: [Dot[], Dot[]] = [[], []]
  let inside = 0
  for (let row = Math.max(0, y - high); row <= Math.min(height - 1, y + BOX_DOTS + high); row += 1)
    for (let column = Math.max(0, x - wide); column <= Math.min(width - 1, x + BOX_DOTS + wide); column += 1) {
      const dark = ink[row * width + column] ?? 0
      if (dark < FAINT) continue
      const isInside = column >= x + rim && column < x + BOX_DOTS - rim && row >= y + rim && row < y + BOX_DOTS - rim
      if (!isInside && print[row * width + column] === 1) continue
      faint.push({ x: column, y: row })
      if (dark < OF_SHAPE) continue
      dots.push({ x: column, y: row })
      if (isInside) inside += 1
    }
  if (inside > (BOX_DOTS - 2 * rim) ** 2 / 2) return 'filled'
  // a weak cross of which a coarse photo kept the ends of one stroke
  if (dots.length < LEAST_OF_SHAPE * faint.length) return 'faint'
  const doubt = tickDoubt(dots, isAlone)
  // a ring half lost in a coarse photo
  return doubt === null && enclosedBy(shapeOf(faint)) > MOST_ENCLOSED ? 'hole' : doubt
}

/** Dots relative to their upper left corner, and their extent. */
interface Shape {
  readonly dots: readonly Dot[]
  readonly width: number
  readonly height: number
}

function shapeOf(dots: readonly Dot[]): Shape {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of dots) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { dots: dots.map(({ x, y }) => ({ x: x - left, y: y - top })), width: right - left + 1, height: bottom - top + 1 }
}

function tickDoubt(dots: readonly Dot[], isAlone: boolean): MarkDoubt | null {
  if (dots.length < 12) return 'small'
  if (dots.length > 16 * DOTS ** 2) return 'large'
  const shape = shapeOf(dots)
  if (shape.width < 1.6 * DOTS || shape.height < 1.2 * DOTS) return 'small'
  if (dots.length > shape.width * shape.height * (isAlone ? 0.32 : 0.4)) return 'filled'
  if (enclosedBy(shape) > 0 || isClosed(shape)) return 'hole'
  return risesToTheRight(shape, isAlone) ? null : 'shape'
}

/** In dots: noise encloses some. */
const MOST_ENCLOSED = 5

/** Number of paper dots enclosed by a shape dilated by one dot. */
function enclosedBy({ dots, width, height }: Shape): number {
  const [wide, high] = [width + 4, height + 4]
  const field = new Uint8Array(wide * high)
  for (const { x, y } of dots) for (let dy = 1; dy <= 3; dy += 1) field.fill(1, (y + dy) * wide + x + 1, (y + dy) * wide + x + 4)
  const open = [0]
  field[0] = 2
  for (let dot = open.pop(); dot !== undefined; dot = open.pop()) {
    const column = dot % wide
    for (const next of [column > 0 ? dot - 1 : -1, column < wide - 1 ? dot + 1 : -1, dot - wide, dot + wide]) {
      if (field[next] !== 0) continue
      field[next] = 2
      open.push(next)
    }
  }
  return field.reduce((sum, dot) => sum + (dot === 0 ? 1 : 0), 0)
}

/** Of the directions with ink, seen from the middle of a shape: ticks nearly always have at most 12, rings all. */
const DIRECTIONS = 16
const MOST_DIRECTIONS = 13

/**
 * Whether ink surrounds the middle almost completely: a ring that is broken, or partly hidden by the box's outline. A tick is open above.
 */
function isClosed({ dots, width, height }: Shape): boolean {
  const hit = new Set<number>()
  for (const { x, y } of dots) {
    const [dx, dy] = [(x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5]
    if (Math.hypot(dx, dy) > 0.12) hit.add(Math.floor(((Math.atan2(dy, dx) + Math.PI) / (2 * Math.PI)) * DIRECTIONS) % DIRECTIONS)
  }
  return hit.size > MOST_DIRECTIONS
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Maximum bend of a tick's right arm to the upper left of its chord, relative to the shape's diagonal: arcs of rings have up to 0.4. */
const MOST_BEND = 0.2

/**
 * Lowest point left of the middle, the right arm's end high and the arm nearly straight, no ink at the upper left and the lower
 * right, one stroke to the right of the lowest point.
 */
function risesToTheRight({ dots, width, height }: Shape, isAlone: boolean): boolean {
  const lowest = mean(dots.filter(({ y }) => y > height - 1 - Math.max(2, height * 0.13)).map(({ x }) => x))
  const turn = lowest / width
  if (turn < 0.06 || turn > 0.66) return false
  const end = mean(dots.filter(({ x }) => x > width - 1 - Math.max(2, width * 0.15)).map(({ y }) => y))
  if (end / height > 0.45) return false
  const upperLeft = dots.filter(({ x, y }) => x / width < Math.min(0.42, turn + 0.15) && y / height < 0.3)
  const lowerRight = dots.filter(({ x, y }) => x / width > Math.max(0.55, turn + 0.25) && y / height > 0.72)
  if (upperLeft.length > 0.04 * dots.length || lowerRight.length > 0.06 * dots.length) return false
  // an arc of a ring whose rest the box's outline hides
  const [runs, rises] = [width - 1 - lowest, height - 1 - end]
  const chord = Math.hypot(runs, rises)
  const bent = dots.filter(({ x, y }) => x >= lowest && runs * (height - 1 - y) - rises * (x - lowest) > MOST_BEND * Math.hypot(width, height) * chord)
  if (bent.length > 0.04 * dots.length) return false
  const columns = Map.groupBy(
    dots.filter(({ x }) => x >= lowest + DOTS * 0.8),
    ({ x }) => x,
  )
  const isBroken = (ys: readonly number[]): boolean => ys.some((y, index) => index > 0 && y - (ys[index - 1] ?? y) > 0.75 * DOTS)
  const broken = [...columns.values()].filter((column) => isBroken(column.map(({ y }) => y).sort((a, b) => a - b)))
  return columns.size === 0 || broken.length <= columns.size * (isAlone ? 0.16 : 0.24)
}
