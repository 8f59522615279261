import { mkdirSync, writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { inProject, isMain } from './project.mjs'

// Draws the product's mark, a building with a tick, as the screens show it, and writes build/resources/icon.png and icon.ico.
// For developers, after a change of the mark: node build/scripts/icon.mjs. The results are committed.

/** The mark's coordinate system: a square of 32 units. */
const UNITS = 32
const GROUND = { radius: 7, colour: [0x2a, 0x67, 0xad] }
const LINES = [
  { colour: [0xff, 0xff, 0xff], points: [[6.5, 15.2], [16, 7], [25.5, 15.2]] },
  { colour: [0xff, 0xff, 0xff], points: [[9.5, 14.5], [9.5, 24.5], [22.5, 24.5], [22.5, 14.5]] },
  { colour: [0xff, 0xd1, 0x66], points: [[12.6, 18.6], [15.2, 21.2], [19.6, 16.4]] },
] // prettier-ignore
const LINE_WIDTH = 2.4
/** Minimum line width in pixels, below which the mark is blurred. */
const THINNEST_LINE = 1.7
const PNG_SIZE = 512
const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256]

/** The mark in `size` × `size` pixels, four bytes each: red, green, blue, alpha. */
export function drawIcon(size) {
  const pixels = Buffer.alloc(size * size * 4)
  const scale = size / UNITS
  const halfLine = Math.max(LINE_WIDTH * scale, THINNEST_LINE) / scale / 2
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const point = [(column + 0.5) / scale, (row + 0.5) / scale]
      const alpha = coverage(distanceToGround(point), scale)
      let colour = GROUND.colour
      for (const line of LINES) {
        const share = coverage(distanceToLine(point, line.points) - halfLine, scale)
        colour = colour.map((channel, index) => channel + (line.colour[index] - channel) * share)
      }
      pixels.set([...colour.map(Math.round), Math.round(alpha * 255)], (row * size + column) * 4)
    }
  }
  return pixels
}

/** The share of a pixel inside an edge at this signed distance in units. */
function coverage(distance, scale) {
  return Math.min(1, Math.max(0, 0.5 - distance * scale))
}

function distanceToGround([x, y]) {
  const half = UNITS / 2
  const dx = Math.abs(x - half) - half + GROUND.radius
  const dy = Math.abs(y - half) - half + GROUND.radius
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - GROUND.radius
}

function distanceToLine(point, points) {
  return Math.min(...points.slice(1).map((end, index) => distanceToSegment(point, points[index], end)))
}

function distanceToSegment([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay]
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/** Pixels of {@link drawIcon} as a PNG file. */
export function encodePng(pixels, size) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8) // 8 bits, red green blue alpha
  const lines = Array.from({ length: size }, (_line, row) => Buffer.concat([Buffer.of(0), pixels.subarray(row * size * 4, (row + 1) * size * 4)]))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** An .ico of several sizes: bitmaps, which all Windows tools read, and a PNG for the largest. */
export function encodeIco(sizes) {
  const images = sizes.map((size) => {
    const pixels = drawIcon(size)
    return { size, data: size >= 256 ? encodePng(pixels, size) : bitmap(pixels, size) }
  })
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length + images.length * 16
  const entries = images.map(({ size, data }) => {
    const entry = Buffer.alloc(16)
    entry.set([size % 256, size % 256, 0, 0], 0)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(data.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += data.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...images.map(({ data }) => data)])
}

/** A 32-bit bitmap in .ico format: bottom-up, blue first, followed by a mask of one bit per pixel. */
function bitmap(pixels, size) {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(size, 4)
  header.writeInt32LE(size * 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  const maskLine = Math.ceil(size / 32) * 4
  const colours = Buffer.alloc(size * size * 4)
  const mask = Buffer.alloc(maskLine * size)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [red, green, blue, alpha] = pixels.subarray(((size - 1 - row) * size + column) * 4)
      colours.set([blue, green, red, alpha], (row * size + column) * 4)
      if (alpha === 0) mask[row * maskLine + (column >> 3)] |= 0x80 >> (column & 7)
    }
  }
  return Buffer.concat([header, colours, mask])
}

if (isMain(import.meta.url)) {
  const folder = inProject('build', 'resources')
  mkdirSync(folder, { recursive: true })
  writeFileSync(inProject('build', 'resources', 'icon.png'), encodePng(drawIcon(PNG_SIZE), PNG_SIZE))
  writeFileSync(inProject('build', 'resources', 'icon.ico'), encodeIco(ICO_SIZES))
  console.log('build/resources/icon.png, build/resources/icon.ico')
}
