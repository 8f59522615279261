/** Standard tables of ITU-T T.81, annex K, for luminance. */
const QUANTISATION = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103,
  77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]
const DC_LENGTHS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
const DC_VALUES = Array.from({ length: 12 }, (_, value) => value)
const AC_LENGTHS = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d]
const AC_VALUES = [
  ...Buffer.from(
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a53545556',
    'hex',
  ),
  ...Buffer.from('5758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3', 'hex'),
  ...Buffer.from('d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa', 'hex'),
]

/** Indexes of a block's 64 values in zigzag order, as written. */
const ZIGZAG = Uint8Array.from({ length: 64 }, (_, index) => index).sort((a, b) => {
  const [diagonalA, diagonalB] = [(a >> 3) + (a & 7), (b >> 3) + (b & 7)]
  if (diagonalA !== diagonalB) return diagonalA - diagonalB
  return diagonalA % 2 === 0 ? (b >> 3) - (a >> 3) : (a >> 3) - (b >> 3)
})

interface Codes {
  readonly code: Uint16Array
  readonly length: Uint8Array
}
function codesOf(lengths: readonly number[], values: readonly number[]): Codes {
  const codes = { code: new Uint16Array(256), length: new Uint8Array(256) }
  let [code, index] = [0, 0]
  for (const [bits, count] of lengths.entries()) {
    for (let each = 0; each < count; each += 1) {
      const value = values[index] ?? 0
      codes.code[value] = code
      codes.length[value] = bits + 1
      code += 1
      index += 1
    }
    code <<= 1
  }
  return codes
}
const DC = codesOf(DC_LENGTHS, DC_VALUES)
const AC = codesOf(AC_LENGTHS, AC_VALUES)

/** cos((2x + 1)uπ/16) and its factor, by 8u + x. */
const COSINES = Float64Array.from({ length: 64 }, (_, index) => {
  const [u, x] = [index >> 3, index & 7]
  return (Math.cos(((2 * x + 1) * u * Math.PI) / 16) * (u === 0 ? Math.SQRT1_2 : 1)) / 2
})

/** Sums and differences of a row's halves: the cosines are symmetric. */
const sums = new Float64Array(4)
const differences = new Float64Array(4)

/** Transforms each row of a block of 8 × 8; returns the transpose, so that applying it twice covers both directions. */
function transformed(block: Float64Array, target: Float64Array): void {
  for (let row = 0; row < 8; row += 1) {
    for (let x = 0; x < 4; x += 1) {
      const left = block[row * 8 + x] ?? 0
      const right = block[row * 8 + 7 - x] ?? 0
      sums[x] = left + right
      differences[x] = left - right
    }
    for (let u = 0; u < 8; u += 1) {
      const half = (u & 1) === 0 ? sums : differences
      const at = u * 8
      target[at + row] =
        (half[0] ?? 0) * (COSINES[at] ?? 0) +
        (half[1] ?? 0) * (COSINES[at + 1] ?? 0) +
        (half[2] ?? 0) * (COSINES[at + 2] ?? 0) +
        (half[3] ?? 0) * (COSINES[at + 3] ?? 0)
    }
  }
}

/** Writes bits into bytes, with a 0 after each 255. */
function createBits() {
  let bytes = new Uint8Array(1 << 16)
  let [count, held, bits] = [0, 0, 0]
  return {
    put(value: number, length: number): void {
      held = (held << length) | (value & ((1 << length) - 1))
      for (bits += length; bits >= 8; bits -= 8) {
        if (count + 2 > bytes.length) {
          const more = new Uint8Array(bytes.length * 2)
          more.set(bytes)
          bytes = more
        }
        const byte = (held >> (bits - 8)) & 255
        bytes[count] = byte
        count += byte === 255 ? 2 : 1
      }
      held &= (1 << bits) - 1
    },
    end(): Uint8Array {
      if (bits > 0) this.put(127, 8 - bits)
      return bytes.subarray(0, count)
    },
  }
}

const bitsOf = (value: number): number => 32 - Math.clz32(Math.abs(value))
const word = (value: number): number[] => [value >> 8, value & 255]
const segment = (marker: number, content: readonly number[]): number[] => [255, marker, ...word(content.length + 2), ...content]

/** A grey picture as a baseline JPEG; `quality` from 1 to 100 as usual. */
export function greyJpeg({ width, height, data }: { readonly width: number; readonly height: number; readonly data: Uint8Array }, quality: number): Uint8Array {
  const scale = quality < 50 ? 5_000 / quality : 200 - quality * 2
  const table = Uint8Array.from(QUANTISATION, (step) => Math.max(1, Math.min(255, Math.floor((step * scale + 50) / 100))))
  const bits = createBits()
  const [block, half, whole] = [new Float64Array(64), new Float64Array(64), new Float64Array(64)]
  let lastDc = 0
  const putNumber = (value: number, length: number): void => bits.put(value < 0 ? value + (1 << length) - 1 : value, length)
  const putBlock = (): void => {
    transformed(block, half)
    transformed(half, whole)
    const dc = Math.round((whole[0] ?? 0) / (table[0] ?? 1))
    const size = bitsOf(dc - lastDc)
    bits.put(DC.code[size] ?? 0, DC.length[size] ?? 0)
    putNumber(dc - lastDc, size)
    lastDc = dc
    let zeros = 0
    for (let index = 1; index < 64; index += 1) {
      const place = ZIGZAG[index] ?? 0
      const value = Math.round((whole[place] ?? 0) / (table[place] ?? 1))
      if (value === 0) {
        zeros += 1
        continue
      }
      for (; zeros > 15; zeros -= 16) bits.put(AC.code[0xf0] ?? 0, AC.length[0xf0] ?? 0)
      const length = bitsOf(value)
      const symbol = zeros * 16 + length
      bits.put(AC.code[symbol] ?? 0, AC.length[symbol] ?? 0)
      putNumber(value, length)
      zeros = 0
    }
    if (zeros > 0) bits.put(AC.code[0] ?? 0, AC.length[0] ?? 0)
  }
  for (let top = 0; top < height; top += 8)
    for (let left = 0; left < width; left += 8) {
      for (let index = 0; index < 64; index += 1) {
        const x = Math.min(width - 1, left + (index & 7))
        const y = Math.min(height - 1, top + (index >> 3))
        block[index] = (data[y * width + x] ?? 0) - 128
      }
      putBlock()
    }
  const head = [
    255,
    0xd8,
    ...segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...ZIGZAG.map((place) => table[place] ?? 1)]),
    ...segment(0xc0, [8, ...word(height), ...word(width), 1, 1, 0x11, 0]),
    ...segment(0xc4, [0, ...DC_LENGTHS, ...DC_VALUES]),
    ...segment(0xc4, [0x10, ...AC_LENGTHS, ...AC_VALUES]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  ]
  const content = bits.end()
  const file = new Uint8Array(head.length + content.length + 2)
  file.set(head)
  file.set(content, head.length)
  file.set([255, 0xd9], head.length + content.length)
  return file
}
