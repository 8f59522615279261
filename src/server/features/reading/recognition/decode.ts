import { PDFiumLibrary } from '@hyzyla/pdfium'
import { endsWhole, jpegPage, jpegSize } from '#shared/features/reading/jpegPage.ts'
import type { Grey } from './grey.ts'

export interface JpegDecoder {
  /** The picture in grey; null where it is damaged. */
  decode(bytes: Uint8Array): Promise<Grey | null>
}

/** Decodes JPEGs by what draws PDFs; `wasm` is its WebAssembly. */
export async function createJpegDecoder(wasm: Uint8Array): Promise<JpegDecoder> {
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(wasm).buffer })
  return {
    decode: async (bytes) => {
      const size = jpegSize(bytes)
      // without its end it was cut off, and what is missing would be drawn white
      if (!size || !endsWhole(bytes)) return null
      const document = await library.loadDocument(jpegPage(bytes, size))
      try {
        const { width, height, data } = await document.getPage(0).render({ scale: 1, render: 'bitmap', colorSpace: 'Gray' })
        return width === size.width && height === size.height ? { width, height, data: greyOf(data, width * height) } : null
      } catch {
        return null
      } finally {
        document.destroy()
      }
    },
  }
}

function greyOf(data: Uint8Array, dots: number): Uint8Array {
  return data.length === dots ? data.slice() : Uint8Array.from({ length: dots }, (_, dot) => data[dot * Math.round(data.length / dots)] ?? 0)
}
