import { MARK, type LayoutPage, type Rectangle } from '#shared/features/paper/layout.ts'
import { affineOf, homographyOf, mapped, scaleAt, type Homography, type Pair, type Point } from './geometry.ts'
import type { Grey } from './grey.ts'

/** A page's position in a picture. */
export interface Location {
  /** Maps the page's millimetres to the picture's dots. */
  readonly toPicture: Homography
  /** Dots per millimetre in the middle of the page. */
  readonly scale: number
}

/** Tolerated distance of the QR code from its position according to the squares, in millimetres. */
const QR_TOLERANCE = 2.5
/** Threshold relative to the paper's local mean: anything darker may belong to a square. */
const DARK = 0.72
/** Millimetres of paper on each side included in the mean. */
const AROUND = 9
/**
 * Reach of the first search for a square in millimetres: upper left, upper right, lower left, lower right; the QR code is
 * at the upper right.
 */
const FIRST_REACH = [22, 7, 16, 26]
const SECOND_REACH = 16
/** Search order: the nearest square first. */
const ORDER = [1, 3, 0, 2]
/** Weight of a square relative to a corner of the QR code. */
const SQUARE_WEIGHT = 60

const middleOf = ({ x, y }: Rectangle): Point => ({ x: x + MARK.size / 2, y: y + MARK.size / 2 })
const cornersOf = ({ x, y, width, height }: Rectangle): Point[] => [
  { x, y },
  { x: x + width, y },
  { x, y: y + height },
  { x: x + width, y: y + height },
]

/**
 * Locates a page by its QR code's corners and its squares; null if fewer than three squares are found, or if the code is
 * not where they imply: cut, folded, or bent too much.
 *
 * @param corners upper left, upper right, lower left, lower right of the code in the picture
 */
export function locate(picture: Grey, page: LayoutPage, corners: readonly Point[]): Location | null {
  const code = page.qrCodes[0]
  if (!code) return null
  const pairs: Pair[] = cornersOf(code).flatMap((from, index) => {
    const to = corners[index]
    return to ? [{ from, to, weight: 1 }] : []
  })
  const squares = new Map<number, Pair>()
  let guess = affineOf(pairs)
  for (const isFirst of [true, false])
    for (const index of ORDER) {
      const mark = page.marks[index]
      if (!mark || !guess || squares.has(index)) continue
      const to = findSquare(picture, guess, middleOf(mark), isFirst ? (FIRST_REACH[index] ?? SECOND_REACH) : SECOND_REACH)
      if (!to) continue
      squares.set(index, { from: middleOf(mark), to, weight: SQUARE_WEIGHT })
      guess = affineOf([...pairs, ...squares.values()]) ?? guess
    }
  if (!guess || squares.size < 3) return null
  const toPicture = squares.size === 4 ? (homographyOf([...squares.values()]) ?? guess) : guess
  const scale = scaleAt(toPicture, 100, 150)
  const isAway = pairs.some(({ from, to }) => {
    const put = mapped(toPicture, from.x, from.y)
    return Math.hypot(put.x - to.x, put.y - to.y) / scale > QR_TOLERANCE
  })
  return isAway ? null : { toPicture, scale }
}

/** A part of a picture, one bit per dot: dark or not. */
interface Dark {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly isDark: Uint8Array
}

/** The center, in the picture, of the solid square nearest to the expected position. */
function findSquare(picture: Grey, guess: Homography, expected: Point, reach: number): Point | null {
  const scale = scaleAt(guess, expected.x, expected.y)
  if (!(scale > 1.5 && scale < 40)) return null
  const centre = mapped(guess, expected.x, expected.y)
  const part = darkAround(picture, centre, Math.ceil((reach + 5) * scale), Math.round(AROUND * scale))
  if (part.width < 5 * scale || part.height < 5 * scale) return null
  let nearest: Point | null = null
  let least = reach
  for (const blob of blobsOf(part)) {
    if (!isSquare(blob, (MARK.size * scale) ** 2)) continue
    const found = { x: blob.x + part.left, y: blob.y + part.top }
    const distance = Math.hypot(found.x - centre.x, found.y - centre.y) / scale
    if (distance >= least) continue
    least = distance
    nearest = found
  }
  return nearest
}

/** Finds dots darker than the surrounding paper, by rectangle sums. */
function darkAround(picture: Grey, centre: Point, reach: number, around: number): Dark {
  const left = Math.max(0, Math.round(centre.x) - reach)
  const top = Math.max(0, Math.round(centre.y) - reach)
  const width = Math.max(0, Math.min(picture.width - 1, Math.round(centre.x) + reach) - left + 1)
  const height = Math.max(0, Math.min(picture.height - 1, Math.round(centre.y) + reach) - top + 1)
  const sums = new Float64Array((width + 1) * (height + 1))
  const dotAt = (x: number, y: number): number => picture.data[(y + top) * picture.width + x + left] ?? 255
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += dotAt(x, y)
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  const isDark = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [x0, x1, y0, y1] = [Math.max(0, x - around), Math.min(width, x + around + 1), Math.max(0, y - around), Math.min(height, y + around + 1)]
      const sum =
        (sums[y1 * (width + 1) + x1] ?? 0) - (sums[y0 * (width + 1) + x1] ?? 0) - (sums[y1 * (width + 1) + x0] ?? 0) + (sums[y0 * (width + 1) + x0] ?? 0)
      if (dotAt(x, y) < (sum / ((x1 - x0) * (y1 - y0))) * DARK) isDark[y * width + x] = 1
    }
  return { left, top, width, height, isDark }
}

/** Connected dark dots: their number, centroid, and second moments about it. */
interface Blob {
  readonly area: number
  readonly x: number
  readonly y: number
  readonly varianceX: number
  readonly varianceY: number
  readonly covariance: number
}

function* blobsOf({ width, height, isDark }: Dark): Generator<Blob> {
  const left = isDark.slice()
  const open: number[] = []
  for (let start = 0; start < left.length; start += 1) {
    if (left[start] !== 1) continue
    let [area, sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0]
    left[start] = 0
    open.push(start)
    for (let dot = open.pop(); dot !== undefined; dot = open.pop()) {
      const [x, y] = [dot % width, Math.floor(dot / width)]
      area += 1
      sumX += x
      sumY += y
      sumXX += x * x
      sumYY += y * y
      sumXY += x * y
      for (const next of [x > 0 ? dot - 1 : -1, x < width - 1 ? dot + 1 : -1, dot - width, y < height - 1 ? dot + width : -1]) {
        if (next < 0 || left[next] !== 1) continue
        left[next] = 0
        open.push(next)
      }
    }
    const [x, y] = [sumX / area, sumY / area]
    yield { area, x, y, varianceX: sumXX / area - x * x, varianceY: sumYY / area - y * y, covariance: sumXY / area - x * y }
  }
}

/** Whether a blob has about a square's size, solidity and aspect ratio. */
function isSquare({ area, varianceX, varianceY, covariance }: Blob, expected: number): boolean {
  if (area < expected * 0.55 || area > expected * 1.6) return false
  const determinant = Math.max(1e-9, varianceX * varianceY - covariance ** 2)
  const solidity = area ** 2 / (144 * determinant)
  const half = (varianceX + varianceY) / 2
  const spread = Math.sqrt(Math.max(0, half ** 2 - determinant))
  const aspect = Math.sqrt((half + spread) / Math.max(1e-9, half - spread))
  return solidity >= 0.8 && solidity <= 1.2 && aspect <= 1.45
}
