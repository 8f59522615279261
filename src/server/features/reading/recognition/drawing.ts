import { crc32, deflateSync } from 'node:zlib'
import { BOX, PAPER, type LayoutPage } from '#shared/features/paper/layout.ts'
import { textWidth } from '#shared/features/paper/layoutText.ts'
import type { Homography } from './geometry.ts'
import { inverted, straightened, type Grey } from './grey.ts'
import { rowsOf } from './rows.ts'

/** The mapping from a page's millimetres to its picture's dots, and whether light is dark. */
export interface Geometry {
  readonly toPicture: Homography
  readonly isInverted: boolean
}

/** A rectangle of a page, in millimetres. */
export interface Part {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What to draw: a straightened part, or everything, turned upright if the orientation is known. */
export type DrawOrder = { readonly geometry: Geometry; readonly part: Part } | { readonly geometry: Geometry | null; readonly part: null }

/** A row with its boxes: from left of the first word to right of the three boxes. */
const ROW = { before: 11, width: 66, height: 13 } as const
/** The signature field, after its printed label. */
const SIGNATURE = { words: '业主（受托人）签名：', right: 112, height: 9, below: 2 } as const
/** Height of a whole page, in dots. */
const PAGE_HEIGHT = 1_000

/** A row of a page; null if it has no such row. */
export function rowPart(page: LayoutPage, topicId: string, optionId: string | null): Part | null {
  const [box] = rowsOf(page).find((row) => row.topicId === topicId && row.optionId === optionId)?.boxes ?? []
  return box ? { left: box.x - ROW.before, top: box.y + BOX.size / 2 - ROW.height / 2, width: ROW.width, height: ROW.height } : null
}

/** The signature field; null if the page has none. */
export function signaturePart(page: LayoutPage): Part | null {
  const text = page.texts.find((each) => each.text === SIGNATURE.words)
  if (!text) return null
  const left = text.x + textWidth(text.text) * text.size
  return { left, top: text.y + SIGNATURE.below - SIGNATURE.height, width: SIGNATURE.right - left, height: SIGNATURE.height }
}

/** A part of a page as a PNG. */
export function drawn(given: Grey, { geometry, part }: DrawOrder): Uint8Array {
  const picture = geometry?.isInverted ? inverted(given) : given
  if (part) return png(straightened(picture, geometry.toPicture, part.left, part.top, part.width, part.height))
  if (geometry) return png(straightened(picture, geometry.toPicture, 0, 0, PAPER.width, PAPER.height, PAGE_HEIGHT / PAPER.height))
  const scale = picture.height / PAGE_HEIGHT
  return png(straightened(picture, [scale, 0, 0, 0, scale, 0, 0, 0, 1], 0, 0, picture.width / scale, PAGE_HEIGHT, 1))
}

/** A screen of cards has 180 strips: a higher level would save a hundredth and take twice as long. */
const PNG_LEVEL = 1

/** Encodes dots 0 to 255 as a grey PNG. */
function png({ width, height, dots }: { readonly width: number; readonly height: number; readonly dots: Float32Array }): Uint8Array {
  const greys = new Uint8ClampedArray(dots)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) rows.set(greys.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const chunk = (name: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name), content])
    const framed = Buffer.alloc(named.length + 8)
    framed.writeUInt32BE(content.length, 0)
    named.copy(framed, 4)
    framed.writeUInt32BE(crc32(named), named.length + 4)
    return framed
  }
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: PNG_LEVEL })), chunk('IEND', Buffer.alloc(0))])
}
