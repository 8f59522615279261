import { mapped, type Homography } from './geometry.ts'

/** A greyscale picture: one byte per dot, 0 is black. */
export interface Grey {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** The interpolated grey between dots; -1 outside. */
function greyAt({ width, height, data }: Grey, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return -1
  const right = x - left
  const below = y - top
  const index = top * width + left
  const upper = (data[index] ?? 0) * (1 - right) + (data[index + 1] ?? 0) * right
  const lower = (data[index + width] ?? 0) * (1 - right) + (data[index + width + 1] ?? 0) * right
  return upper * (1 - below) + lower * below
}

/** A picture scaled by 1/factor, each dot the mean of its originals. */
export function shrunk({ width, height, data }: Grey, factor: number): Grey {
  const small = { width: Math.floor(width / factor), height: Math.floor(height / factor) }
  const dots = new Uint8Array(small.width * small.height)
  for (let y = 0; y < small.height; y += 1)
    for (let x = 0; x < small.width; x += 1) {
      let sum = 0
      for (let row = 0; row < factor; row += 1)
        for (let column = 0; column < factor; column += 1) sum += data[(y * factor + row) * width + x * factor + column] ?? 0
      dots[y * small.width + x] = sum / factor ** 2
    }
  return { ...small, data: dots }
}

export const inverted = (picture: Grey): Grey => ({ ...picture, data: picture.data.map((dot) => 255 - dot) })

/** Dots per millimetre after straightening. */
export const DOTS = 6

/** A straightened rectangle of a page, with `DOTS` dots per millimetre from its upper left corner. */
export interface Patch {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly dots: Float32Array
  /** The fraction outside the picture. */
  readonly outside: number
}

/** Straightens a rectangle given in the page's millimetres. */
export function straightened(picture: Grey, h: Homography, left: number, top: number, wide: number, high: number, dotsEach = DOTS): Patch {
  const [width, height] = [Math.round(wide * dotsEach), Math.round(high * dotsEach)]
  const dots = new Float32Array(width * height)
  let missing = 0
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const place = mapped(h, left + (column + 0.5) / dotsEach, top + (row + 0.5) / dotsEach)
      const grey = greyAt(picture, place.x, place.y)
      if (grey < 0) missing += 1
      dots[row * width + column] = grey < 0 ? 255 : grey
    }
  return { left, top, width, height, dots, outside: missing / (width * height) }
}

/** The greatest (sign 1) or least (sign -1) dot within a square of odd `side` around each, by a queue along rows, then columns. */
function extreme(dots: Float32Array, width: number, height: number, side: number, sign: 1 | -1): Float32Array {
  const reach = side >> 1
  const queue = new Int32Array(Math.max(width, height) + 1)
  const along = (source: Float32Array, target: Float32Array, start: number, step: number, count: number): void => {
    let head = 0
    let tail = 0
    for (let index = 0; index < count + reach; index += 1) {
      if (index < count) {
        const dot = (source[start + index * step] ?? 0) * sign
        while (tail > head && (source[start + (queue[tail - 1] ?? 0) * step] ?? 0) * sign <= dot) tail -= 1
        queue[tail] = index
        tail += 1
      }
      const centre = index - reach
      if (centre < 0) continue
      while ((queue[head] ?? 0) < centre - reach) head += 1
      target[start + centre * step] = source[start + (queue[head] ?? 0) * step] ?? 0
    }
  }
  const [rows, both] = [new Float32Array(dots.length), new Float32Array(dots.length)]
  for (let y = 0; y < height; y += 1) along(dots, rows, y * width, 1, width)
  for (let x = 0; x < width; x += 1) along(rows, both, x, width, height)
  return both
}

/** Wider than a stroke or a letter, narrower than a shadow's edge, in millimetres. */
const CLOSING = 8.5

/**
 * Ink of a patch, 0 to 1: 1 is print. Paper white is the morphological closing of the patch, so that a shadow is not ink.
 *
 * @param black darkness of print, relative to the white next to it
 */
export function inkOf({ dots, width, height }: Patch, black: number): Float32Array {
  const side = Math.round(CLOSING * DOTS) | 1
  const white = extreme(extreme(dots, width, height, side, 1), width, height, side, -1)
  return dots.map((dot, index) => Math.max(0, Math.min(1, (1 - dot / Math.max(20, white[index] ?? 255)) / (1 - black))))
}
