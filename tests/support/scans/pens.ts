import type { Grey } from '../../../src/server/features/reading/recognition/grey.ts'
import type { Row } from '../../../src/server/features/reading/recognition/rows.ts'
import { FINE } from './drawnPages.ts'
import type { Random } from './random.ts'

type Point = readonly [x: number, y: number]
interface Pen {
  /** Line width in millimetres. */
  readonly width: number
  /** Line grey, 0 is black. */
  readonly grey: number
}

/** Frequency of each mark: by normal voters, and by misleading ones. */
const usual = {
  tick: 62,
  small: 6,
  big: 6,
  beside: 4,
  faint: 3,
  blank: 5,
  two: 2,
  cross: 2.5,
  filled: 1,
  scribbled: 2,
  boxRing: 1,
  wordRing: 1,
  onWord: 1,
  slash: 1.5,
  dotBeside: 1,
  struck: 0.5,
  contrary: 0.5,
  dot: 0.7,
  ring: 1,
}
export type MarkKind = keyof typeof usual
const misleading: Readonly<Partial<Record<MarkKind, number>>> = {
  contrary: 14,
  struck: 10,
  cross: 14,
  scribbled: 8,
  wordRing: 8,
  boxRing: 8,
  two: 8,
  ring: 14,
  onWord: 6,
  filled: 6,
}
/** Marks that a reader must recognise. */
export const ordinary: ReadonlySet<MarkKind> = new Set<MarkKind>(['tick', 'small', 'big'])

export interface MarkSet {
  readonly shares: Readonly<Partial<Record<MarkKind, number>>>
}
export const markSets = { usual: { shares: usual }, misleading: { shares: misleading } } as const satisfies Readonly<Record<string, MarkSet>>

export function pickKind({ shares }: MarkSet, random: Random): MarkKind {
  const kinds = Object.entries(shares) as [MarkKind, number][]
  let left = random.share() * kinds.reduce((sum, [, share]) => sum + share, 0)
  for (const [kind, share] of kinds) {
    left -= share
    if (left < 0) return kind
  }
  return 'tick'
}

function draw(page: Grey, points: readonly Point[], { width, grey }: Pen): void {
  for (const [index, [x1, y1]] of points.slice(1).entries()) {
    const [x0, y0] = points[index] ?? [x1, y1]
    const steps = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) * FINE * 1.5))
    for (let step = 0; step <= steps; step += 1) {
      const [x, y] = [(x0 + ((x1 - x0) * step) / steps) * FINE, (y0 + ((y1 - y0) * step) / steps) * FINE]
      dab(page, x, y, ((width * FINE) / 2) * (0.85 + 0.3 * Math.sin(index * 3 + step * 0.2)), grey)
    }
  }
}

function dab({ width, height, data }: Grey, x: number, y: number, radius: number, grey: number): void {
  for (let row = Math.max(0, Math.floor(y - radius - 1)); row <= Math.min(height - 1, y + radius + 1); row += 1)
    for (let column = Math.max(0, Math.floor(x - radius - 1)); column <= Math.min(width - 1, x + radius + 1); column += 1) {
      const cover = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(column - x, row - y)))
      const index = row * width + column
      if (cover > 0) data[index] = Math.min(data[index] ?? 255, 255 - (255 - grey) * cover)
    }
}

/** A smooth line through points (Catmull-Rom). */
function curve(points: readonly Point[], steps: number): Point[] {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0]
  const smooth = (index: number, t: number, axis: 0 | 1): number => {
    const [a, b, c, d] = [at(index - 1)[axis], at(index)[axis], at(index + 1)[axis], at(index + 2)[axis]]
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3)
  }
  const inner = points
    .slice(1)
    .flatMap((_, index) => Array.from({ length: steps }, (_, step): Point => [smooth(index, step / steps, 0), smooth(index, step / steps, 1)]))
  return [...inner, at(points.length - 1)]
}

function createHand(random: Random) {
  const shaken = (points: readonly Point[], by: number): Point[] => points.map(([x, y]) => [x + random.normal() * by, y + random.normal() * by])
  return {
    pen: (): Pen => ({ width: random.pick([0.35, 0.45, 0.5, 0.6, 0.7, 0.9]), grey: random.pick([25, 45, 60, 75, 95, 115]) }),
    shaken,
    tick: (x: number, y: number, size: number): Point[] =>
      curve(
        shaken(
          [
            [x - size * 0.5, y - size * 0.05],
            [x - size * 0.38, y + size * 0.12],
            [x - size * 0.15, y + size * 0.45],
            [x + size * 0.1, y + size * 0.05],
            [x + size * 0.62, y - size * 0.62],
          ],
          size * 0.035,
        ),
        6,
      ),
    ring: (x: number, y: number, wide: number, high: number): Point[] =>
      Array.from({ length: 25 }, (_, step): Point => [x + Math.cos(step * 0.28 - 1) * wide, y + Math.sin(step * 0.28 - 1) * high]),
  }
}

/** Marks a row like a person; returns the acceptable readings: none if only a person can tell. */
export function markRow(page: Grey, { boxes }: Row, kind: MarkKind, random: Random): readonly number[] {
  const hand = createHand(random)
  const pen = hand.pen()
  const chosen = random.index(boxes.length)
  const box = random.pick(boxes.slice(chosen, chosen + 1))
  const other = boxes.length > 1 ? boxes[(chosen + 1 + random.index(boxes.length - 1)) % boxes.length] : undefined
  const [x, y] = [box.x + 2.8, box.y + 2.8]
  const { between, normal } = random
  const line = (points: readonly Point[], with_: Pen = pen): void => draw(page, points, with_)
  const tick = (at: { readonly x: number }): void => line(hand.tick(at.x, y, 5))
  const answers: Readonly<Record<MarkKind, () => readonly number[]>> = {
    tick: () => (line(hand.tick(x + normal() * 0.5, y + normal() * 0.5, between(4, 6.5))), [box.answer]),
    small: () => (line(hand.tick(x + normal() * 0.4, y + normal() * 0.4, between(2.6, 3.6))), [box.answer]),
    big: () => (line(hand.tick(x + normal() * 0.8, y + normal() * 0.8 - 0.6, between(7, 10))), [box.answer]),
    beside: () => (line(hand.tick(x + between(-2.2, 2.2), y + between(-2.2, 2.2), between(4, 6))), [box.answer]),
    faint: () => (line(hand.tick(x, y, between(4, 6)), { width: 0.4, grey: random.pick([150, 170, 190]) }), [box.answer]),
    blank: () => [0],
    two: () => (other ? (tick({ x }), tick({ x: other.x + 2.8 }), []) : markRow(page, { topicId: '', optionId: null, boxes }, 'cross', random)),
    cross: () => {
      const size = between(2, 3.2)
      line(hand.shaken([[x - size, y - size], [x + size, y + size]], 0.25)) // prettier-ignore
      line(hand.shaken([[x + size, y - size], [x - size, y + size]], 0.25)) // prettier-ignore
      return []
    },
    filled: () => {
      for (let row = -2.4; row <= 2.4; row += 0.35) line(hand.shaken([[x - 2.5, y + row], [x + 2.5, y + row + 0.2]], 0.1), { width: 0.6, grey: 50 }) // prettier-ignore
      return []
    },
    scribbled: () => {
      tick({ x })
      line(
        hand.shaken(
          Array.from({ length: 9 }, (_, step): Point => [x - 3 + step * 0.75, y + (step % 2 === 1 ? 2.6 : -2.6)]),
          0.3,
        ),
      )
      if (other && random.share() < 0.7) tick({ x: other.x + 2.8 })
      return []
    },
    boxRing: () => (line(hand.ring(x, y, between(4, 4.4), between(4, 4.4))), []),
    wordRing: () => (line(hand.ring(box.x - 5.5, y, 5, 3.6)), []),
    onWord: () => (line(hand.tick(box.x - 5.5, y, 5.5)), []),
    slash: () => {
      const size = between(2.4, 4)
      line(hand.shaken([[x + size * 0.8, y - size], [x - size * 0.6, y + size * 0.8]], 0.15)) // prettier-ignore
      return [box.answer]
    },
    dotBeside: () => {
      tick({ x })
      if (other) line([[other.x + 2.6, y], [other.x + 2.9, y + 0.1]], { width: between(0.5, 0.9), grey: 60 }) // prettier-ignore
      return [box.answer]
    },
    contrary: () =>
      other ? (tick({ x }), line(hand.tick(other.x - 5.5, y, 5.5)), []) : markRow(page, { topicId: '', optionId: null, boxes }, 'cross', random),
    struck: () => {
      tick({ x })
      const [first, last] = [boxes[0] ?? box, boxes.at(-1) ?? box]
      line(hand.shaken([[first.x - 10, y + between(-1, 1)], [last.x + 8, y + between(-1, 1)]], 0.3)) // prettier-ignore
      return []
    },
    dot: () => (line([[x, y], [x + 0.2, y + 0.1]], { width: between(0.4, 0.8), grey: 60 }), [0]), // prettier-ignore
    ring: () => {
      const radius = between(0.9, 2.3)
      line(hand.ring(x + normal() * 0.3, y + normal() * 0.3, radius, radius * between(0.8, 1.2)))
      return []
    },
  }
  return answers[kind]()
}
