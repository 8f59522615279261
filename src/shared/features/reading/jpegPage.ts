/** Header of a JPEG. */
export interface JpegSize {
  readonly width: number
  readonly height: number
  /** 1 grey, 3 colour, 4 CMYK. */
  readonly components: number
}

/** Start-of-frame markers: baseline, extended and progressive. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])

/** Size of a JPEG from its first frame header, without decoding; null if it is no JPEG. */
export function jpegSize(bytes: Uint8Array): JpegSize | null {
  const word = (index: number): number => ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)
  if (word(0) !== 0xffd8) return null
  let index = 2
  while (index + 9 < bytes.length && bytes[index] === 0xff) {
    const marker = bytes[index + 1] ?? 0
    // fill bytes and markers without content
    if (marker === 0xff) index += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) index += 2
    else if (FRAMES.has(marker)) {
      const size = { height: word(index + 5), width: word(index + 7), components: bytes[index + 9] ?? 0 }
      return size.width > 0 && size.height > 0 && [1, 3, 4].includes(size.components) ? size : null
    } else index += 2 + Math.max(2, word(index + 2))
  }
  return null
}

/** Whether a JPEG is complete: the end marker is among the last bytes, since cameras append some. */
export function endsWhole(bytes: Uint8Array): boolean {
  for (let index = bytes.length - 2; index >= Math.max(0, bytes.length - 4_096); index -= 1) if (bytes[index] === 0xff && bytes[index + 1] === 0xd9) return true
  return false
}

const COLOURS: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }

/**
 * Wraps a JPEG as the only page of a PDF, one point per dot, so that the PDF renderer decodes it. Programs store four-colour
 * pictures inverted.
 */
export function jpegPage(bytes: Uint8Array, { width, height, components }: JpegSize): Uint8Array {
  const parts: Uint8Array[] = []
  const starts: number[] = []
  let length = 0
  const add = (part: string | Uint8Array): void => {
    const added = typeof part === 'string' ? Uint8Array.from(part, (sign) => sign.charCodeAt(0)) : part
    parts.push(added)
    length += added.length
  }
  const object = (dictionary: string, stream?: string | Uint8Array): void => {
    starts.push(length)
    add(`${starts.length} 0 obj\n${dictionary}\n`)
    if (stream !== undefined) {
      add('stream\n')
      add(stream)
      add('\nendstream\n')
    }
    add('endobj\n')
  }
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /I Do Q`
  const decode = components === 4 ? '/Decode[1 0 1 0 1 0 1 0]' : ''
  add('%PDF-1.4\n')
  object('<</Type/Catalog/Pages 2 0 R>>')
  object('<</Type/Pages/Count 1/Kids[3 0 R]>>')
  object(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>`)
  object(
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/${COLOURS[components] ?? ''}/BitsPerComponent 8/Filter/DCTDecode${decode}/Length ${bytes.length}>>`,
    bytes,
  )
  object(`<</Length ${drawing.length}>>`, drawing)
  const table = length
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  add(`xref\n0 ${starts.length + 1}\n0000000000 65535 f \n${entries}trailer<</Size ${starts.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`)
  const pdf = new Uint8Array(length)
  let index = 0
  for (const part of parts) {
    pdf.set(part, index)
    index += part.length
  }
  return pdf
}
