import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium'
import { endsWhole, jpegPage, jpegSize } from '#shared/features/reading/jpegPage.ts'
import { scanFileMessages as say, MAX_PHOTO_PIXELS, MAX_SCAN_BYTES, MAX_SOURCE_PAGES } from '#shared/features/reading/pageRules.ts'
import { greyJpeg } from './greyJpeg.ts'

/** Dots on the long side of a scanned page, and of a photo. */
const PAGE_DOTS = 1_754
const PHOTO_DOTS = 2_000
const QUALITY = 80
/** Limit of the decoder's memory, in pages of 64 KB: the file, a scanned page, and the drawn page. */
const MEMORY_PAGES = 10_240

interface OpenFile {
  readonly document: PDFiumDocument
  readonly isPhoto: boolean
}

/** An opened file, or the user-facing reason why it cannot be read. */
export type Opened = { readonly pageCount: number } | { readonly problem: string }

/** Draws the pages of PDFs and JPEGs by pdfium, given its WebAssembly. Nothing in a PDF is executed. */
export async function createDrawing(wasm: Uint8Array) {
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(limited(wasm)).buffer })
  const files = new Map<string, OpenFile>()

  async function openJpeg(fileId: string, bytes: Uint8Array): Promise<Opened> {
    if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return { problem: say.contentDiffers }
    const size = jpegSize(bytes)
    if (!size || !endsWhole(bytes)) return { problem: say.damagedPicture }
    if (size.width * size.height > MAX_PHOTO_PIXELS) return { problem: say.tooManyPixels }
    files.set(fileId, { document: await library.loadDocument(jpegPage(bytes, size)), isPhoto: true })
    return { pageCount: 1 }
  }

  async function openPdf(fileId: string, bytes: Uint8Array): Promise<Opened> {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (text.subarray(0, 1_024).indexOf('%PDF-') < 0) return { problem: say.contentDiffers }
    let document: PDFiumDocument
    try {
      document = await library.loadDocument(bytes)
    } catch (error) {
      return { problem: /password/i.test(String(error)) ? say.password : say.damaged }
    }
    const pageCount = document.getPageCount()
    const problem = pageCount < 1 ? say.damaged : pageCount > MAX_SOURCE_PAGES ? say.tooMuch : text.includes('/JBIG2Decode') ? say.jbig2 : null
    if (problem !== null) {
      document.destroy()
      return { problem }
    }
    files.set(fileId, { document, isPhoto: false })
    return { pageCount }
  }

  return {
    open: (fileId: string, name: string, bytes: Uint8Array): Promise<Opened> => {
      if (bytes.length === 0) return Promise.resolve({ problem: say.empty })
      if (bytes.length > MAX_SCAN_BYTES) return Promise.resolve({ problem: say.tooMuch })
      return /\.pdf$/i.test(name) ? openPdf(fileId, bytes) : openJpeg(fileId, bytes)
    },
    /** A page of an open file, from 1, as a grey JPEG; null if it cannot be drawn. */
    draw: async (fileId: string, sourcePage: number): Promise<Uint8Array | null> => {
      const file = files.get(fileId)
      if (!file || sourcePage > file.document.getPageCount()) return null
      const page = file.document.getPage(sourcePage - 1)
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const long = Math.max(originalWidth, originalHeight)
      if (!(long > 0)) return null
      const scale = file.isPhoto ? Math.min(1, PHOTO_DOTS / long) : PAGE_DOTS / long
      const dots = (length: number): number => Math.max(1, Math.round(length * scale))
      const { width, height, data } = await page.render({ width: dots(originalWidth), height: dots(originalHeight), render: 'bitmap' })
      return greyJpeg({ width, height, data: greyOf(data, width * height) }, QUALITY)
    },
    close: (fileId: string): void => {
      files.get(fileId)?.document.destroy()
      files.delete(fileId)
    },
  }
}

function greyOf(colours: Uint8Array, count: number): Uint8Array {
  const grey = new Uint8Array(count)
  for (let dot = 0; dot < count; dot += 1) {
    const at = dot * 4
    grey[dot] = ((colours[at] ?? 0) * 77 + (colours[at + 1] ?? 0) * 150 + (colours[at + 2] ?? 0) * 29) >> 8
  }
  return grey
}

/** The same WebAssembly with its memory limited to {@link MEMORY_PAGES}: pages that need more cannot be drawn. */
function limited(wasm: Uint8Array): Uint8Array {
  const bytes = wasm.slice()
  const number = (from: number): { readonly value: number; readonly next: number } => {
    let [value, shift, at] = [0, 0, from]
    for (;;) {
      const byte = bytes[at] ?? 0
      value |= (byte & 127) << shift
      shift += 7
      at += 1
      if (byte < 128) return { value, next: at }
    }
  }
  for (let at = 8; at < bytes.length;) {
    const { value: length, next: content } = number(at + 1)
    if (bytes[at] === MEMORY_SECTION) {
      const { next: flags } = number(content)
      const { next: most } = number(flags + 1)
      const { next: end } = number(most)
      if ((bytes[flags] ?? 0) !== 1) break
      for (let place = most; place < end; place += 1) bytes[place] = ((MEMORY_PAGES >> (7 * (place - most))) & 127) | (place < end - 1 ? 128 : 0)
      return bytes
    }
    at = content + length
  }
  throw new Error('the decoder has no memory of its own with a limit')
}
const MEMORY_SECTION = 5
