import { randomInt } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** The characters of a captcha, without look-alikes. */
const GLYPHS: Readonly<Record<string, readonly string[]>> = {
  '2': ['.###.', '#...#', '....#', '..##.', '.#...', '#....', '#####'],
  '3': ['####.', '....#', '....#', '.###.', '....#', '....#', '####.'],
  '4': ['...#.', '..##.', '.#.#.', '#..#.', '#####', '...#.', '...#.'],
  '5': ['#####', '#....', '####.', '....#', '....#', '#...#', '.###.'],
  '6': ['.###.', '#....', '#....', '####.', '#...#', '#...#', '.###.'],
  '7': ['#####', '....#', '...#.', '..#..', '..#..', '..#..', '..#..'],
  '8': ['.###.', '#...#', '#...#', '.###.', '#...#', '#...#', '.###.'],
  A: ['..#..', '.#.#.', '#...#', '#...#', '#####', '#...#', '#...#'],
  C: ['.####', '#....', '#....', '#....', '#....', '#....', '.####'],
  E: ['#####', '#....', '#....', '####.', '#....', '#....', '#####'],
  F: ['#####', '#....', '#....', '####.', '#....', '#....', '#....'],
  H: ['#...#', '#...#', '#...#', '#####', '#...#', '#...#', '#...#'],
  K: ['#...#', '#..#.', '#.#..', '##...', '#.#..', '#..#.', '#...#'],
  L: ['#....', '#....', '#....', '#....', '#....', '#....', '#####'],
  M: ['#...#', '##.##', '#.#.#', '#.#.#', '#...#', '#...#', '#...#'],
  N: ['#...#', '##..#', '#.#.#', '#.#.#', '#.#.#', '#..##', '#...#'],
  P: ['####.', '#...#', '#...#', '####.', '#....', '#....', '#....'],
  R: ['####.', '#...#', '#...#', '####.', '#.#..', '#..#.', '#...#'],
  T: ['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..'],
  U: ['#...#', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
  W: ['#...#', '#...#', '#...#', '#.#.#', '#.#.#', '##.##', '#...#'],
  X: ['#...#', '#...#', '.#.#.', '..#..', '.#.#.', '#...#', '#...#'],
  Y: ['#...#', '#...#', '.#.#.', '..#..', '..#..', '..#..', '..#..'],
}
const ALPHABET = Object.keys(GLYPHS)
const LENGTH = 4
const WIDTH = 136
const HEIGHT = 40
const SCALE = 4

/** A new captcha's text. */
export function newCaptchaText(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

const between = (low: number, high: number): number => low + (randomInt(1_000_000) / 1_000_000) * (high - low)

/** How dark a glyph is at a point of its 5 × 7 grid, 0 to 1, smooth between the grid's cells. */
function darkness(rows: readonly string[], x: number, y: number): number {
  const cell = (column: number, row: number): number => (rows[row]?.[column] === '#' ? 1 : 0)
  const [column, row] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
  const [right, down] = [x - 0.5 - column, y - 0.5 - row]
  const above = cell(column, row) * (1 - right) + cell(column + 1, row) * right
  const below = cell(column, row + 1) * (1 - right) + cell(column + 1, row + 1) * right
  return Math.min(1, Math.max(0, (above * (1 - down) + below * down - 0.3) * 4))
}

/** Draws the text, distorted and crossed out, as a grey PNG of 136 × 40. */
export function drawCaptcha(text: string): Uint8Array {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(246)
  const ink = (x: number, y: number, amount: number, tone: number): void => {
    const index = Math.round(y) * WIDTH + Math.round(x)
    if (x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT) return
    pixels[index] = Math.round((pixels[index] ?? 246) * (1 - amount) + tone * amount)
  }
  const [waveLength, phase, bend] = [between(24, 40), between(0, 6), between(0.8, 1.6)]
  for (const [position, letter] of Array.from(text.toUpperCase()).entries()) {
    const rows = GLYPHS[letter] ?? digitRows(letter)
    const [centreX, centreY, angle, tone] = [20 + position * 32 + between(-2, 2), HEIGHT / 2 + between(-3, 3), between(-0.22, 0.22), between(20, 70)]
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = Math.floor(centreX - 18); x < centreX + 18; x++) {
        const [dx, dy] = [x - centreX, y - centreY + Math.sin(x / waveLength + phase) * bend]
        const gridX = (dx * Math.cos(angle) + dy * Math.sin(angle)) / SCALE + 2.5
        const gridY = (-dx * Math.sin(angle) + dy * Math.cos(angle)) / SCALE + 3.5
        if (gridX > -0.5 && gridX < 5.5 && gridY > -0.5 && gridY < 7.5) ink(x, y, darkness(rows, gridX, gridY), tone)
      }
    }
  }
  for (let line = 0; line < 3; line++) {
    const [start, slope, swing, length] = [between(6, 34), between(-0.12, 0.12), between(2, 6), between(14, 30)]
    for (let x = 0; x < WIDTH; x += 0.5) ink(x, start + slope * x + Math.sin(x / length + line) * swing, 0.5, 130)
  }
  for (let speck = 0; speck < 160; speck++) ink(randomInt(WIDTH), randomInt(HEIGHT), 0.5, randomInt(60, 200))
  return greyPng(pixels)
}

/** The development server's fixed captcha contains a 0, which the alphabet leaves out. */
function digitRows(letter: string): readonly string[] {
  return letter === '0' ? ['.###.', '#...#', '#..##', '#.#.#', '##..#', '#...#', '.###.'] : ['#####', '#...#', '#...#', '#...#', '#...#', '#...#', '#####']
}

function greyPng(pixels: Uint8Array): Uint8Array {
  const scanlines = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) scanlines.set(pixels.subarray(y * WIDTH, (y + 1) * WIDTH), y * (WIDTH + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', deflateSync(scanlines)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
