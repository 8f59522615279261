import { createHash } from 'node:crypto'
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import { readQrText, type PageMark } from '#shared/features/paper/qr.ts'
import type { Point } from './geometry.ts'
import { shrunk, type Grey } from './grey.ts'

/** A ballot's QR code in a picture. */
export interface FoundCode {
  readonly mark: PageMark
  /** Upper left, upper right, lower left, lower right, in the code's own orientation. */
  readonly corners: readonly Point[]
}

/** Dots on the long side for the first search: more only cost time. */
const ENOUGH = 1_800

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Passes the decoder its WebAssembly, which it would otherwise download. */
export function prepareQrCodes(wasm: Uint8Array): void {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
}

/** The QR codes of ballots in a picture, in any orientation; other codes are ignored. */
export async function qrCodesOf(picture: Grey): Promise<FoundCode[]> {
  const factor = Math.max(1, Math.floor(Math.max(picture.width, picture.height) / ENOUGH))
  const small = factor > 1 ? shrunk(picture, factor) : picture
  const first = await decoded(small, factor, {})
  if (first.length > 0) return first
  const second = factor > 1 ? await decoded(picture, 1, {}) : []
  return second.length > 0 ? second : decoded(small, factor, { binarizer: 'GlobalHistogram' })
}

async function decoded({ width, height, data }: Grey, factor: number, options: Partial<ReaderOptions>): Promise<FoundCode[]> {
  const rgba = new Uint32Array(width * height)
  for (let dot = 0; dot < rgba.length; dot += 1) rgba[dot] = 0xff000000 + (data[dot] ?? 255) * 0x010101
  const found = await readBarcodes(
    { data: new Uint8ClampedArray(rgba.buffer), width, height, colorSpace: 'srgb' },
    { formats: ['QRCode'], tryHarder: true, tryRotate: true, tryInvert: false, tryDownscale: true, maxNumberOfSymbols: 4, ...options },
  )
  return found.flatMap(({ isValid, text, position: { topLeft, topRight, bottomLeft, bottomRight } }) => {
    const mark = isValid ? readQrText(text, sha256) : null
    const corners = [topLeft, topRight, bottomLeft, bottomRight].map(({ x, y }) => ({ x: (x + 0.5) * factor - 0.5, y: (y + 0.5) * factor - 0.5 }))
    return mark ? [{ mark, corners }] : []
  })
}
