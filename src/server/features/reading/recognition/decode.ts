import { PDFiumModule } from '@hyzyla/pdfium'
import { endsWhole, jpegPage, jpegSize, type JpegSize } from '#shared/features/reading/jpegPage.ts'
import type { Grey } from './grey.ts'

export interface JpegDecoder {
  /** The picture in grey; null if damaged. */
  decode(bytes: Uint8Array): Grey | null
}

/** The bytes of a dot by the number of a bitmap's format: grey, and colours from blue to red. */
const BYTES_A_DOT: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4, 4: 4 }

/**
 * Decodes JPEGs by what draws PDFs; `wasm` is its WebAssembly.
 *
 * The picture itself is asked for: to draw the page that it lies on gives the same dots, and takes three times as long.
 */
export async function createJpegDecoder(wasm: Uint8Array): Promise<JpegDecoder> {
  const pdfium = await PDFiumModule({ wasmBinary: new Uint8Array(wasm).buffer, locateFile: () => '' })
  const { _FPDF_InitLibraryWithConfig: begin, _FPDF_LoadMemDocument: load, _FPDF_LoadPage: pageOf, _FPDFPage_GetObject: objectOf } = pdfium
  const { _FPDFImageObj_GetBitmap: bitmapOf, _FPDFBitmap_GetFormat: formatOf, _FPDFBitmap_GetStride: strideOf, _FPDFBitmap_GetBuffer: bufferOf } = pdfium
  const { _FPDFBitmap_GetWidth: widthOf, _FPDFBitmap_GetHeight: heightOf } = pdfium
  const { _FPDFBitmap_Destroy: endBitmap, _FPDF_ClosePage: endPage } = pdfium
  const endDocument = (document: number): void => pdfium['_FPDF_CloseDocument'](document)
  begin({ version: 2 })

  /** The dots of a bitmap, rows of which may be longer than the picture is wide. */
  function dotsOf(bitmap: number, { width, height }: JpegSize): Uint8Array | null {
    const each = BYTES_A_DOT[formatOf(bitmap)]
    const isWhole = widthOf(bitmap) === width && heightOf(bitmap) === height
    if (each === undefined || !isWhole) return null
    const stride = strideOf(bitmap)
    const start = bufferOf(bitmap)
    const dots = new Uint8Array(width * height)
    for (let row = 0; row < height; row += 1) {
      const line = pdfium.HEAPU8.subarray(start + row * stride, start + row * stride + width * each)
      if (each === 1) dots.set(line, row * width)
      else
        for (let column = 0; column < width; column += 1) {
          const at = column * each
          dots[row * width + column] = ((line[at] ?? 0) * 11 + (line[at + 1] ?? 0) * 59 + (line[at + 2] ?? 0) * 30) / 100
        }
    }
    return dots
  }

  return {
    decode: (bytes) => {
      const size = jpegSize(bytes)
      // without its end marker it is truncated, and the missing part would be drawn white
      if (!size || !endsWhole(bytes)) return null
      const file = jpegPage(bytes, size)
      const place = pdfium.wasmExports.malloc(file.length)
      pdfium.HEAPU8.set(file, place)
      const document = load(place, file.length, 0)
      const page = pageOf(document, 0)
      const bitmap = bitmapOf(objectOf(page, 0))
      try {
        const data = bitmap === 0 ? null : dotsOf(bitmap, size)
        return data && { width: size.width, height: size.height, data }
      } finally {
        endBitmap(bitmap)
        endPage(page)
        endDocument(document)
        pdfium.wasmExports.free(place)
      }
    },
  }
}
